import { SubscriptionStatus, type SubscriptionStatusValue } from "@forestay/contracts/vocabulary";
import type { SubscriptionInput } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";
import { recurringDiscount } from "./discounts.ts";
import { includedShareOfRates, mayIncludeTax } from "./included-tax.ts";
import { idOf, isoOf } from "./moments.ts";
import { chargeOf, priceOf, type Charge } from "./price-amount.ts";
import type { BillHistory } from "./bill-history.ts";
import type { Catalogue } from "./catalogue.ts";

const { Active, PastDue, Cancelled, Paused, Inactive } = SubscriptionStatus;
/** Statuses are an open list there: one that we do not know is not said, and keeps what was. */
const statuses: Readonly<Record<string, SubscriptionStatusValue>> = {
  active: Active,
  trialing: Active,
  past_due: PastDue,
  unpaid: PastDue,
  canceled: Cancelled,
  incomplete_expired: Cancelled,
  paused: Paused,
  incomplete: Inactive,
};

/** The first payment never came: it charges nothing, and never did. */
const neverBegan: readonly string[] = ["incomplete", "incomplete_expired"];

/**
 * A subscription with all of its items as one line: plan of the dearest, amounts together (in their interval where they share
 * it). What it charges is what it charges now; what it charged before is told by its bills, as is what metered prices charge
 * and how much of a price is tax that Stripe works out (`history`, needed where it has any of these).
 */
export function mapSubscription(
  subscription: Stripe.Subscription,
  catalogue: Catalogue,
  now: Date,
  history: BillHistory | null = null,
): SourceRecord {
  const { id, items } = subscription;
  const customer = idOf(subscription.customer) ?? "";
  const charges = items.data.flatMap((item): Charge[] => {
    const price = catalogue.price(item.price);
    const mean = history?.metered.get(price.id);
    if (mean) return [mean];
    const quantity = item.quantity ?? 1;
    const amount = chargeOf(price, quantity);
    return amount === null || price.recurring === null
      ? []
      : [
          {
            amount,
            taxShare: history?.taxShares.get(item.id) ?? shareOfRates(item, subscription),
            recurring: price.recurring,
            plan: catalogue.productName(price),
            quantity,
          },
        ];
  });
  const price = priceOf(charges, subscription.currency, (amount) =>
    recurringDiscount(subscription.discounts, amount, now.getTime() / 1000),
  );
  const record = {
    object: "subscriptions",
    sourceId: id,
    label: id,
    detail: price?.plan ?? subscription.status,
    ofCustomers: [customer],
  };
  const currency = subscription.currency.toUpperCase();
  const cancelAt = subscription.cancel_at ?? null;
  const input: SubscriptionInput = {
    customer: { sourceId: customer },
    sourceId: id,
    status:
      subscription.pause_collection && subscription.status !== "canceled"
        ? Paused
        : (statuses[subscription.status] ?? null),
    startedAt: isoOf(subscription.start_date) ?? "",
    endedAt: isoOf(subscription.ended_at ?? cancelAt),
    trialEndsAt: isoOf(subscription.trial_end),
    cancelRequestedAt: isoOf(subscription.canceled_at),
    goesOn: cancelAt === null && subscription.ended_at === null && subscription.canceled_at === null,
    renewsAt: cancelAt === null && subscription.ended_at === null ? renewalOf(items.data) : null,
    ...reasonOf(subscription),
    // Use that was never billed yet: nothing is known of it.
    price: (neverBegan.includes(subscription.status) ? null : price) ?? {
      currency,
      amountMinor: 0,
      every: { unit: "month", count: 1 },
    },
  };
  return { ...record, subscriptions: [...(history?.prices ?? []), input] };
}

/** Whether what it charges is known from its bills alone: it bills use after it, or its prices include tax. */
export const isKnownByBills = (subscription: Stripe.Subscription): boolean =>
  mayIncludeTax(subscription) ||
  subscription.items.data.some(
    (item) => item.price.recurring?.usage_type === "metered" || shareOfRates(item, subscription) > 0,
  );

const shareOfRates = (
  { tax_rates: own }: Stripe.SubscriptionItem,
  { default_tax_rates: shared }: Stripe.Subscription,
): number => includedShareOfRates(own?.length ? own : (shared ?? []));

const renewalOf = (items: readonly Stripe.SubscriptionItem[]): string | null =>
  items.length === 0 ? null : isoOf(Math.min(...items.map((item) => item.current_period_end)));

function reasonOf({
  status,
  cancellation_details: details,
}: Stripe.Subscription): Pick<SubscriptionInput, "endedBy" | "endReason"> {
  const reason = details?.reason ?? null;
  const endedBy =
    reason === "cancellation_requested"
      ? ("voluntary" as const)
      : // One whose first bill was not paid in time ends by itself, and no reason is given.
        reason === "payment_failed" || reason === "payment_disputed" || status === "incomplete_expired"
        ? ("involuntary" as const)
        : null;
  const said = details?.comment?.trim() || details?.feedback?.replaceAll("_", " ") || null;
  return { endedBy, endReason: said?.slice(0, 500) ?? null };
}
