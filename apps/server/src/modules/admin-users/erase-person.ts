import { sql } from "kysely";
import { erasePersonFromAudit } from "#modules/audit/index.ts";
import { eraseCodesOf } from "#modules/auth/index.ts";
import { deletePerson, erasePersonFromInvitations, type Access } from "#modules/companies/index.ts";
import { eraseMailsTo } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

const NOBODY = "Deleted person";

/**
 * Deletes a person and every trace of their name and address: mails to them, invitations, the names
 * under what they started, and their values in the audit log. `tx` is of their company, and lockAccess went before.
 */
export async function erasePerson(tx: Tx, person: Access): Promise<void> {
  await deletePerson(tx, person);
  await eraseMailsTo(tx, person.email);
  await eraseCodesOf(tx, person.email);
  for (const table of await tablesWithAuthors(tx)) {
    await sql`update ${sql.table(table)} set created_by = ${NOBODY}
      where company_id = ${person.companyId} and created_by_user_id = ${person.userId}`.execute(tx);
  }
  const name = `${person.firstName} ${person.lastName}`.trim();
  await erasePersonFromInvitations(tx, { email: person.email, name }, NOBODY);
  await erasePersonFromAudit(tx, person);
}

/** Tables that keep a starter's name beside the id: read from the catalogue, so that none is forgotten. */
async function tablesWithAuthors(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('company_id', 'created_by', 'created_by_user_id')
    group by table_name having count(*) = 3 order by table_name`.execute(tx);
  return rows.map(({ name }) => name);
}
