import { createHash, timingSafeEqual } from "node:crypto";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { couldBeSecret, newsOfForm } from "./connectors/mailchimp/webhooks.ts";
import { openFor } from "./credential.ts";
import { followSoon } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { findIntegration } from "./integration-rows.ts";

const hashed = (text: string) => createHash("sha256").update(text).digest();

/**
 * Mailchimp asks whether somebody is there before it takes an address, which is before its secret can be kept: what could be one
 * is answered alike, whether it is or not.
 */
export async function checkMailchimp({ secret }: { secret: string }): Promise<Record<string, never>> {
  if (!couldBeSecret(secret)) throw new AppError("not_found");
  return {};
}

/**
 * Keeps what a company's Mailchimp account tells, once, before it is answered; a job reads the members it names, since nothing of
 * it is signed. At an address that is not the one it was given nothing is kept.
 */
export async function receiveMailchimp(
  { db, jobs, clock, secretKeys }: Pick<ModuleContext, "db" | "jobs" | "clock" | "secretKeys">,
  { companyId, secret }: { companyId: string; secret: string },
  body: Uint8Array,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, "mailchimp");
    // Whoever guesses an address learns nothing of it.
    if (!row?.webhook_secret) throw new AppError("not_found");
    const ours = openFor(secretKeys, companyId, "mailchimp", "webhook_secret", row.webhook_secret);
    if (!timingSafeEqual(hashed(ours), hashed(secret))) throw new AppError("not_found");
    let isNews = false;
    for (const change of newsOfForm(Buffer.from(body), clock.now()))
      if (await keepChange(tx, companyId, "mailchimp", change, clock.now())) isNews = true;
    if (!isNews) return;
    await followSoon(tx, jobs, companyId, "mailchimp");
  });
}
