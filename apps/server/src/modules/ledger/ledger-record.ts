import type { InvoiceStatusValue, SubscriptionStatusValue } from "@forestay/contracts/wire";

/** Whose row it is: by the company's own id, else by e-mail, else by what its source calls it; one of them is required. */
export interface CustomerRef {
  externalId?: string | null;
  email?: string | null;
  /** Of a connected system: whom it means stands in `customer_links`, and nobody is made or waited for by it. Not of events. */
  sourceId?: string | null;
}

/** The most that a subscription may charge at a time, minor units: 52 of it a year are a whole, exact number still. */
export const MOST_PRICE_MINOR = 1e14;

/**
 * What a subscription charges. Amounts per interval, for all units, in minor units. It is said as one: discount and tax that
 * are not given are none; plan and quantity that are not given stay.
 */
export interface PriceInput {
  plan?: string | null;
  /** ISO 4217. */
  currency: string;
  amountMinor: number;
  discountMinor?: number | null;
  includedTaxMinor?: number | null;
  /** Null: charged once, and no recurring revenue. */
  every: { unit: "week" | "month" | "year"; count: number } | null;
  quantity?: number | null;
  /** A mean of what was billed after use: nobody can say ahead what it will be. */
  isEstimated?: boolean;
}

/**
 * A subscription as its source says it is, or one stretch of its prices. Times are ISO 8601. Absent or null means "not
 * said": it never overwrites what is stored.
 */
export interface SubscriptionInput {
  customer: CustomerRef;
  sourceId: string;
  status?: SubscriptionStatusValue | null;
  startedAt: string;
  /** End of the paid term, not included. */
  endedAt?: string | null;
  trialEndsAt?: string | null;
  cancelRequestedAt?: string | null;
  /** It is known to go on without an end: one that was said before and was still to come was taken back, with the wish for it. */
  goesOn?: boolean;
  /** When a term ended that was renewed: the wish to end with it was taken back. */
  renewedAt?: string | null;
  renewsAt?: string | null;
  endedBy?: "voluntary" | "involuntary" | null;
  endReason?: string | null;
  price: PriceInput;
  /**
   * When this price began and ended, where the source keeps one row a price. Without a beginning the price is the one of
   * now: of a new subscription since its start, of a known one with another price since we were told.
   */
  priceFrom?: string | null;
  priceUntil?: string | null;
}

/** A bill, or an order of a shop (`kind`). Amounts in minor units of its currency. */
export interface InvoiceInput {
  customer: CustomerRef;
  sourceId: string;
  kind: "invoice" | "order";
  subscriptionSourceId?: string | null;
  status?: InvoiceStatusValue | null;
  currency: string;
  amountMinor: number;
  paidMinor?: number | null;
  refundedMinor?: number | null;
  issuedAt: string;
  dueAt?: string | null;
  paidAt?: string | null;
}

/** One try to collect money for a bill. */
export interface PaymentAttemptInput {
  customer: CustomerRef;
  sourceId: string;
  invoiceSourceId?: string | null;
  attemptedAt: string;
  succeeded: boolean;
  currency: string;
  amountMinor: number;
  /** As the provider gave it. */
  declineCode?: string | null;
  /** What the provider and the card's network say to do next, as they gave it. */
  adviceCode?: string | null;
  networkAdviceCode?: string | null;
  cardBrand?: string | null;
  /** Which card, by a name of the provider's that is no card number. */
  cardKey?: string | null;
  /** When the cardholder's bank took it back. */
  disputedAt?: string | null;
  /** `unknown`: it is disputed, and we may not see how that stands. */
  disputeState?: DisputeState | null;
}

export type DisputeState = "open" | "won" | "lost" | "unknown";

/** Something a customer did. Without an id of its own an event is known by customer, type, instant and value. */
export interface EventInput {
  customer: CustomerRef;
  sourceId?: string | null;
  type: string;
  occurredAt: string;
  value?: number | null;
}

/** What each kind of the ledger's rows is handed in as. */
export interface LedgerInputs {
  subscriptions: SubscriptionInput;
  invoices: InvoiceInput;
  payment_attempts: PaymentAttemptInput;
  events: EventInput;
}
export type LedgerKind = keyof LedgerInputs;

/** What becomes of rows whose customer is not known. */
export type UnknownCustomers = "create" | "reject" | "park";

/** Why a row was not written. */
export type LedgerRefusal =
  /** Nobody has this id or e-mail, and such rows were to be refused. */
  | "unknown_customer"
  /** Several customers have this e-mail. */
  | "ambiguous_customer"
  /** The subscription, bill or attempt is known to be another customer's. */
  | "other_customer"
  /** The bill or attempt is known in another currency. */
  | "other_currency"
  /** A price's stretch lies over another one of the subscription. */
  | "overlapping_price"
  | "end_before_start"
  | "refund_above_paid"
  /** No whole amount, one below zero, discount and tax above the price, or an interval that is none. */
  | "bad_amount"
  /** The company has as many types of events as can be told apart. */
  | "too_many_event_types";

export interface RefusedRow {
  rowNumber: number;
  code: LedgerRefusal;
}

/** How many rows of a batch were new, changed, already exactly so, or set aside until their customer comes. */
export interface LedgerCounts {
  created: number;
  updated: number;
  unchanged: number;
  parked: number;
  /** Customers that were made for these rows. */
  customersCreated: number;
  /** Rows that could not be written, by their number, and why. */
  refused: RefusedRow[];
}

export interface LedgerOptions {
  /** Which system says so: 'file', or a provider's name. Ids are its own. */
  source: string;
  /** The import these rows come from: marks them, and keeps what they replace so that it can be undone. */
  importId?: string;
  /** When the source said so: older news never overwrites newer. */
  toldAt: Date;
  unknownCustomers: UnknownCustomers;
  /** Rows of the wave to leave out. */
  skipRows?: readonly number[];
  /** The present, for what customers' rows say of themselves now; when it was told unless given. */
  now?: Date;
  /**
   * `later`: customers are only marked, and refreshStaleCustomers tells their rows anew; for many waves in a row, as it costs
   * as much as writing the wave. `now` unless given.
   */
  summary?: "now" | "later";
}
