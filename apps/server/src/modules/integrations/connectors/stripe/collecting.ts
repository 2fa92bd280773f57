import { Stripe } from "stripe";
import type { Collecting, Decline, NotTried, OpenBill, PayResult } from "../../collecting.ts";
import { ProviderError } from "../../provider-error.ts";
import { CARD_PATHS, chargedCardOf, newestCardOf } from "./charged-card.ts";
import { currencyOf, toOurMinor } from "./currency.ts";
import { idOf, isoOf } from "./moments.ts";
import { answered, answeredOfCards, Gone, nullWhereGone, toProviderError } from "./stripe-errors.ts";

/** An id that no bill has: a call that may do something is refused for the bill, one that may not for the key. */
const NO_INVOICE = "in_forestaymaycollect";
const PAGE = 100;
/** A status that we do not know is left alone as a draft is. */
const statuses = ["draft", "open", "paid", "void", "uncollectible"] as const;
/** Disputes that are over, and not for the customer: charge.disputed stays true for good. */
const ANSWERED_DISPUTES: readonly string[] = ["won", "warning_closed", "prevented"];

/** Collecting bills of a Stripe account: the bill is read first, and a try has a key, so that none is made twice. */
export function stripeCollecting(stripe: Stripe): Collecting {
  const retrieve = (id: string) =>
    answered(() => stripe.invoices.retrieve(id, { expand: ["payments"] })).catch(nullWhereGone);

  async function isDisputed(invoice: Stripe.Invoice): Promise<boolean> {
    for (const { payment, status } of invoice.payments?.data ?? []) {
      const intent = idOf(payment.payment_intent);
      if (status !== "paid" || intent === null) continue;
      const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 10 });
      if (data.some((one) => !ANSWERED_DISPUTES.includes(one.status))) return true;
    }
    return false;
  }

  return {
    async mayCollect() {
      try {
        await stripe.invoices.pay(NO_INVOICE);
        return true;
      } catch (error) {
        const failed = toProviderError(error);
        // There is no such bill: the key was let through to it.
        if (failed instanceof Gone) return true;
        if (failed.failure === "forbidden") return false;
        throw failed;
      }
    },

    async readBill(invoiceId) {
      const invoice = await retrieve(invoiceId);
      return invoice === null
        ? null
        : { ...billOf(invoice), isDisputed: await answered(() => isDisputed(invoice)) };
    },

    async pay(invoiceId, idempotencyKey, { paymentMethod, isAgain }) {
      const invoice = await retrieve(invoiceId);
      if (invoice === null) return notTried("gone");
      const refused = refusalOf(invoice);
      // A bill that is paid is charged no more: of a key that is known there the answer comes again, and of another one a refusal.
      const isLookedUp = isAgain && refused === "paid";
      if (refused !== null && !isLookedUp) return notTried(refused, isoOf(invoice.next_payment_attempt));
      if (!isLookedUp && (await answered(() => isDisputed(invoice)))) return notTried("disputed");
      try {
        const named = paymentMethod === null ? {} : { payment_method: paymentMethod };
        const paid = await stripe.invoices.pay(invoiceId, named, { idempotencyKey });
        const { paidMinor, currency, hostedUrl, status } = billOf(paid);
        // A bank transfer or debit that is under way: it is told when it is through.
        if (status !== "paid") return { outcome: "needs_confirmation", hostedUrl, isReplay: false };
        return { outcome: "paid", paidMinor, currency };
      } catch (error) {
        return whatHappened(error, invoice);
      }
    },

    async cardInPlace(invoiceId) {
      const invoice = await retrieve(invoiceId);
      const subscriptionId = idOf(invoice?.parent?.subscription_details?.subscription ?? null);
      if (subscriptionId === null) return null;
      const subscription = await answeredOfCards(() =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: CARD_PATHS }),
      ).catch(nullWhereGone);
      return subscription === null ? null : newestCardOf(subscription);
    },

    async cardLink(invoiceId, returnUrl, { isTried, isConfirmed }) {
      const invoice = await retrieve(invoiceId);
      if (invoice === null) return { kind: "none", reason: "gone" };
      const { status, hostedUrl, nextAttemptAt } = billOf(invoice);
      if (status !== "open" && status !== "uncollectible") return { kind: "settled", status };
      // A card that nobody tries leaves the bill open, with a customer who believes to have paid it.
      const isCardEnough = status === "open" && !isConfirmed && (isTried || nextAttemptAt !== null);
      if (!isCardEnough && hostedUrl !== null) return { kind: "hosted", url: hostedUrl };
      const customer = idOf(invoice.customer);
      const portal = customer === null ? null : await portalOf(stripe, customer, returnUrl);
      if (portal !== null) return { kind: "portal", url: portal };
      return hostedUrl === null ? { kind: "none", reason: "no_page" } : { kind: "hosted", url: hostedUrl };
    },

    readCards: (place) =>
      answeredOfCards(async () => {
        // Without a status Stripe lists all that are not canceled.
        const { data, has_more: hasMore } = await stripe.subscriptions.list({
          limit: PAGE,
          ...(place !== null && { starting_after: place }),
          expand: CARD_PATHS.map((path) => `data.${path}`),
        });
        return {
          cards: data.map(chargedCardOf).filter((card) => card !== null),
          next: hasMore ? (data.at(-1)?.id ?? null) : null,
        };
      }),

    async readCard(subscriptionId) {
      const subscription = await answeredOfCards(() =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: CARD_PATHS }),
      ).catch(nullWhereGone);
      return subscription === null ? null : chargedCardOf(subscription);
    },

    async cardPage(customerId, returnUrl) {
      const url = await portalOf(stripe, customerId, returnUrl);
      return url === null ? { kind: "none", reason: "no_page" } : { kind: "portal", url };
    },
  };
}

