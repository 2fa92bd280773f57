import type { SubscriptionInput } from "#modules/ledger/index.ts";
import type { Stripe } from "stripe";
import { isPlainBill, readBills, type BillHistory } from "./bill-history.ts";
import type { Catalogue } from "./catalogue.ts";
import { subscriptionOf } from "./map-invoice.ts";
import { idOf } from "./moments.ts";

/** A subscription's newest bills: of monthly ones eight years. */
const BILLS = 100;

/** What subscriptions charged, where one bill does not say it alone: their bills are read together, once for each page. */
export function subscriptionBills(stripe: Stripe, catalogue: Catalogue) {
  const read = new Map<string, Promise<BillHistory>>();

  function historyOf(subscription: string, customer: string): Promise<BillHistory> {
    let history = read.get(subscription);
    if (history === undefined) {
      history = readAll(subscription, customer);
      read.set(subscription, history);
    }
    return history;
  }

  async function readAll(subscription: string, customer: string): Promise<BillHistory> {
    const { data } = await stripe.invoices.list({
      subscription,
      limit: BILLS,
      expand: ["data.discounts.source.coupon"],
    });
    const whole: Stripe.Invoice[] = [];
    for (const bill of data) whole.push(bill.lines.has_more ? await withAllLines(stripe, bill) : bill);
    return readBills(whole, catalogue, { customer, subscription });
  }

  return {
    historyOf,
    /** What a bill says that its subscription charged; of several that have to be read together the first one says all. */
    async pricesOf(invoice: Stripe.Invoice): Promise<SubscriptionInput[]> {
      const [subscription, customer] = [subscriptionOf(invoice), idOf(invoice.customer)];
      if (subscription === null || customer === null) return [];
      if (isPlainBill(invoice, catalogue))
        return readBills([invoice], catalogue, { customer, subscription }).prices;
      if (read.has(subscription)) return [];
      return (await historyOf(subscription, customer)).prices;
    },
  };
}

async function withAllLines(stripe: Stripe, bill: Stripe.Invoice): Promise<Stripe.Invoice> {
  const data: Stripe.InvoiceLineItem[] = [];
  for await (const line of stripe.invoices.listLineItems(bill.id ?? "", { limit: 100 })) data.push(line);
  return { ...bill, lines: { ...bill.lines, data, has_more: false } };
}
