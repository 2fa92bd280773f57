import { sql } from "kysely";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { Database } from "#platform/db/database.ts";

/** What was planned by other rules is planned anew, within the minute; where nothing is done from here there is nothing to plan. */
export async function planEveryCaseAnew(tx: Tx, companyId: string): Promise<void> {
  await tx
    .updateTable("recovery_settings")
    .set({ plan_anew: true })
    .where("company_id", "=", companyId)
    .execute();
}

/** Makes every open case due, where that was asked for; of two hundred thousand it takes longer than a request has. */
export async function lookAtEveryOpenCase(db: Database, companyId: string): Promise<void> {
  await withTenant(
    db,
    companyId,
    async (tx) => {
      const asked = await tx
        .updateTable("recovery_settings")
        .set({ plan_anew: false })
        .where("company_id", "=", companyId)
        .where("plan_anew", "=", true)
        .executeTakeFirst();
      if (asked.numUpdatedRows === 0n) return;
      await sql`update recovery_cases set look_at = first_failed_at
        where company_id = ${companyId} and closed_at is null and look_at is distinct from first_failed_at`.execute(
        tx,
      );
    },
    EVERY_ROW,
  );
}