/** The customer portal's page for another card; null where the key may not open it, or the account has none. */
async function portalOf(stripe: Stripe, customer: string, returnUrl: string): Promise<string | null> {
  try {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      flow_data: { type: "payment_method_update" },
    });
    return session.url;
  } catch (error) {
    const failed = toProviderError(error);
    if (failed instanceof Gone || failed.failure === "forbidden" || failed.failure === "wrong") return null;
    throw failed;
  }
}

const notTried = (reason: NotTried, nextAttemptAt: string | null = null): PayResult => ({
  outcome: "not_tried",
  reason,
  nextAttemptAt: reason === "provider_retries" ? nextAttemptAt : null,
});

/** Why a bill is left alone; null where it may be tried. */
function refusalOf(invoice: Stripe.Invoice): NotTried | null {
  const { status } = billOf(invoice);
  if (status !== "open") return status;
  if (invoice.next_payment_attempt !== null) return "provider_retries";
  return invoice.collection_method === "send_invoice" ? "sent_to_customer" : null;
}

function billOf(invoice: Stripe.Invoice): Omit<OpenBill, "isDisputed"> {
  const currency = currencyOf(invoice.currency);
  return {
    status: statuses.find((one) => one === invoice.status) ?? "draft",
    currency,
    remainingMinor: toOurMinor(invoice.amount_remaining, currency),
    paidMinor: toOurMinor(invoice.amount_paid, currency),
    nextAttemptAt: isoOf(invoice.next_payment_attempt),
    attemptCount: invoice.attempt_count,
    isChargedAutomatically: invoice.collection_method === "charge_automatically",
    hostedUrl: invoice.hosted_invoice_url ?? null,
  };
}

/** What Stripe's refusal of a try means. Its messages are not passed on: they may quote the key or the card. */
function whatHappened(error: unknown, { hosted_invoice_url: hostedUrl = null }: Stripe.Invoice): PayResult {
  const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
  if (error instanceof StripeCardError) {
    const isReplay = error.headers?.["idempotent-replayed"] === "true";
    const decline = declineOf(error);
    const isAsked =
      decline.code === "invoice_payment_intent_requires_action" || decline.code === "authentication_required";
    if (isAsked) return { outcome: "needs_confirmation", hostedUrl, isReplay };
    return { outcome: "declined", decline, isReplay };
  }
  // 409: the same try is under way at this moment.
  if (error instanceof StripeIdempotencyError && error.statusCode !== 409) return notTried("key_used");
  if (error instanceof StripeInvalidRequestError && error.param === "payment_method")
    return notTried("no_payment_method");
  if (error instanceof StripeInvalidRequestError && /already paid/i.test(error.message))
    return notTried("paid");
  const failed = toProviderError(error);
  if (failed instanceof Gone) return notTried("gone");
  if (failed.failure === "forbidden") return notTried("not_permitted");
  throw failed instanceof ProviderError ? failed : error;
}

function declineOf(error: InstanceType<typeof Stripe.errors.StripeCardError>): Decline {
  const raw = (error.raw ?? {}) as Record<string, unknown>;
  const text = (field: string): string | null => {
    const value = raw[field];
    return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
  };
  return {
    code: text("code"),
    declineCode: text("decline_code"),
    adviceCode: text("advice_code"),
    networkDeclineCode: text("network_decline_code"),
    networkAdviceCode: text("network_advice_code"),
  };
}
