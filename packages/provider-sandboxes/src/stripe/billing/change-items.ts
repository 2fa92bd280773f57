import type { Subscription, SubscriptionItem } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { changeObject } from "./change-object.ts";
import { collect, finalizeInvoice } from "./collect.ts";
import { amountOf } from "./line-amounts.ts";
import { makeInvoice, type PendingProration } from "./make-invoice.ts";
import { itemOf } from "./subscribe.ts";

/** What is changed of a subscription's items: one of them (the first unless `item` says which), a new one, or one less. */
export type ItemChange =
  | { item?: string; price?: string; quantity?: number }
  | { add: string; quantity?: number }
  | { remove: string };

/** Changes a subscription's items in the middle of their period, with a bill for the difference. */
export function changeItem(account: StripeAccount, subscription: Subscription, change: ItemChange): void {
  const now = account.now();
  const { data } = subscription.items;
  const { items, prorations } = changed(account, subscription, change, now);
  changeObject(
    account,
    subscription,
    { items: { ...subscription.items, data: items } },
    "customer.subscription.updated",
  );
  if (subscription.status !== "active" || prorations.length === 0 || data.length === 0) return;
  const invoice = makeInvoice(account, subscription, "subscription_update", prorations);
  finalizeInvoice(account, invoice);
  if (invoice.status === "open" && invoice.collection_method === "charge_automatically")
    collect(account, invoice, { schedule: true });
}

function changed(
  account: StripeAccount,
  subscription: Subscription,
  change: ItemChange,
  now: number,
): { items: SubscriptionItem[]; prorations: PendingProration[] } {
  const { data } = subscription.items;
  if ("add" in change) {
    const price = account.prices.get(change.add);
    const [first] = data;
    if (!price || !first) throw new Error("There is no such price.");
    const item: SubscriptionItem = {
      ...itemOf(account, subscription.id, price, change.quantity ?? 1, now, null),
      current_period_start: first.current_period_start,
      current_period_end: first.current_period_end,
    };
    return { items: [...data, item], prorations: restOf(item, now, 1) };
  }
  const id = "remove" in change ? change.remove : (change.item ?? data[0]?.id);
  const item = data.find((one) => one.id === id);
  if (!item) throw new Error("There is no such item.");
  if ("remove" in change)
    return { items: data.filter((one) => one !== item), prorations: restOf(item, now, -1) };
  const price = change.price === undefined ? item.price : account.prices.get(change.price);
  if (!price) throw new Error("There is no such price.");
  const after: SubscriptionItem = { ...item, price, quantity: change.quantity ?? item.quantity ?? 1 };
  return {
    items: data.map((one) => (one === item ? after : one)),
    prorations: [...restOf(item, now, -1), ...restOf(after, now, 1)],
  };
}

/** What an item costs for the rest of its period, given back or asked for. */
function restOf(item: SubscriptionItem, now: number, sign: 1 | -1): PendingProration[] {
  const { current_period_start: start, current_period_end: end } = item;
  const share = Math.max(0, (end - now) / (end - start));
  if (share === 0 || item.price.recurring?.usage_type === "metered") return [];
  return [
    {
      item,
      amount: sign * Math.round(amountOf(item.price, item.quantity ?? 1) * share),
      description: sign < 0 ? "Unused time on the former plan" : "Remaining time on the new plan",
      period: { start: now, end },
    },
  ];
}
