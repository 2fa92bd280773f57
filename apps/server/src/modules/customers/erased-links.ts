import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";

/** What an id of a source is kept as where its customer was erased: of expressions. */
export const hashSql = (source: string, sourceId: string): string =>
  `sha256(convert_to(${source} || ':' || ${sourceId}, 'UTF8'))`;

/** Keeps that a customer was erased, for every connected system that may tell of it again; returns what those call it. */
export async function keepErasedLinks(tx: Tx, companyId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ source_id: string }>`
    with links as (
      select source, source_id from customer_links where company_id = ${companyId} and customer_id = ${customerId}
    ), kept as (
      insert into erased_links (company_id, mark)
      select ${companyId}, ${sql.raw(hashSql("source", "source_id"))} from links on conflict do nothing
    )
    select source_id from links`.execute(tx);
  return rows.map((row) => row.source_id);
}

/** Which of these ids of a source are of customers that were erased. */
export async function listErasedLinks(
  client: SqlClient,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select id from unnest($3::text[]) id
     where exists (select from erased_links e where e.company_id = $1 and e.mark = ${hashSql("$2", "id")})`,
    [companyId, source, [...sourceIds]],
  );
  return new Set(rows.map(({ id }) => id));
}
