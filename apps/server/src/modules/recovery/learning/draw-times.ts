import { integrationProviders } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { readyClasses, type RecoveryModel, type TimesSettings } from "./model-rows.ts";

/**
 * Draws whose failed payments are tried by learned times, half of the customers, once for each payment and the same for all of a
 * customer: SHA-256 of the company's key, a word of its own and the customer's id, so that it says nothing of who is written to
 * later. Every failure of a class that was learned by then is drawn, whatever became of it, but what is never tried from here: plans
 * that are left alone, and bills that came by a file (decision 0183).
 */
export async function drawTimes(
  tx: Tx,
  companyId: string,
  { timesSince, timesUntil, ownSince, controlKey }: TimesSettings,
  model: RecoveryModel,
  excludedPlans: readonly string[],
): Promise<void> {
  if (timesSince === null || timesUntil !== null || ownSince === null || controlKey === null) return;
  for (const name of readyClasses(model)) {
    const since = new Date(
      Math.max(timesSince.getTime(), ownSince.getTime(), Date.parse(model.enoughSince[name] ?? "")),
    );
    await sql`
      update recovery_cases set times_arm = case when
          ('x' || substr(encode(sha256(${controlKey}::bytea || 'times'::bytea || uuid_send(customer_id)), 'hex'), 1, 12))::bit(48)::bigint
            / 281474976710656.0 < 0.5 then 'learned' else 'fixed' end
      where company_id = ${companyId} and times_arm is null and first_failed_at >= ${since} and decline_class = ${name}
        and source = any(${[...integrationProviders]}) and (plan is null or plan <> all(${[...excludedPlans]}))`.execute(
      tx,
    );
  }
}
