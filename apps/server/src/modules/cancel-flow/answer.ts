import {
  cancelOfferWords,
  type cancelDecisionInput,
  type cancelReasonInput,
  type CancelOffer,
  type CancelOutcome,
  type CancelSeen,
} from "@forestay/contracts";
import type { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { addTimelineEntry } from "#modules/customers/index.ts";
import { readSignedLink } from "#platform/crypto/signed-link.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cancelDecided } from "./events.ts";
import { readFlow } from "./flow.ts";
import { CANCEL_PURPOSE, lockSession, type SessionRow } from "./sessions.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "secretKeys" | "events">;

/** What is asked of whoever holds the link, and what they said so far. Throws `not_found` for a link that is none of ours. */
export const lookAtSession = (context: Context, token: string): Promise<CancelSeen> =>
  withSession(context, token, ({ row, tx, companyId }) => seen(context, tx, companyId, row));

/** Keeps the reason, and answers with what is offered for it. Throws `invalid_state` once it is decided or over. */
export const sayReason = (
  context: Context,
  token: string,
  { reasonId, words }: z.output<typeof cancelReasonInput>,
): Promise<CancelSeen> =>
  withSession(context, token, async ({ row, tx, companyId }) => {
    requireOpen(context, row);
    const { flow } = await readFlow(tx, companyId);
    const reason = flow.reasons.find(({ id }) => id === reasonId);
    if (reason === undefined)
      throw new AppError("validation_failed", { fields: { reasonId: "Choose one of the reasons" } });
    const changed = await change(tx, companyId, row.id, {
      reason_id: reason.id,
      reason_label: reason.label,
      words,
      offer: reason.offer === null ? null : JSON.stringify(reason.offer),
    });
    return seen(context, tx, companyId, changed);
  });

/** Ends it as the customer wants. Cancelling needs neither a reason nor an offer. Twice the same is once. */
export const decide = (
  context: Context,
  token: string,
  { decision }: z.output<typeof cancelDecisionInput>,
): Promise<CancelSeen> =>
  withSession(context, token, async ({ row, tx, companyId }) => {
    const outcome = ({ accept: "accepted", cancel: "canceled", keep: "kept" } as const)[decision];
    if (row.outcome === outcome) return seen(context, tx, companyId, row);
    requireOpen(context, row);
    if (outcome === "accepted" && row.offer === null)
      throw new AppError("invalid_state", { message: "Nothing was offered." });
    const now = context.clock.now();
    const changed = await change(tx, companyId, row.id, { outcome, decided_at: now });
    await addTimelineEntry(tx, companyId, {
      customerId: row.customer_id,
      type: "cancel_flow",
      title: titleOf(changed),
      actor: { visitor: true, companyId, ipAddress: "" },
      occurredAt: now,
      data: { sessionId: row.id, reason: row.reason_label, words: row.words },
    });
    await context.events.emit(tx, cancelDecided, {
      companyId,
      customerId: row.customer_id,
      outcome,
      decidedAt: now,
    });
    await publishEvent(tx, { companyId }, "recovery_changed", {});
    return seen(context, tx, companyId, changed);
  });

function titleOf({ outcome, reason_label: reason, offer }: SessionRow): string {
  const because = reason === null ? "" : `: ${reason}`;
  if (outcome === "accepted")
    return `Took "${cancelOfferWords(offer as unknown as CancelOffer)}" instead of canceling${because}`;
  return outcome === "canceled"
    ? `Canceled in the cancel flow${because}`
    : `Left the cancel flow and stayed${because}`;
}

function requireOpen({ clock }: Context, row: SessionRow): void {
  if (row.outcome !== null) throw new AppError("invalid_state", { message: "This is decided already." });
  if (row.expires_at <= clock.now())
    throw new AppError("invalid_state", { message: "This link is over. Begin again in your account." });
}

interface Held {
  tx: Tx;
  companyId: string;
  row: SessionRow;
}

async function withSession<T>(
  { db, secretKeys }: Context,
  token: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const link = readSignedLink(secretKeys, CANCEL_PURPOSE, token);
  if (link === null) throw new AppError("not_found", { message: "This link is not complete." });
  const { companyId, id } = link;
  return withTenant(db, companyId, async (tx) =>
    work({ tx, companyId, row: await lockSession(tx, companyId, id) }),
  );
}

async function change(
  tx: Tx,
  companyId: string,
  id: string,
  columns: Partial<{
    reason_id: string;
    reason_label: string;
    words: string;
    offer: string | null;
    outcome: CancelOutcome;
    decided_at: Date;
  }>,
): Promise<SessionRow> {
  return tx
    .updateTable("cancel_sessions")
    .set(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function seen({ clock }: Context, tx: Tx, companyId: string, row: SessionRow): Promise<CancelSeen> {
  const { flow } = await readFlow(tx, companyId);
  const { name } = await readCompanySettings(tx, companyId);
  const isOver = row.expires_at <= clock.now();
  return {
    state: row.outcome !== null ? "decided" : isOver ? "expired" : flow.isOn ? "open" : "off",
    companyName: name,
    reasons: flow.reasons.map(({ id, label }) => ({ id, label })),
    asksForWords: flow.asksForWords,
    reasonId: row.reason_id,
    offer: row.offer as CancelOffer | null,
    outcome: row.outcome as CancelOutcome | null,
    returnUrl:
      row.outcome === null || row.return_url === null ? null : withOutcome(row.return_url, row.outcome),
  };
}

function withOutcome(address: string, outcome: string): string {
  const url = new URL(address);
  url.searchParams.set("outcome", outcome);
  return url.href;
}
