import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** What was planned by other rules is planned anew, within the minute. */
export async function lookAtEveryOpenCase(tx: Tx, companyId: string): Promise<void> {
  await sql`update recovery_cases set look_at = first_failed_at
    where company_id = ${companyId} and closed_at is null and look_at is distinct from first_failed_at`.execute(
    tx,
  );
}
