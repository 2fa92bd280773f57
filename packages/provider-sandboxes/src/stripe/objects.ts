/**
 * What the Stripe stand-in sends, picked from the types of Stripe's own library: a field that Stripe no longer has, such as
 * `invoice.subscription`, does not compile. On the wire decimals are texts, and a lone object has ids where the library's
 * types also allow whole objects.
 */
import type Stripe from "stripe";
import type { Charge, CreditNote, Dispute, PaymentIntent, PaymentMethod, Refund } from "./payment-objects.ts";

export type {
  Charge,
  CreditNote,
  Dispute,
  PaymentError,
  PaymentIntent,
  PaymentMethod,
  Refund,
} from "./payment-objects.ts";

/** The fields of `T` that are ids here. */
type WithIds<T, Ids extends string> = Omit<T, Ids> & { [K in Ids & keyof T]: Extract<T[K], string | null> };
/** The fields of `T` that are decimals in the library and texts on the wire. */
type WithDecimals<T, Names extends string> = Omit<T, Names> & Record<Names, string | null>;

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export type Customer = Pick<
  Stripe.Customer,
  | "id"
  | "object"
  | "address"
  | "balance"
  | "created"
  | "currency"
  | "delinquent"
  | "description"
  | "email"
  | "invoice_prefix"
  | "livemode"
  | "metadata"
  | "name"
  | "phone"
  | "preferred_locales"
  | "shipping"
  | "tax_exempt"
> & {
  default_source: string | null;
  invoice_settings: WithIds<Stripe.Customer.InvoiceSettings, "default_payment_method">;
  test_clock: string | null;
};

export type Product = Pick<
  Stripe.Product,
  | "id"
  | "object"
  | "active"
  | "created"
  | "description"
  | "livemode"
  | "metadata"
  | "name"
  | "type"
  | "unit_label"
  | "updated"
> & { default_price: string | null };

export type PriceTier = WithDecimals<
  Pick<Stripe.Price.Tier, "flat_amount" | "unit_amount" | "up_to">,
  "flat_amount_decimal" | "unit_amount_decimal"
>;

export type Price = WithDecimals<
  Pick<
    Stripe.Price,
    | "id"
    | "object"
    | "active"
    | "billing_scheme"
    | "created"
    | "currency"
    | "livemode"
    | "lookup_key"
    | "metadata"
    | "nickname"
    | "recurring"
    | "tax_behavior"
    | "tiers_mode"
    | "transform_quantity"
    | "type"
    | "unit_amount"
  >,
  "unit_amount_decimal"
> & {
  product: string;
  /** Sent only where it is asked for by `expand`. */
  tiers?: PriceTier[];
};

export type Coupon = Pick<
  Stripe.Coupon,
  | "id"
  | "object"
  | "amount_off"
  | "created"
  | "currency"
  | "duration"
  | "duration_in_months"
  | "livemode"
  | "metadata"
  | "name"
  | "percent_off"
  | "times_redeemed"
  | "valid"
>;

export type Discount = Pick<
  Stripe.Discount,
  | "id"
  | "object"
  | "checkout_session"
  | "end"
  | "invoice"
  | "invoice_item"
  | "start"
  | "subscription"
  | "subscription_item"
> & { customer: string; promotion_code: null; source: { coupon: string; type: "coupon" } };

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  | "id"
  | "object"
  | "created"
  | "current_period_end"
  | "current_period_start"
  | "metadata"
  | "quantity"
  | "subscription"
> & { discounts: string[]; price: Price; tax_rates: [] };

export type Subscription = Pick<
  Stripe.Subscription,
  | "id"
  | "object"
  | "billing_cycle_anchor"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "collection_method"
  | "created"
  | "currency"
  | "days_until_due"
  | "description"
  | "ended_at"
  | "livemode"
  | "metadata"
  | "pause_collection"
  | "start_date"
  | "status"
  | "trial_end"
  | "trial_start"
