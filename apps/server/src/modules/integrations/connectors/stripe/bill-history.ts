import type { SubscriptionInput } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import type { Catalogue } from "./catalogue.ts";
import { recurringDiscount } from "./discounts.ts";
import { includedShareOfRates, includedTaxShare } from "./included-tax.ts";
import { idOf, isoOf } from "./moments.ts";
import { chargeOf, meanOf, priceOf, type Charge, type Usage } from "./price-amount.ts";

/** Bills whose lines without proration charge whole terms. */
const wholeTerms: readonly (string | null)[] = [
  "subscription_create",
  "subscription_cycle",
  "subscription_update",
];

/** What a subscription charged by its bills. */
export interface BillHistory {
  /** Its prices, each with its beginning. */
  prices: SubscriptionInput[];
  /** What its metered prices bill in the mean, by price. */
  metered: ReadonlyMap<string, Charge>;
  /** How much of what an item charges is tax, as it was billed last; items that no bill says it of are left out. */
  taxShares: ReadonlyMap<string, number>;
}

/** How much of what a line charges is tax that it includes, 0 to below 1. */
type TaxShareOf = (line: Stripe.InvoiceLineItem, bill: Stripe.Invoice) => number;

/**
 * Whether a bill says by itself what its subscription charges: all of its lines are there, charge whole terms and leave
 * something to tax.
 */
export const isPlainBill = ({ lines }: Stripe.Invoice, catalogue: Catalogue): boolean =>
  !lines.has_more &&
  lines.data.every(
    (line) =>
      !isPartOfTerm(line) &&
      !isMetered(catalogue.find(priceIdOf(line))) &&
      (line.amount <= 0 || includedTaxShare(line) !== null),
  );

/**
 * What a subscription charged, and since when, as its bills (in any order) say together: from the beginning of each term that is billed whole,
 * from each change that the rest of a term is billed for, all items on top of one another; of metered prices the mean of the last three
 * months' bills. A trial's lines charge nothing and say nothing. Drafts may still change, and say nothing of use.
 */
export function readBills(
  bills: readonly Stripe.Invoice[],
  catalogue: Catalogue,
  { customer, subscription }: { customer: string; subscription: string },
): BillHistory {
  const items = new Map<string, Charge>();
  const uses = new Map<string, Usage>();
  const prices: SubscriptionInput[] = [];
  const means = () => new Map([...uses].map(([id, usage]) => [id, meanOf(usage)]));
  const say = (bill: Stripe.Invoice, fromSeconds: number) => {
    const charges = [...items.values(), ...means().values()];
    const price = priceOf(charges, bill.currency, (amount) =>
      recurringDiscount(bill.discounts, amount, fromSeconds),
    );
    const priceFrom = isoOf(fromSeconds);
    if (price !== null && priceFrom !== null)
      prices.push({
        customer: { sourceId: customer },
        sourceId: subscription,
        startedAt: priceFrom,
        price,
        priceFrom,
      });
  };
  const inOrder = bills.toSorted((a, b) => a.created - b.created);
  const knownShares = firstTaxShares(inOrder);
  const shareOf: TaxShareOf = (line, bill) => {
    const billed = includedTaxShare(line);
    if (billed !== null) knownShares.set(itemOf(line), billed);
    return billed ?? knownShares.get(itemOf(line)) ?? includedShareOfRates(bill.default_tax_rates ?? []);
  };
  for (const bill of inOrder) {
    for (const [at, lines] of changesOf(bill)) {
      for (const line of lines) if (line.amount < 0) items.delete(itemOf(line));
      for (const line of lines) {
        const charge = line.amount >= 0 ? restOfTerm(line, catalogue, shareOf(line, bill)) : null;
        if (charge !== null) items.set(itemOf(line), charge);
      }
      say(bill, at);
    }
    const { charges, began } = wholeTermsOf(bill, catalogue, shareOf);
    const { used, until } =
      bill.status === "draft" ? { used: [], until: null } : usesOf(bill, catalogue, shareOf);
    if (charges.size === 0 && used.length === 0) continue;
    // A bill of terms names every item of its interval: what it does not name is no longer sold.
    if (bill.billing_reason !== "subscription_update")
      for (const [id, { recurring }] of items)
        if ([...charges.values()].some((one) => isSameInterval(one.recurring, recurring))) items.delete(id);
    for (const [id, charge] of charges) items.set(id, charge);
    for (const { id, amounts, recurring, plan } of used)
      uses.set(id, { amounts: [...(uses.get(id)?.amounts ?? []), ...amounts], recurring, plan });
    say(bill, began ?? until ?? bill.created);
  }
  return {
    prices,
    metered: means(),
    taxShares: new Map([...knownShares].filter(([id]) => items.has(id))),
  };
}

