import type { SqlClient } from "#platform/db/transaction.ts";
import { matchedCustomersSql } from "./match-customers.ts";

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
const byId = matchedCustomersSql(named);
// Whom nobody has as an id is looked for by the address alone, also among those with another id.
const byEmail = matchedCustomersSql(
  `(select f.place, f.email_key, case when f.match_id is not null or f.email_key is null then f.external_id end as external_id
    from (${byId}) f)`,
);

/** Who people are, in their order: by the company's own id, else by e-mail address. */
export async function findPeople(
  client: SqlClient,
  companyId: string,
  people: readonly NamedPerson[],
): Promise<FoundPerson[]> {
  if (people.length === 0) return [];
  const { rows } = await client.query<{
    external_id: string | null;
    email: string | null;
    is_found: boolean;
    ambiguous: boolean;
  }>(
    `select c.external_id, c.email, c.id is not null as is_found, m.ambiguous
     from (${byEmail}) m left join customers c on c.company_id = $1 and c.id = m.match_id order by m.place`,
    [
      companyId,
      JSON.stringify(
        people.map(({ externalId, email }, place) => ({ place, external_id: externalId, email })),
      ),
    ],
  );
  return rows.map((row) => ({
    known:
      row.is_found && !row.ambiguous
        ? { externalId: row.external_id, email: row.external_id === null ? row.email : null }
        : null,
    isAmbiguous: row.ambiguous,
  }));
}
