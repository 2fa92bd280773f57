import type { InvoiceStatusValue, SubscriptionStatusValue } from "@forestay/contracts";

/** One price of a subscription over one stretch of time: another plan or number of seats is another one. */
export interface DemoPrice {
  plan: string;
  seats: number;
  /** Charged per interval for all seats. */
  amountCents: number;
  every: "month" | "year";
  fromMs: number;
  /** Not included; null until the subscription ends. */
  untilMs: number | null;
}

export interface DemoSubscription {
  sourceId: string;
  status: SubscriptionStatusValue;
  startedAtMs: number;
  endedAtMs: number | null;
  /** Free until then. */
  trialEndsAtMs: number | null;
  cancelRequestedAtMs: number | null;
  renewsAtMs: number | null;
  endedBy: "voluntary" | "involuntary" | null;
  endReason: string | null;
  /** In order of time, each beginning where the one before ends. */
  prices: DemoPrice[];
}

export interface DemoInvoice {
  sourceId: string;
  subscriptionSourceId: string;
  status: InvoiceStatusValue;
  amountCents: number;
  paidCents: number;
  refundedCents: number;
  issuedAtMs: number;
  dueAtMs: number;
  paidAtMs: number | null;
}

export interface DemoPaymentAttempt {
  sourceId: string;
  invoiceSourceId: string;
  attemptedAtMs: number;
  amountCents: number;
  succeeded: boolean;
  declineCode: string | null;
}

export interface DemoUsageEvent {
  type: "login" | "feature_used" | "ticket_opened" | "ticket_closed";
  occurredAtMs: number;
  /** How many times: logins of a day, uses of a feature in a month; null for tickets. */
  value: number | null;
}

/** What a customer was sold, billed and did, as a company's systems would have it. Times are whole milliseconds. */
export interface DemoLedger {
  subscriptions: DemoSubscription[];
  invoices: DemoInvoice[];
  attempts: DemoPaymentAttempt[];
  events: DemoUsageEvent[];
}