> & {
  /** Works tax out by the one rate that this account knows. */
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: null };
  default_tax_rates: [];
  cancellation_details: Pick<Stripe.Subscription.CancellationDetails, "comment" | "feedback" | "reason">;
  customer: string;
  default_payment_method: string | null;
  default_source: string | null;
  discounts: string[];
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  schedule: null;
  test_clock: string | null;
};

export type InvoiceLine = Pick<
  Stripe.InvoiceLineItem,
  | "id"
  | "object"
  | "amount"
  | "currency"
  | "description"
  | "discountable"
  | "invoice"
  | "livemode"
  | "metadata"
  | "parent"
  | "period"
  | "quantity"
  | "subtotal"
> & {
  discount_amounts: { amount: number; discount: string }[];
  discounts: string[];
  pricing: {
    type: "price_details";
    price_details: { price: string; product: string };
    unit_amount_decimal: string | null;
  } | null;
  subscription: string | null;
  taxes: LineTax[];
};

/** Tax of a line: in its amount, or on top of it. */
export interface LineTax {
  amount: number;
  tax_behavior: "exclusive" | "inclusive";
  tax_rate_details: null;
  taxability_reason: "standard_rated";
  taxable_amount: number;
  type: "tax_rate_details";
}

export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  | "id"
  | "object"
  | "amount_paid"
  | "amount_requested"
  | "created"
  | "currency"
  | "is_default"
  | "livemode"
  | "status"
  | "status_transitions"
> & { invoice: string; payment: { type: "payment_intent"; payment_intent: string } };

export type Invoice = Pick<
  Stripe.Invoice,
  | "id"
  | "object"
  | "amount_due"
  | "amount_overpaid"
  | "amount_paid"
  | "amount_remaining"
  | "attempt_count"
  | "attempted"
  | "auto_advance"
  | "automatically_finalizes_at"
  | "billing_reason"
  | "collection_method"
  | "created"
  | "currency"
  | "customer_email"
  | "customer_name"
  | "description"
  | "due_date"
  | "effective_at"
  | "ending_balance"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "livemode"
  | "metadata"
  | "next_payment_attempt"
  | "number"
  | "period_end"
  | "period_start"
  | "post_payment_credit_notes_amount"
  | "pre_payment_credit_notes_amount"
  | "starting_balance"
  | "status"
  | "status_transitions"
  | "subtotal"
  | "total"
> & {
  customer: string;
  default_payment_method: string | null;
  discounts: string[];
  lines: List<InvoiceLine>;
  parent: {
    type: "subscription_details";
    quote_details: null;
    subscription_details: { metadata: Record<string, string>; subscription: string };
  } | null;
  /** Sent only where it is asked for by `expand`. */
  payments?: List<InvoicePayment>;
  test_clock: string | null;
  total_discount_amounts: { amount: number; discount: string }[];
  total_taxes: LineTax[];
};

export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  | "id"
  | "object"
  | "api_version"
  | "application"
  | "created"
  | "description"
  | "enabled_events"
  | "livemode"
  | "metadata"
  | "secret"
  | "status"
  | "url"
>;

export type TestClock = Pick<
  Stripe.TestHelpers.TestClock,
  | "id"
  | "object"
  | "created"
  | "deletes_after"
  | "frozen_time"
  | "livemode"
  | "name"
  | "status"
  | "status_details"
>;

/** The kinds of events that Stripe has. */
export type EventType = Stripe.Event["type"];

export type Event = Pick<
  Stripe.EventBase,
  "id" | "object" | "account" | "api_version" | "created" | "livemode" | "pending_webhooks" | "request"
> & {
  type: EventType;
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
};

/** Objects that people and events name. */
export type StripeObject =
  | Customer
  | Product
  | Price
  | Coupon
  | Discount
  | Subscription
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | Charge
  | Refund
  | Dispute
  | CreditNote
  | PaymentMethod
  | WebhookEndpoint
  | TestClock
  | { id: string; object: "application" };
