import type { Tx } from "#platform/db/transaction.ts";

/** Removes every mail to an address, sent or not: of a person who is deleted. */
export async function eraseMailsTo(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("mails").where("to_address", "=", address).execute();
}
