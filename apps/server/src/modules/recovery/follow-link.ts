import type { paymentLinkSchema, paymentLinkOpenedSchema } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import { createCardLink } from "#modules/integrations/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readCardLink } from "./cards/card-rows.ts";
import { lookAtCardLink, openCardLink } from "./cards/follow-card-link.ts";
import { lockCase, type CaseRow } from "./case-rows.ts";
import { keepCasesOf } from "./keep-cases.ts";
import { paymentLinkToken, readPaymentLink } from "./payment-link.ts";
import { waitsForConfirmation } from "./work/another-card.ts";
import { keepDeed } from "./work/deeds.ts";
import { readWorkSettings } from "./work/settings.ts";
import { tryAnotherCard } from "./work/try-payment.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "config" | "outbound" | "secretKeys">;

/** What somebody who holds a link sees: whose bill it is, how much is open, and whether it still is. No name, no card, no reason. */
export async function lookAtLink(
  context: Context,
  token: string,
): Promise<z.input<typeof paymentLinkSchema>> {
  const ofCard = readCardLink(context.secretKeys, token);
  if (ofCard !== null) return (await lookAtCardLink(context, ofCard)) ?? thrown(notFound());
  const { row, companyName, isOver } = await readLinked(context, token, null);
  const open = row.amount_minor - row.recovered_minor;
  return {
    kind: "payment",
    state: stateOf(row, isOver),
    companyName,
    amount: toMajorUnits(open, row.currency),
    currency: row.currency,
  };
}

/**
 * Where the customer settles it, made now: the provider's own page. That the link was opened stands on the case. Who has put
 * another card in place there is tried with it first, where tries are ours.
 */
export async function openLink(
  context: ModuleContext,
  token: string,
): Promise<z.input<typeof paymentLinkOpenedSchema>> {
  const ofCard = readCardLink(context.secretKeys, token);
  if (ofCard !== null) return (await openCardLink(context, ofCard, token)) ?? thrown(notFound());
  const { row, isOver, isOwn } = await readLinked(context, token, wholeSecond(context.clock.now()));
  const state = stateOf(row, isOver);
  if (state !== "open") return { state, url: null };
  const tried = await tryAnotherCard(context, row.company_id, row.id);
  if (tried === "paid") return { state: "settled", url: null };
  const isConfirmed = await waitsForConfirmation(context, row.company_id, row.id);
  const link = await createCardLink(context, row.company_id, {
    source: row.source,
    invoiceSourceId: row.invoice_source_id,
    returnUrl: webAddress(context.config, `/pay?token=${token}&back=1`),
    // A card that may not be tried from here is not asked for: its customer pays on the bill's page.
    isTried: isOwn && tried !== "refused",
    // By other cards it would be asked in a circle: the bill's page is the only one where it is confirmed.
    isConfirmed,
  });
  if (link.kind === "portal" || link.kind === "hosted")
    return { state: tried === null ? "open" : "declined", url: link.url };
  return { state: link.kind === "settled" ? "settled" : "unavailable", url: null };
}

/** Providers tell payments by the second: what is paid within the same one came after. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

const stateOf = (row: CaseRow, isOver: boolean) =>
  row.closed_at !== null ? ("settled" as const) : isOver ? ("expired" as const) : ("open" as const);

/** The payment behind a link, as the ledger has it now. Throws `not_found` for a link that is none of ours, or of a payment that is gone. */
async function readLinked({ db, clock, secretKeys }: Context, token: string, openedAt: Date | null) {
  const link = readPaymentLink(secretKeys, token);
  if (link === null) throw notFound();
  const { companyId, caseId } = link;
  const now = clock.now();
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const first = await findCase();
    if (first === undefined) throw notFound();
    if (openedAt !== null && first.closed_at === null) {
      await tx
        .updateTable("recovery_cases")
        // Who opens it was written to, if only by hand.
        .set((is) => ({
          link_opened_at: is.fn.coalesce("link_opened_at", is.val(openedAt)),
          first_message_at: is.fn.coalesce("first_message_at", is.val(openedAt)),
        }))
        .where("company_id", "=", companyId)
        .where("id", "=", caseId)
        .execute();
      await publishEvent(tx, { companyId }, "recovery_changed", {});
    }
    await keepCasesOf({ tx, client }, companyId, [first.customer_id], now);
    const row = await findCase();
    if (row === undefined) throw notFound();
    const { name } = await readCompanySettings(tx, companyId);
    const { ownSince } = await readWorkSettings(tx, companyId);
    return { row, companyName: name, isOver: link.expiresAt <= now, isOwn: ownSince !== null };

    function findCase() {
      return tx
        .selectFrom("recovery_cases")
        .selectAll()
        .where("company_id", "=", companyId)
        .where("id", "=", caseId)
        .executeTakeFirst();
    }
  });
}

const thrown = (error: AppError): never => {
  throw error;
};
const notFound = () =>
  new AppError("not_found", {
    message: "This link is not complete, or no longer good. Open it from the mail again.",
  });

/** A link of an open payment, for somebody to hand on. Throws `invalid_state` for one that is settled. */
export async function makeLink(
  { db, clock, config, secretKeys }: Pick<ModuleContext, "db" | "clock" | "config" | "secretKeys">,
  user: CompanyUser,
  caseId: string,
): Promise<{ url: string; expiresAt: string }> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const row = await lockCase(tx, companyId, caseId);
    if (row.closed_at !== null)
      throw new AppError("invalid_state", { message: "This failed payment is settled already." });
    const name = (await readCustomerNames(tx, companyId, [row.customer_id])).get(row.customer_id)?.name ?? "";
    await keepDeed(tx, companyId, caseId, { kind: "link_made", at: clock.now(), by: user });
    await recordAudit(tx, user, {
      action: "recovery.link_made",
      target: `${name}, ${row.invoice_source_id}`,
      targetId: row.customer_id,
    });
    const token = paymentLinkToken(secretKeys, { companyId, caseId }, clock.now());
    const link = readPaymentLink(secretKeys, token);
    return {
      url: webAddress(config, `/pay?token=${token}`),
      expiresAt: link!.expiresAt.toISOString(),
    };
  });
}
