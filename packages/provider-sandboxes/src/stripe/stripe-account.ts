import { drawsFrom, type Draws, type PeerClock } from "../kit/index.ts";
import type { DeclineCode } from "./cards.ts";
import type {
  Charge,
  Coupon,
  CreditNote,
  Customer,
  Discount,
  Dispute,
  Event,
  EventType,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  StripeObject,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from "./objects.ts";
import { Shelf, type Bulk } from "./shelf.ts";

/** How the account collects what it is owed, as set in the dashboard. */
export interface CollectionSettings {
  /** Days between one failed try and the next; after the last one the subscription ends as `afterRetries` says. */
  retryAfterDays: number[];
  afterRetries: "canceled" | "unpaid" | "past_due";
}

/** Bulks for benches: what is not put in by hand is made when it is asked for. */
export interface Bulks {
  customers?: Bulk<Customer>;
  subscriptions?: Bulk<Subscription>;
  invoices?: Bulk<Invoice>;
}

export const API_VERSION = "2026-10-28.endive";

/** Everything one Stripe account holds, and how a person or a billing run changes it. */
export class StripeAccount {
  readonly id: string;
  readonly name: string;
  readonly clock: PeerClock;
  /** Where ids come from. */
  draws: Draws;
  readonly customers: Shelf<Customer>;
  readonly subscriptions: Shelf<Subscription>;
  readonly invoices: Shelf<Invoice>;
  readonly products = new Shelf<Product>();
  readonly prices = new Shelf<Price>();
  readonly coupons = new Shelf<Coupon>();
  readonly discounts = new Map<string, Discount>();
  readonly invoicePayments = new Shelf<InvoicePayment>();
  readonly paymentIntents = new Shelf<PaymentIntent>();
  readonly paymentMethods = new Shelf<PaymentMethod>();
  readonly charges = new Shelf<Charge>();
  readonly refunds = new Shelf<Refund>();
  readonly disputes = new Shelf<Dispute>();
  readonly creditNotes = new Shelf<CreditNote>();
  readonly events = new Shelf<Event>();
  readonly webhookEndpoints = new Shelf<WebhookEndpoint>();
  readonly testClocks = new Shelf<TestClock>();
  /** Customers that are no more; they are still found by their id. */
  readonly deletedCustomers = new Map<string, { id: string; object: "customer"; deleted: true }>();
  /** What a payment method answers; one that is not here is accepted. */
  readonly declines = new Map<string, DeclineCode>();
  /** Units that a metered item will be billed for next. */
  readonly usage = new Map<string, number>();
  /** Trials and bills whose end or due date was told. */
  readonly told = new Set<string>();
  settings: CollectionSettings = { retryAfterDays: [3, 5, 7], afterRetries: "canceled" };
  /** Told of each event; nobody while the past is being made. */
  onEvent: ((event: Event) => void) | undefined;
  /** Of what happened before this second there are no events; a past is made without most of them. */
  eventsFrom = Number.NEGATIVE_INFINITY;
  /** Where bills are paid by hand: this stand-in, once it listens. */
  pagesUrl = "https://invoice.stripe.com";
  /** How far the account's business is ahead of the clock by which keys, signatures and tokens go. */
  aheadS = 0;
  /** Time of what happens now in a billing run, in seconds; otherwise the clock's. */
  #runsAt: number | undefined;

  constructor(options: { clock: PeerClock; seed: number; name: string; bulks?: Bulks }) {
    this.clock = options.clock;
    this.draws = drawsFrom(options.seed);
    this.id = `acct_${this.draws.letters(16)}`;
    this.name = options.name;
    this.customers = new Shelf(options.bulks?.customers);
    this.subscriptions = new Shelf(options.bulks?.subscriptions);
    this.invoices = new Shelf(options.bulks?.invoices);
  }

  /** Seconds since 1970. */
  now(): number {
    return this.#runsAt ?? this.clock.seconds() + this.aheadS;
  }

  /** Puts many objects of all kinds in without sorting them each time. */
  load(work: () => void): void {
    const shelves = Object.values(this).filter((one): one is Shelf<never> => one instanceof Shelf);
    for (const shelf of shelves) shelf.beginLoad();
    work();
    for (const shelf of shelves) shelf.endLoad();
  }

  /** Lets `work` happen at another time than the clock's: that of a billing run or of a customer's test clock. */
  at<T>(seconds: number, work: () => T): T {
    const before = this.#runsAt;
    this.#runsAt = seconds;
    try {
      return work();
    } finally {
      this.#runsAt = before;
    }
  }

  newId(prefix: string): string {
    return `${prefix}_${this.draws.letters(24)}`;
  }

  /** Writes an event and has it delivered; the object goes in as it is now. */
  emit(type: EventType, object: StripeObject, previous?: Record<string, unknown>): Event | undefined {
    if (this.now() < this.eventsFrom) return undefined;
    const event: Event = {
      id: this.newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: this.now(),
      data: {
        object: structuredClone(object),
        ...(previous && { previous_attributes: structuredClone(previous) }),
      },
      livemode: false,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.put(event);
    this.onEvent?.(event);
    return event;
  }
}
