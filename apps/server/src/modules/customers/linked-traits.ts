import type { SqlClient } from "#platform/db/transaction.ts";
import { tellFrom } from "./value-sources.ts";

/** What a connected system says of a customer beside name and e-mail: own columns by their names. */
export interface LinkedTraits {
  /** The system's own id of the customer. */
  sourceId: string;
  values: Readonly<Record<string, string | number>>;
}

/**
 * Writes own columns of customers whom a source knows; of others nothing. What is not said stays, and the same again changes
 * nothing. Of several rows of one customer the later ones win, by column.
 */
export async function writeLinkedTraits(
  client: SqlClient,
  companyId: string,
  source: string,
  rows: readonly LinkedTraits[],
): Promise<void> {
  const said = rows.filter(({ values }) => Object.keys(values).length > 0);
  if (said.length === 0) return;
  await defineSaid(client, companyId, said);
  await tellFrom(client, companyId, { source: "system", reference: source });
  await client.query(
    `with said as (
       select l.customer_id, r.place, v.key, v.value
       from jsonb_to_recordset($3::jsonb) as r (place integer, "sourceId" text, "values" jsonb)
       join customer_links l on l.company_id = $1 and l.source = $2 and l.source_id = r."sourceId"
       cross join lateral jsonb_each(r."values") v
     ), merged as (
       select customer_id, jsonb_object_agg(key, value order by place) as traits from said group by 1
     )
     update customers c set attributes = c.attributes || m.traits, updated_at = now()
     from merged m
     where c.company_id = $1 and c.id = m.customer_id and not c.attributes @> m.traits`,
    [companyId, source, JSON.stringify(said.map((row, place) => ({ place, ...row })))],
  );
}

/** Columns that nobody knew before: without being known they are shown nowhere. What is known stays as it is called. */
async function defineSaid(
  client: SqlClient,
  companyId: string,
  rows: readonly LinkedTraits[],
): Promise<void> {
  const kinds = new Map(
    rows.flatMap(({ values }) =>
      Object.entries(values).map(
        ([key, value]) => [key, typeof value === "number" ? "number" : "text"] as const,
      ),
    ),
  );
  await client.query(
    `insert into customer_attributes (company_id, key, label, kind, position)
     select $1, key, key, kind, place from unnest($2::text[], $3::text[]) with ordinality as s (key, kind, place)
     where not exists (select from customer_attributes a where a.company_id = $1 and a.key = s.key)
     on conflict do nothing`,
    [companyId, [...kinds.keys()], [...kinds.values()]],
  );
}
