import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Forgets one customer in what tracking keeps on its way: events that are not in the ledger yet, what was said before they
 * were a customer, and refused events that name them. `words` in lower case.
 */
export async function forgetInTracking(
  tx: Tx,
  companyId: string,
  { email, externalId }: { email: string | null; externalId: string | null },
  words: readonly string[],
): Promise<void> {
  const address = email?.toLowerCase() ?? null;
  const says = (column: string) =>
    sql`exists (select from unnest(${words}::text[]) w where position(w in lower(${sql.ref(column)}::text)) > 0)`;
  for (const table of ["tracking_inbox", "tracking_waiting_people"]) {
    const text = table === "tracking_inbox" ? "record" : "traits";
    await sql`delete from ${sql.table(table)} where company_id = ${companyId}
      and (external_id = ${externalId} or lower(external_id) = ${address} or lower(email) = ${address} or ${says(text)})`.execute(
      tx,
    );
  }
  await sql`delete from tracking_refusals where company_id = ${companyId} and ${says("example")}`.execute(tx);
}
