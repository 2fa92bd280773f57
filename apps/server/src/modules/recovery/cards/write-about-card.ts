import { HOUR_MS, type CardHold, type CardTag } from "@forestay/contracts";
import { endsAskedFor } from "#modules/cancel-flow/index.ts";
import {
  heldUntil,
  messagesOfSource,
  readRecipients,
  writeMessages,
  type Recipient,
} from "#modules/customer-mail/index.ts";
import { createCardPage, readChargedCard } from "#modules/integrations/index.ts";
import { subscriptionBegan } from "#modules/ledger/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { clientUnder, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isMeant } from "../case-from-bill.ts";
import { contentOf } from "../work/message-content.ts";
import { readWork } from "../work/read-situations.ts";
import { cardLinkToken, planOf, readShares, rulesOf, type CardRow } from "./card-rows.ts";
import { forget } from "./read-cards.ts";

/** What could not leave within this was overtaken: it is asked about anew. */
const LEAVES_WITHIN_MS = 6 * HOUR_MS;
const BUTTON = "Put another card in place";

export const cardContent = (message: { subject: string; body: string }) => contentOf(message, BUTTON);

/**
 * Asks the customer of a card for another one, where the time for it has come: once for each message of the policy. The system
 * is asked before, so that nobody is written to about a card that is replaced, or sent to a page that cannot be opened; what it
 * says is kept.
 */
export async function writeAboutCard(
  context: ModuleContext & Pick<JobRun<unknown>, "signal">,
  companyId: string,
  id: string,
): Promise<void> {
  const row = await withTenant(context.db, companyId, async (tx) => {
    const found = await findDue(context, tx, companyId, id);
    return found?.row;
  });
  if (row === undefined) return;
  const { signal } = context;
  const { source, customer_source_id: customerId, subscription_source_id: subscriptionId } = row;
  const card = await readChargedCard(context, companyId, { source, subscriptionId }, signal);
  // It cannot be asked now: nobody is written to meanwhile.
  if (card !== null && "kind" in card) return;
  const isAsked = card !== null && !card.hasOther && Date.parse(card.endsAt) <= row.charges_at.getTime();
  const returnUrl = webAddress(context.config, "/pay");
  const page = isAsked
    ? await createCardPage(context, companyId, { source, customerId, returnUrl }, signal)
    : null;
  const hasNoPage = page?.kind === "none" && page.reason === "no_page";
  if (page !== null && !("url" in page) && !hasNoPage) return;
  await withTenant(context.db, companyId, async (tx) => {
    const now = context.clock.now();
    const due = await findDue(context, tx, companyId, id, true);
    if (due === undefined) return;
    if (card === null || Date.parse(card.endsAt) > due.row.charges_at.getTime()) {
      await change(tx, companyId, id, { outcome: card === null ? "ended" : "replaced", closed_at: now });
      await forget(tx, companyId, [id], "Another card is in place.");
      return;
    }
    if (card.hasOther) {
      await change(tx, companyId, id, { held_reason: "other_card" satisfies CardHold });
      return;
    }
    if (hasNoPage || page === null) {
      // Asked again once cards are read anew.
      if (hasNoPage) await change(tx, companyId, id, { held_reason: "no_page" satisfies CardHold });
      return;
    }
    const message = due.work.policy.cardMessages.find(({ daysBefore }) => daysBefore === due.daysBefore);
    if (message === undefined) return;
    // How many were written before is in it: for what expired, or is asked anew of who came back, there is another one.
    const earlier = await messagesOfSource(tx, companyId, { kind: "card", id });
    const key = `card:${id}:${due.daysBefore}:${earlier.length}`;
    const statuses = await writeMessages(tx, context, companyId, {
      kind: "transactional",
      source: { kind: "card", id, step: `before-${due.daysBefore}` },
      content: cardContent(message),
      expiresAt: new Date(now.getTime() + LEAVES_WITHIN_MS),
      messages: [
        {
          customerId: due.row.customer_id,
          address: due.recipient.address ?? "",
          uniqueKey: key,
          timeZone: due.recipient.timeZone,
          values: {
            ...cardValues(due.row, due.recipient, due.work),
            link: webAddress(
              context.config,
              `/pay?token=${cardLinkToken(context.secretKeys, { companyId, cardId: id }, now)}`,
            ),
          },
        },
      ],
    });
    const status = statuses.get(key);
    // Nobody is counted as asked who was not written to.
    if (status === undefined) return;
    const isSuppressed = status === "suppressed";
    await change(tx, companyId, id, {
      last_message_day: due.daysBefore,
      last_message_at: now,
      ...(isSuppressed
        ? { held_reason: "suppressed" satisfies CardHold }
        : { messages: due.row.messages + 1 }),
    });
  });
}

/** The card with all that a message needs, where one is due and may leave at this moment. */
async function findDue(
  { clock }: Pick<ModuleContext, "clock">,
  tx: Tx,
  companyId: string,
  id: string,
  isLocked = false,
) {
  const now = clock.now();
  const row = await tx
    .selectFrom("recovery_cards")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .$if(isLocked, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Whoever cancels is not asked for another card for what they had then; a payment that comes all the same is not one that they want.
  const saidEnd = (await endsAskedFor(clientUnder(tx), companyId, [row.customer_id])).get(row.customer_id);
  if (saidEnd !== undefined) {
    const { source, subscription_source_id: subscriptionId } = row;
    const began = await subscriptionBegan(clientUnder(tx), companyId, { source, subscriptionId });
    const subscribedMs = began?.getTime() ?? null;
    if (isMeant({ subscribedMs, atMs: now.getTime() }, saidEnd.getTime())) return undefined;
  }
  const work = await readWork(tx, companyId);
  const recipient = (await readRecipients(tx, companyId, [row.customer_id])).get(row.customer_id);
  const share = (await readShares(tx, companyId, [id])).get(id);
  const plan = planOf(row, share, rulesOf(work), recipient?.address ?? null, now);
  if (plan.atMs === null || plan.atMs > now.getTime() || recipient?.address == null) return undefined;
  // Kept back here and not among what waits to leave: until then the card may be another one.
  const { address, timeZone } = recipient;
  if ((await heldUntil(tx, companyId, { address, timeZone }, now)) !== null) return undefined;
  return { row, work, recipient, daysBefore: plan.daysBefore };
}

const change = async (
  tx: Tx,
  companyId: string,
  id: string,
  columns: Partial<Omit<CardRow, "company_id" | "id">>,
) => {
  await tx
    .updateTable("recovery_cards")
    .set(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
};

/** What a message says of one card. */
export function cardValues(
  row: Pick<CardRow, "brand" | "last4" | "plan" | "ends_on" | "charges_at">,
  recipient: Pick<Recipient, "timeZone" | "values"> | undefined,
  work: { companyName: string; timeZone: string },
): Record<CardTag, string> {
  const day = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(at);
  return {
    name: recipient?.values["customer.firstName"] ?? "there",
    company: work.companyName,
    plan: row.plan ?? "subscription",
    card: `${brandWords(row.brand)} ending in ${row.last4}`,
    card_end: day(new Date(`${row.ends_on}T00:00:00Z`), "UTC"),
    charge_date: day(row.charges_at, recipient?.timeZone ?? work.timeZone),
  };
}

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};
const brandWords = (brand: string) => brands[brand.toLowerCase()] ?? "Card";
