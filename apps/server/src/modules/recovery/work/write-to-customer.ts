import { fillTags, MINUTE_MS, type PolicyMessage, type RecoveryHold } from "@forestay/contracts";
import { integrationProviders } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import { readSending, writeMessages, type Recipient } from "#modules/customer-mail/index.ts";
import { readOpenBill } from "#modules/integrations/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import { findOpen, lockCase, toCases, type CaseRow } from "../case-rows.ts";
import { keepCasesOf } from "../keep-cases.ts";
import { paymentLinkToken } from "../payment-link.ts";
import { keepDeed } from "./deeds.ts";
import { contentOf, linkMessage, valuesOf } from "./message-content.ts";
import { readSituations, readWork, sequenceOf, type Work } from "./read-situations.ts";
import { planCase } from "./plan-case.ts";

/** The provider could not say how the bill stands: nobody is written to meanwhile. */
const ASK_AGAIN_MS = 15 * MINUTE_MS;

interface Again {
  heldBy: RecoveryHold | null;
  at: Date | null;
}
/** What the provider says against writing. */
interface Refusal extends Again {
  heldBy: keyof typeof refusals;
}

/**
 * Writes the message of one day to the customer of a case, once. The bill is asked for at its provider first: nobody is
 * written to about one that is paid. Null: it is written, or nothing is left to write. Else when to look again.
 */
export async function writeToCustomer(
  context: ModuleContext,
  companyId: string,
  caseId: string,
  day: number,
): Promise<Again | null> {
  const row = await withTenant(context.db, companyId, (tx) => findOpen(tx, companyId, caseId));
  if (row === undefined) return null;
  const bill = await billNow(context, companyId, row);
  if ("heldBy" in bill) return bill;
  return withTenantClient(context.db, companyId, async ({ tx, client }) => {
    const now = context.clock.now();
    const locked = await lockCase(tx, companyId, caseId);
    if (locked.closed_at !== null) return null;
    const work = await readWork(tx, companyId);
    const situation = (await readSituations({ tx, client }, companyId, [locked], { work, now })).get(caseId)!;
    // Somebody may have paused it, written, or changed the policy since it was planned.
    const step = planCase(situation.known, work).steps.find(({ what }) => what === "message");
    const { recipient } = situation;
    if (step?.what !== "message" || step.day !== day || step.atMs > now.getTime()) return null;
    if (recipient?.address == null) return { heldBy: "no_address", at: null };
    const quiet = await quietTime({ tx, companyId, recipient, now });
    // Kept back here and not in the queue of messages: who pays in the night is not written to in the morning.
    if (quiet !== null) return { heldBy: null, at: quiet };
    const message = sequenceOf(work, locked)?.messages.find(({ afterDays }) => afterDays === day);
    if (message === undefined) return null;
    const { status, subject } = await write(
      context,
      { tx, companyId, row: locked, work, recipient, now },
      message,
      {
        key: `recovery:${caseId}:${day}`,
        step: `day-${day}`,
        ...(bill.remainingMinor === undefined ? {} : { remainingMinor: bill.remainingMinor }),
      },
    );
    await keepWritten(tx, companyId, locked, now, { last_message_day: day, last_message_at: now });
    await keepDeed(tx, companyId, caseId, {
      kind: "message",
      at: now,
      by: null,
      day,
      subject,
      note: status === "suppressed" ? "suppressed" : "",
    });
    await keepCasesOf({ tx, client }, companyId, [locked.customer_id], now);
    return null;
  });
}

/** Writes to the customer at once, as somebody wants. Throws `invalid_state` in words where that cannot be. */
export async function sendLink(context: ModuleContext, user: CompanyUser, caseId: string) {
  const { companyId } = user;
  const row = await withTenant(context.db, companyId, (tx) => lockCase(tx, companyId, caseId));
  requireOpen(row);
  const bill = await billNow(context, companyId, row);
  if ("heldBy" in bill) throw new AppError("invalid_state", { message: refusals[bill.heldBy] });
  return withTenantClient(context.db, companyId, async ({ tx, client }) => {
    const now = context.clock.now();
    const locked = await lockCase(tx, companyId, caseId);
    requireOpen(locked);
    const work = await readWork(tx, companyId);
    const { known, recipient } = (
      await readSituations({ tx, client }, companyId, [locked], { work, now })
    ).get(caseId)!;
    if (recipient?.address == null)
      throw new AppError("invalid_state", { message: "No e-mail address of this customer is known." });
    if (known.isDisputed) throw new AppError("invalid_state", { message: refusals.disputed });
    // Two who press at once send one: a message a minute is enough for anybody.
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const writing = { tx, companyId, row: locked, work, recipient, now };
    const { status, subject } = await write(context, writing, linkMessage, {
      key: `recovery:${caseId}:by-hand:${minute}`,
      step: "by-hand",
      ...(bill.remainingMinor === undefined ? {} : { remainingMinor: bill.remainingMinor }),
    });
    if (status === undefined)
      throw new AppError("invalid_state", { message: "The link was sent within this minute already." });
    if (status === "suppressed")
      throw new AppError("invalid_state", {
        message: "This address is not written to any more: see the list under Settings, Sending.",
      });
    await keepWritten(tx, companyId, locked, now, { last_message_at: now });
    await keepDeed(tx, companyId, caseId, {
      kind: "link_sent",
      at: now,
      by: user,
      subject,
    });
    await recordAudit(tx, user, {
      action: "recovery.link_sent",
      target: `${recipient.values["customer.fullName"] ?? ""}, ${locked.invoice_source_id}`,
      targetId: locked.customer_id,
    });
    await keepCasesOf({ tx, client }, companyId, [locked.customer_id], now);
    await publishEvent(tx, { companyId }, "recovery_changed", {});
    const [one] = await toCases(tx, companyId, [await lockCase(tx, companyId, caseId)], now);
    return one!;
  });
}

