import type { SqlClient } from "#platform/db/transaction.ts";
import { matchedCustomersSql } from "./match-customers.ts";
import { plainPlanner, preferLookups } from "./upsert-customers.ts";

/** Somebody as another system names them; one of both. */
export interface NamedPerson {
  externalId: string | null;
  email: string | null;
}

/** Which stored customer somebody is, by what that customer is known; null: none. */
export interface FoundPerson {
  known: NamedPerson | null;
  /** Several customers have this e-mail address. */
  isAmbiguous: boolean;
}

const named = `(select place, external_id, lower(email) as email_key
  from jsonb_to_recordset($2::jsonb) as r (place integer, external_id text collate "C", email text collate "C"))`;
const findSql = `with m as materialized (${matchedCustomersSql(named)})
  select c.external_id, c.email, c.id is not null as is_found, m.ambiguous
  from m left join customers c on c.company_id = $1 and c.id = m.match_id order by m.place`;

/** Who people are, in their order: by the company's own id, else by e-mail address, also of a customer who has another id. */
export async function findPeople(
  client: SqlClient,
  companyId: string,
  people: readonly NamedPerson[],
): Promise<FoundPerson[]> {
  const found = await lookUp(client, companyId, people);
  const left = [...people.entries()].filter(
    ([place, { externalId, email }]) => externalId !== null && email !== null && found[place]?.known === null,
  );
  const byEmail = await lookUp(
    client,
    companyId,
    left.map(([, { email }]) => ({ externalId: null, email })),
  );
  for (const [index, [place]] of left.entries()) found[place] = byEmail[index] ?? nobody;
  return found;
}

const nobody: FoundPerson = { known: null, isAmbiguous: false };

async function lookUp(
  client: SqlClient,
  companyId: string,
  people: readonly NamedPerson[],
): Promise<FoundPerson[]> {
  if (people.length === 0) return [];
  const rows = people.map(({ externalId, email }, place) => ({ place, external_id: externalId, email }));
  await client.query(preferLookups);
  const { rows: matched } = await client.query<{
    external_id: string | null;
    email: string | null;
    is_found: boolean;
    ambiguous: boolean;
  }>(findSql, [companyId, JSON.stringify(rows)]);
  await client.query(plainPlanner);
  return matched.map((row) => ({
    // By its id, else by its address.
    known:
      row.is_found && !row.ambiguous
        ? { externalId: row.external_id, email: row.external_id === null ? row.email : null }
        : null,
    isAmbiguous: row.ambiguous,
  }));
}
