import type { Decline } from "@forestay/metrics";
import { readCardInPlace } from "#modules/integrations/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { declineNow } from "./plan-case.ts";
import { findOpen } from "../case-rows.ts";
import { readSituations, readWork, type LastTry } from "./read-situations.ts";

/** A card that a customer put in place after the last one failed. */
export interface AnotherCard {
  paymentMethod: string;
  cardKey: string | null;
  addedAt: string;
}

/**
 * Whether a card is another one than the last that was tried: given since then, or of another number. After a decline for good
 * only another number counts, as a card that was stolen is not mended by giving it again (decision 0145).
 */
export function isAnotherCard(card: AnotherCard, last: LastTry, decline: Decline): boolean {
  if (last.named.includes(card.paymentMethod)) return false;
  const isOtherNumber = card.cardKey !== null && last.cardKey !== null && card.cardKey !== last.cardKey;
  return isOtherNumber || (decline.class !== "never" && Date.parse(card.addedAt) > last.atMs);
}

/** Whether the bank of an open case's customer wants a confirmation: by its last decline, of the ledger or of a try of ours. */
export async function waitsForConfirmation(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  caseId: string,
): Promise<boolean> {
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const row = await findOpen(tx, companyId, caseId);
    if (row === undefined) return false;
    const work = await readWork(tx, companyId);
    const situations = await readSituations({ tx, client }, companyId, [row], { work, now: clock.now() });
    return declineNow(situations.get(caseId)!.known).reason === "needs_authentication";
  });
}

/**
 * The card that the customer of an open case has put in place since the last try. Null: there is none, tries are not ours, or
 * nobody can say at the moment.
 */
export async function findAnotherCard(
  context: ModuleContext,
  companyId: string,
  caseId: string,
): Promise<AnotherCard | null> {
  const found = await withTenantClient(context.db, companyId, async ({ tx, client }) => {
    const row = await findOpen(tx, companyId, caseId);
    const work = await readWork(tx, companyId);
    if (row === undefined || work.ownSinceMs === null) return null;
    const now = context.clock.now();
    const { known, lastTry } = (await readSituations({ tx, client }, companyId, [row], { work, now })).get(
      caseId,
    )!;
    return known.isFromProvider ? { row, known, lastTry } : null;
  });
  if (found === null) return null;
  const { source, invoice_source_id: invoiceSourceId } = found.row;
  const card = await readCardInPlace(context, companyId, { source, invoiceSourceId });
  return card !== null && isAnotherCard(card, found.lastTry, declineNow(found.known)) ? card : null;
}
