import type Stripe from "stripe";
import type { CardInPlace, ChargedCard } from "../../collecting.ts";
import { idOf, isoOf } from "./moments.ts";

/** What has to be opened of a subscription to know its card; of a list with `data.` before it. */
export const CARD_PATHS = ["default_payment_method", "customer.invoice_settings.default_payment_method"];

/** Stripe puts successors of US cards of these networks in place itself; elsewhere it varies (docs.stripe.com/saving-cards). */
const RENEWED_NETWORKS: readonly string[] = ["visa", "mastercard", "amex", "discover"];

/** The card that is charged next; null where none will be: it ends, is paused, is paid by hand, or has another way to pay. */
export function chargedCardOf(subscription: Stripe.Subscription): ChargedCard | null {
  const { id, customer, items, status } = subscription;
  if (status !== "active" && status !== "trialing") return null;
  if (subscription.collection_method !== "charge_automatically" || subscription.pause_collection !== null)
    return null;
  const [first, ...rest] = items.data.map((item) => item.current_period_end);
  if (first === undefined) return null;
  const chargesAt = Math.min(first, ...rest);
  if (subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= chargesAt) return null;
  const own = cardOf(subscription.default_payment_method);
  const ofCustomer =
    typeof customer === "string" || customer.deleted === true
      ? null
      : cardOf(customer.invoice_settings.default_payment_method);
  // The subscription's own goes before the customer's.
  const card = own ?? ofCustomer;
  if (card === null) return null;
  const endsAt = endOf(card);
  return {
    subscriptionId: id,
    customerId: idOf(customer) ?? "",
    brand: card.brand,
    last4: card.last4,
    endsAt: endsAt.toISOString(),
    chargesAt: new Date(chargesAt * 1000).toISOString(),
    renewsItself:
      card.wallet != null || (card.country === "US" && RENEWED_NETWORKS.includes(card.brand.toLowerCase())),
    hasOther: own !== null && ofCustomer !== null && endOf(ofCustomer) > endsAt,
  };
}

/**
 * The card that was given last: the portal puts a new one in place for the customer, where a subscription with one of its own
 * is still charged by the old one. Null: there is none.
 */
export function newestCardOf({
  default_payment_method: own,
  customer,
}: Stripe.Subscription): CardInPlace | null {
  const ofCustomer =
    typeof customer === "string" || customer.deleted === true
      ? null
      : customer.invoice_settings.default_payment_method;
  const [newest] = [own, ofCustomer]
    .filter((method) => method !== null && typeof method !== "string")
    .toSorted((a, b) => b.created - a.created);
  return newest === undefined
    ? null
    : {
        paymentMethod: newest.id,
        cardKey: newest.card?.fingerprint ?? null,
        addedAt: isoOf(newest.created) ?? "",
      };
}

function cardOf(method: string | Stripe.PaymentMethod | null): Stripe.PaymentMethod.Card | null {
  return method === null || typeof method === "string" ? null : (method.card ?? null);
}

/** A card is good until the last day of its month is over. */
const endOf = ({ exp_year: year, exp_month: month }: Stripe.PaymentMethod.Card) =>
  new Date(Date.UTC(year, month, 1));
