import type { Tx } from "#platform/db/transaction.ts";

/** Marks a company for deletion at that time; false where it is marked already. */
export async function markForDeletion(tx: Tx, companyId: string, at: Date): Promise<boolean> {
  const marked = await tx
    .updateTable("companies")
    .set({ deletion_at: at })
    .where("id", "=", companyId)
    .where("deletion_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

export async function clearDeletionMark(tx: Tx, companyId: string): Promise<void> {
  await tx.updateTable("companies").set({ deletion_at: null }).where("id", "=", companyId).execute();
}

/** Ids of the companies whose time has come. */
export async function listDueForDeletion(tx: Tx, now: Date): Promise<string[]> {
  const due = await tx
    .selectFrom("companies")
    .select("id")
    .where("deletion_at", "<=", now)
    .orderBy("id")
    .execute();
  return due.map(({ id }) => id);
}

/** Holds the company until the transaction ends; false where its time has not come, or not any more. */
export async function lockDueForDeletion(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const company = await tx
    .selectFrom("companies")
    .select("id")
    .where("id", "=", companyId)
    .where("deletion_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return company !== undefined;
}
