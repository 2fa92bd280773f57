import type { Database } from "#platform/db/database.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";

/**
 * The mark on people's own company that it takes, or took, sample customers in. Whoever ends a loading or takes the sample
 * back locks it first: of the two, one is before the other, and no sample customer is left behind unmarked.
 */

/** Since when sample customers are wanted here; null when they are not. */
export async function sampleWantedAt(tx: Tx, companyId: string): Promise<Date | null> {
  const company = await tx
    .selectFrom("companies")
    .select("sample_loaded_at")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return company?.sample_loaded_at ?? null;
}

/** Whether the company shows sample customers: the sample company, or people's own that took them in. */
export async function isSampleCompany(tx: Tx, companyId: string): Promise<boolean> {
  const company = await tx
    .selectFrom("companies")
    .select("is_demo")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return company?.is_demo === true;
}

/** Whether this is the sample company itself, and not people's own with sample customers in it. */
export async function isSampleItself(tx: Tx, companyId: string): Promise<boolean> {
  return (await isSampleCompany(tx, companyId)) && (await sampleWantedAt(tx, companyId)) === null;
}

/** The same, held until the transaction ends. Not a full lock: rows that point to the company go on being written. */
export async function lockSample(tx: Tx, companyId: string): Promise<Date | null> {
  const company = await tx
    .selectFrom("companies")
    .select("sample_loaded_at")
    .where("id", "=", companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return company?.sample_loaded_at ?? null;
}

/**
 * Gives the mark another time, in a transaction of its own: a loading that is on its way under the old one stops at its
 * next step, instead of waiting for the removal while the removal waits for it. False where there is no mark.
 */
export function stopSampleLoad(db: Database, companyId: string): Promise<boolean> {
  return withSystem(db, async (tx) => {
    const wantedAt = await lockSample(tx, companyId);
    if (wantedAt === null) return false;
    await tx
      .updateTable("companies")
      .set({ sample_loaded_at: new Date(wantedAt.getTime() + 1), sample_share: null })
      .where("id", "=", companyId)
      .execute();
    return true;
  });
}

/** Notes how much of the sample is written, 0 to 1. False where this sample is not wanted any more. */
export async function setSampleShare(
  db: Database,
  companyId: string,
  wantedAt: Date,
  share: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await withSystem(db, (tx) =>
    tx
      .updateTable("companies")
      .set({ sample_share: share })
      .where("id", "=", companyId)
      .where("sample_loaded_at", "=", wantedAt)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

/** How much of the sample is written; null when none is on its way. */
export async function readSampleShare(tx: Tx, companyId: string): Promise<number | null> {
  const company = await tx
    .selectFrom("companies")
    .select("sample_share")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return company?.sample_share ?? null;
}
