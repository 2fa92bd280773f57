import { sql } from "kysely";
import type { Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { tellBy } from "./value-sources.ts";

/**
 * Keeps what a person says of a customer: that it left on a day that has come, as the company's own label; or that it
 * will, as the end of its subscription. A customer of whom somebody said so before keeps that. Returns whether anything was
 * written.
 */
export async function recordLeaving(
  tx: Tx,
  companyId: string,
  customerId: string,
  { leftAt, now, user }: { leftAt: Date; now: Date; user: Actor },
): Promise<boolean> {
  await tellBy(tx, companyId, user);
  const { numAffectedRows } =
    leftAt <= now
      ? await sql`update customers set churned = true, churned_at = ${leftAt}, updated_at = ${now}
          where company_id = ${companyId} and id = ${customerId} and churned is not true and churned_at is null`.execute(
          tx,
        )
      : await sql`update customers set ended_at = ${leftAt}, updated_at = ${now}
          where company_id = ${companyId} and id = ${customerId} and ended_at is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Takes back what `recordLeaving` wrote, where nobody has said anything else meanwhile. */
export async function takeBackLeaving(
  tx: Tx,
  companyId: string,
  customerId: string,
  { leftAt, now, user }: { leftAt: Date; now: Date; user: Actor },
): Promise<void> {
  await tellBy(tx, companyId, user);
  await sql`update customers set
      churned = case when churned_at = ${leftAt} then null else churned end,
      churned_at = nullif(churned_at, ${leftAt}), ended_at = nullif(ended_at, ${leftAt}), updated_at = ${now}
    where company_id = ${companyId} and id = ${customerId}`.execute(tx);
}
