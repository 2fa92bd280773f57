import { DAY_MS, InvoiceStatus } from "@forestay/contracts";
import type { DemoInvoice, DemoPaymentAttempt, DemoSubscription } from "./ledger-rows.ts";

/** Bills are due so long after they are issued; cards are charged at once. */
const TERM_DAYS = 30;

/** A customer's bills as they are written, in order of time. */
export class Book {
  readonly invoices: DemoInvoice[] = [];
  readonly attempts: DemoPaymentAttempt[] = [];

  readonly #externalId: string;
  readonly #subscriptions: readonly DemoSubscription[];

  constructor(externalId: string, subscriptions: readonly DemoSubscription[]) {
    this.#externalId = externalId;
    this.#subscriptions = subscriptions;
  }

  get trialEndsAtMs(): number | null {
    return this.#subscriptions[0]?.trialEndsAtMs ?? null;
  }

  priceAt(atMs: number) {
    const wholeMs = Math.floor(atMs);
    return this.#subscriptions.flatMap(({ prices }) => prices).findLast(({ fromMs }) => fromMs <= wholeMs);
  }

  issue(atMs: number, amountCents: number): DemoInvoice {
    const issuedAtMs = Math.floor(atMs);
    const subscription = this.#subscriptions.findLast(({ startedAtMs }) => startedAtMs <= issuedAtMs);
    const bill: DemoInvoice = {
      sourceId: `in_${this.#externalId}-${this.invoices.length + 1}`,
      subscriptionSourceId: subscription?.sourceId ?? "",
      status: InvoiceStatus.Open,
      amountCents,
      paidCents: 0,
      refundedCents: 0,
      issuedAtMs,
      dueAtMs: issuedAtMs + TERM_DAYS * DAY_MS,
      paidAtMs: null,
    };
    this.invoices.push(bill);
    return bill;
  }

  pay(bill: DemoInvoice, atMs: number): void {
    bill.status = InvoiceStatus.Paid;
    bill.paidCents = bill.amountCents;
    bill.paidAtMs = Math.floor(atMs);
    this.#try(bill, atMs, null, true);
  }

  fail(bill: DemoInvoice, atMs: number, declineCode: string | null): void {
    this.#try(bill, atMs, declineCode, false);
  }

  writeOff(bill: DemoInvoice, status: typeof InvoiceStatus.Void | typeof InvoiceStatus.Uncollectible): void {
    bill.status = status;
  }

  open(): DemoInvoice[] {
    return this.invoices.filter(({ status }) => status === InvoiceStatus.Open);
  }

  lastPaid(): DemoInvoice | undefined {
    return this.invoices.findLast(({ status }) => status === InvoiceStatus.Paid);
  }

  endedUnpaidWithin(fromMs: number, untilMs: number): boolean {
    return this.#subscriptions.some(
      ({ endedAtMs, endedBy }) =>
        endedBy === "involuntary" && endedAtMs !== null && endedAtMs > fromMs && endedAtMs <= untilMs,
    );
  }

  #try(bill: DemoInvoice, atMs: number, declineCode: string | null, succeeded: boolean): void {
    this.attempts.push({
      sourceId: `pa_${this.#externalId}-${this.attempts.length + 1}`,
      invoiceSourceId: bill.sourceId,
      attemptedAtMs: Math.floor(atMs),
      amountCents: bill.amountCents,
      succeeded,
      declineCode,
    });
  }
}