/** Of each item the share of tax as a bill said it first. */
function firstTaxShares(inOrder: readonly Stripe.Invoice[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { status, lines } of inOrder) {
    // Of a draft no tax is worked out yet.
    if (status === "draft") continue;
    for (const line of lines.data) {
      const share = includedTaxShare(line);
      if (share !== null && !shares.has(itemOf(line))) shares.set(itemOf(line), share);
    }
  }
  return shares;
}

/** Lines for the rest of a term, by the moment of the change, in the order of time. */
function changesOf({ lines }: Stripe.Invoice): [number, Stripe.InvoiceLineItem[]][] {
  const changes = new Map<number, Stripe.InvoiceLineItem[]>();
  for (const line of lines.data) {
    if (!isPartOfTerm(line)) continue;
    changes.set(line.period.start, [...(changes.get(line.period.start) ?? []), line]);
  }
  return [...changes].toSorted(([a], [b]) => a - b);
}

/** What a line for the rest of a term charges for a whole one. */
function restOfTerm(line: Stripe.InvoiceLineItem, catalogue: Catalogue, taxShare: number): Charge | null {
  const price = catalogue.find(priceIdOf(line));
  if (!price?.recurring || isMetered(price)) return null;
  const quantity = line.quantity ?? 1;
  const amount = chargeOf(price, quantity);
  return amount === null
    ? null
    : {
        amount,
        taxShare,
        recurring: price.recurring,
        plan: catalogue.productName(price),
        quantity,
      };
}

/** Whole terms that a bill charges, by item: lines of one item (its tiers) together. */
function wholeTermsOf(
  bill: Stripe.Invoice,
  catalogue: Catalogue,
  shareOf: TaxShareOf,
): { charges: Map<string, Charge>; began: number | null } {
  const charges = new Map<string, Charge>();
  let began: number | null = null;
  const { lines, billing_reason: reason } = bill;
  if (!wholeTerms.includes(reason) || neverCame(bill)) return { charges, began };
  for (const line of lines.data) {
    const price = catalogue.find(priceIdOf(line));
    if (!price?.recurring || isMetered(price) || isPartOfTerm(line) || line.amount <= 0) continue;
    const known = charges.get(itemOf(line));
    charges.set(itemOf(line), {
      amount: (known?.amount ?? 0) + line.amount,
      // Tiers of an item are taxed alike.
      taxShare: shareOf(line, bill),
      recurring: price.recurring,
      plan: catalogue.productName(price),
      quantity: (known?.quantity ?? 0) + (line.quantity ?? 1),
    });
    began = Math.min(began ?? line.period.start, line.period.start);
  }
  return { charges, began };
}

/** A first bill that was never paid: its subscription is `incomplete` until it is, and never began where it is not. */
const neverCame = ({ billing_reason: reason, status, collection_method: method }: Stripe.Invoice) =>
  reason === "subscription_create" &&
  (status === "void" || (status === "open" && method === "charge_automatically"));

interface Used extends Usage {
  id: string;
}

/** What a bill asks for use that is over, by price, and until when it was used. On the first one nothing was used yet. */
function usesOf(
  bill: Stripe.Invoice,
  catalogue: Catalogue,
  shareOf: TaxShareOf,
): { used: Used[]; until: number | null } {
  const used = new Map<string, Used>();
  const isFirst = bill.billing_reason === "subscription_create";
  if (bill.status === "void") return { used: [], until: null };
  for (const line of bill.lines.data) {
    const price = catalogue.find(priceIdOf(line));
    if (!price?.recurring || !isMetered(price) || isPartOfTerm(line)) continue;
    const [before = 0] = used.get(price.id)?.amounts ?? [];
    const amounts = isFirst ? [] : [before + Math.round(line.amount * (1 - shareOf(line, bill)))];
    used.set(price.id, {
      id: price.id,
      amounts,
      recurring: price.recurring,
      plan: catalogue.productName(price),
    });
  }
  return { used: [...used.values()], until: bill.period_end };
}

const isSameInterval = (a: Charge["recurring"], b: Charge["recurring"]): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

const isMetered = (price: Stripe.Price | null): boolean => price?.recurring?.usage_type === "metered";

const priceIdOf = ({ pricing }: Stripe.InvoiceLineItem): string => idOf(pricing?.price_details?.price) ?? "";

const itemOf = ({ parent, id }: Stripe.InvoiceLineItem): string =>
  parent?.subscription_item_details?.subscription_item ?? id;

const isPartOfTerm = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  (parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration) === true;
