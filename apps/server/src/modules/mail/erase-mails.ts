import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Removes every mail to an address, sent or not: of a person who is deleted. */
export async function eraseMailsTo(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("mails").where("to_address", "=", address).execute();
}

/** Removes a company's mails, sent or not, that lead to a customer or say one of these words (in lower case). */
export async function eraseMailsSaying(
  tx: Tx,
  companyId: string,
  customerId: string,
  words: readonly string[],
): Promise<void> {
  await sql`delete from mails where company_id = ${companyId} and exists (
    select from unnest(${[customerId, ...words]}::text[]) w
    where position(w in lower(subject || ' ' || plain_text || ' ' || html)) > 0)`.execute(tx);
}
