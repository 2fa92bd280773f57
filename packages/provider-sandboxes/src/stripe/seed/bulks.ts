import type { Customer, Invoice, Price, Subscription, SubscriptionItem } from "../objects.ts";
import type { Bulks } from "../stripe-account.ts";

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;

/** Ids that hold their place, as wide as Stripe's own. */
const idAt = (prefix: string, place: number) => `${prefix}_bulk${String(place).padStart(20, "0")}`;

function placeIn(prefix: string, count: number) {
  const pattern = new RegExp(`^${prefix}_bulk(\\d{20})$`);
  return (id: string) => {
    const place = Number(pattern.exec(id)?.[1] ?? Number.NaN);
    return place < count ? place : undefined;
  };
}

/**
 * Customers, one subscription and monthly bills each, made one by one when they are asked for: an account of 100,000
 * customers and 1,000,000 bills costs nothing to start. Bills are spread evenly, the newest month last.
 */
export function bulks(size: { customers: number; invoices: number }, now: number): Bulks {
  const { customers, invoices } = size;
  const months = Math.ceil(invoices / Math.max(customers, 1));
  const begin = now - (months + 1) * MONTH_S;
  const offset = (customer: number) => Math.floor((customer / Math.max(customers, 1)) * MONTH_S);
  const amountOf = (customer: number) => 1900 + (customer % 40) * 500;
  return {
    customers: {
      count: customers,
      placeOf: placeIn("cus", customers),
      at: (place) => bulkCustomer(place, begin + offset(place)),
    },
    subscriptions: {
      count: customers,
      placeOf: placeIn("sub", customers),
      at: (place) => bulkSubscription(place, begin + offset(place), now, amountOf(place)),
      placesOfCustomer: (id) => listed(placeIn("cus", customers)(id)),
    },
    invoices: {
      count: invoices,
      placeOf: placeIn("in", invoices),
      at: (place) => {
        const customer = place % customers;
        const created = begin + offset(customer) + Math.floor(place / customers) * MONTH_S;
        return bulkInvoice(place, customer, created, amountOf(customer));
      },
      placesOfCustomer: (id) => {
        const customer = placeIn("cus", customers)(id);
        if (customer === undefined) return [];
        const count = Math.ceil((invoices - customer) / customers);
        return Array.from({ length: Math.max(count, 0) }, (_, month) => customer + month * customers);
      },
    },
  };
}

const listed = (place: number | undefined) => (place === undefined ? [] : [place]);

function bulkCustomer(place: number, created: number): Customer {
  return {
    id: idAt("cus", place),
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: "usd",
    default_source: null,
    delinquent: false,
    description: null,
    email: `account${place}@bulk.example`,
    invoice_prefix: `B${place}`,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: `Account ${place}`,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

function bulkPrice(amount: number): Price {
  return {
    id: `price_bulk${amount}`,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: 1_600_000_000,
    currency: "usd",
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: "prod_bulk",
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

function bulkSubscription(place: number, created: number, now: number, amount: number): Subscription {
  const id = idAt("sub", place);
  const hasLeft = place % 9 === 0;
  const ended = hasLeft ? created + 60 * DAY_S : null;
  const periods = Math.floor((now - created) / MONTH_S);
  const item = {
    id: idAt("si", place),
    object: "subscription_item" as const,
    created,
    current_period_start: created + periods * MONTH_S,
    current_period_end: created + (periods + 1) * MONTH_S,
    discounts: [],
    metadata: {},
    price: bulkPrice(amount),
    quantity: 1,
    subscription: id,
    tax_rates: [],
  } satisfies SubscriptionItem;
  return {
    id,
    object: "subscription",
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: ended,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: hasLeft ? "cancellation_requested" : null,
    },
    collection_method: "charge_automatically",
    created,
    currency: "usd",
    customer: idAt("cus", place),
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: ended,
    items: {
      object: "list",
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    pause_collection: null,
    schedule: null,
    start_date: created,
    status: hasLeft ? "canceled" : "active",
    test_clock: null,
    trial_end: null,
    trial_start: null,
  };
}

function bulkInvoice(place: number, customer: number, created: number, amount: number): Invoice {
  const id = idAt("in", place);
  const subscription = idAt("sub", customer);
  const line: Invoice["lines"]["data"][number] = {
    id: idAt("il", place),
    object: "line_item",
    amount,
    currency: "usd",
    description: "1 × Bulk plan",
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription,
        subscription_item: idAt("si", customer),
      },
    },
    period: { start: created, end: created + MONTH_S },
    pricing: {
      type: "price_details",
      price_details: { price: `price_bulk${amount}`, product: "prod_bulk" },
      unit_amount_decimal: String(amount),
    },
    quantity: 1,
    subscription,
    subtotal: amount,
    taxes: [],
  };
  return {
    id,
    object: "invoice",
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: 1,
    attempted: true,
    auto_advance: true,
    automatically_finalizes_at: null,
    billing_reason: "subscription_cycle",
    collection_method: "charge_automatically",
    created,
    currency: "usd",
    customer: idAt("cus", customer),
    customer_email: `account${customer}@bulk.example`,
    customer_name: `Account ${customer}`,
    default_payment_method: null,
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: "list", data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `B${customer}-${place}`,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
    },
    period_end: created,
    period_start: created - MONTH_S,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: "paid",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: created,
      voided_at: null,
    },
    subtotal: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_taxes: [],
  };
}