const refusals = {
  settled_there: "Your provider says that this bill is settled; its news is on the way.",
  disputed: "A payment of this customer is disputed: nobody is written to until that is decided.",
  unavailable: "Your provider does not answer at the moment. Try again in a few minutes.",
  not_connected:
    "The provider of this bill is not connected any more, so that nobody knows whether it is open.",
};

function requireOpen(row: CaseRow): void {
  if (row.closed_at !== null)
    throw new AppError("invalid_state", { message: "This failed payment is settled already." });
}

/** How the bill stands where it comes from; a bill of a file is known by the ledger alone. */
async function billNow(
  context: ModuleContext,
  companyId: string,
  row: CaseRow,
): Promise<Refusal | { remainingMinor?: number }> {
  if (!(integrationProviders as readonly string[]).includes(row.source)) return {};
  const bill = await readOpenBill(context, companyId, {
    source: row.source,
    invoiceSourceId: row.invoice_source_id,
  });
  const now = context.clock.now().getTime();
  if (bill === null) return { heldBy: "settled_there", at: null };
  if ("kind" in bill)
    return bill.retryAfterMs === null && /not connected/.test(bill.message)
      ? { heldBy: "not_connected", at: null }
      : { heldBy: "unavailable", at: new Date(now + Math.max(bill.retryAfterMs ?? 0, ASK_AGAIN_MS)) };
  if (bill.isDisputed) return { heldBy: "disputed", at: null };
  if (bill.status !== "open") return { heldBy: "settled_there", at: null };
  return { remainingMinor: bill.remainingMinor };
}

interface Writing {
  tx: Parameters<typeof writeMessages>[0];
  companyId: string;
  row: CaseRow;
  work: Work;
  recipient: Recipient;
  now: Date;
}

async function quietTime({ tx, companyId, recipient, now }: Omit<Writing, "row" | "work">) {
  const { quietHours, companyTimeZone } = await readSending(tx, companyId);
  return quietUntil(now, quietHours, recipient.timeZone ?? companyTimeZone);
}

async function write(
  context: ModuleContext,
  { tx, companyId, row, work, recipient, now }: Writing,
  message: Pick<PolicyMessage, "subject" | "body">,
  { key, step, remainingMinor }: { key: string; step: string; remainingMinor?: number },
) {
  const token = paymentLinkToken(context.secretKeys, { companyId, caseId: row.id }, now);
  const values = valuesOf({
    row,
    ...(remainingMinor === undefined ? {} : { remainingMinor }),
    firstName: recipient.values["customer.firstName"] ?? null,
    companyName: work.companyName,
    policy: work.policy,
    timeZone: recipient.timeZone ?? work.timeZone,
    link: webAddress(context.config, `/pay?token=${token}`),
  });
  const statuses = await writeMessages(tx, context, companyId, {
    kind: "transactional",
    source: { kind: "recovery", id: row.id, step },
    content: contentOf(message),
    messages: [
      {
        customerId: row.customer_id,
        address: recipient.address ?? "",
        uniqueKey: key,
        timeZone: recipient.timeZone,
        values,
      },
    ],
  });
  return { status: statuses.get(key), subject: fillTags(message.subject, values) };
}

async function keepWritten(
  tx: Writing["tx"],
  companyId: string,
  row: CaseRow,
  now: Date,
  columns: { last_message_day?: number; last_message_at: Date },
): Promise<void> {
  await tx
    .updateTable("recovery_cases")
    .set((is) => ({
      ...columns,
      first_message_at: row.first_message_at ?? now,
      messages: is("messages", "+", 1),
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", row.id)
    .execute();
}
