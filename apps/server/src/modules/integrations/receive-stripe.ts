import { Stripe } from "stripe";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { changeOf } from "./connectors/stripe/changes.ts";
import { openFor } from "./credential.ts";
import { followSoon } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { findIntegration } from "./integration-rows.ts";

const TOLERANCE_SECONDS = 300;
const refused = () => new AppError("not_found");

/**
 * Keeps what a company's Stripe account tells, once, before it is answered; a job takes it in. Without the right signature
 * of the last five minutes nothing is kept.
 */
export async function receiveStripe(
  { db, jobs, clock, secretKeys }: Pick<ModuleContext, "db" | "jobs" | "clock" | "secretKeys">,
  companyId: string,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, "stripe");
    // Whoever guesses an address learns nothing of it.
    if (!row?.webhook_secret || signature === undefined) throw refused();
    const secret = openFor(secretKeys, companyId, "stripe", "webhook_secret", row.webhook_secret);
    const event = verified(Buffer.from(body), signature, secret, clock.now());
    const change = changeOf(event);
    if (change === null || !(await keepChange(tx, companyId, "stripe", change, clock.now()))) return;
    await followSoon(tx, jobs, companyId, "stripe");
  });
}

function verified(body: Buffer, signature: string, secret: string, now: Date): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch {
    throw refused();
  }
}
