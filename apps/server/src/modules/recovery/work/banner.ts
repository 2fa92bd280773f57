import type { DeclineClassName, RecoveryBanner } from "@forestay/contracts";
import { mayRetry } from "@forestay/metrics";
import { findCustomerId, toMajorUnits } from "#modules/customers/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { paymentLinkToken } from "../payment-link.ts";
import { graceEnd, moneyWords } from "./message-content.ts";
import { readWork } from "./read-situations.ts";

/**
 * What a company's own app shows a customer whose payment failed, from the first day on: the oldest open one. Nothing where none
 * is open, it is paused, or its plan is left alone. Never the reason of the decline. Throws `not_found` for a customer who is
 * not known.
 */
export async function readBanner(
  { db, clock, config, secretKeys }: Pick<ModuleContext, "db" | "clock" | "config" | "secretKeys">,
  companyId: string,
  { externalId }: { externalId: string },
): Promise<RecoveryBanner> {
  return withTenant(db, companyId, async (tx) => {
    const customerId = await findCustomerId(tx, companyId, { externalId });
    if (customerId === undefined) throw new AppError("not_found", { message: "No customer has this id." });
    const work = await readWork(tx, companyId);
    const row = await tx
      .selectFrom("recovery_cases")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId)
      .where("closed_at", "is", null)
      .where("paused_at", "is", null)
      .orderBy("first_failed_at")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined || (row.plan !== null && work.policy.excludedPlans.includes(row.plan)))
      return { banner: null };
    const now = clock.now();
    const openMinor = row.amount_minor - row.recovered_minor;
    const isTried = mayRetry({ class: row.decline_class as DeclineClassName, reason: "not_said" });
    const amount = moneyWords(openMinor, row.currency);
    const token = paymentLinkToken(secretKeys, { companyId, caseId: row.id }, now);
    return {
      banner: {
        caseId: row.id,
        tone: isTried ? "info" : "action",
        title: isTried ? "Your payment did not go through" : "Your payment needs another card",
        text: isTried
          ? `${amount} is open. It is tried again by itself; you can also pay now or use another card.`
          : `${amount} is open, and cannot be taken from the card on file.`,
        amount: toMajorUnits(openMinor, row.currency),
        currency: row.currency,
        failedAt: row.first_failed_at.toISOString(),
        graceUntil: graceEnd(row.first_failed_at, work.policy.graceDays).toISOString(),
        actionLabel: "Pay or use another card",
        actionUrl: webAddress(config, `/pay?token=${token}`),
      },
    };
  });
}
