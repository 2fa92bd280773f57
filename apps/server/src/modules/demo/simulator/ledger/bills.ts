import { DAY_MS, InvoiceStatus } from "@forestay/contracts";
import { monthlyPriceCents } from "../account.ts";
import type { Draw } from "../draw.ts";
import { STEP_MS } from "../hazard.ts";
import { BILLING_CYCLE_DAYS, dueWithin } from "../month-events.ts";
import type { DemoCustomer, DemoMonth } from "../simulate-customer.ts";
import { Book } from "./book.ts";
import type { DemoInvoice, DemoPaymentAttempt, DemoSubscription } from "./ledger-rows.ts";

/** A bill that could not be collected is paid so soon after the month in which the customer pays again has begun. */
const RECOVERY_DAYS = 8;
/** Of those who leave by choice: who get back what they had paid for the time after. */
const REFUND_SHARE = 0.3;
/** Reasons of a bank that end a card for good, seen at the last tries before an unpaid end. */
const LAST_DECLINES = ["lost_card", "stolen_card", "expired_card", "insufficient_funds", "do_not_honor"];

/**
 * The bills of one life and the tries to collect them. Each bill and each try that the timeline names is here at the same
 * instant with the same amount; a month whose payment failed leaves a bill open until the customer pays again, or until
 * the end, when it is written off.
 */
export function drawBills(
  draw: Draw,
  customer: DemoCustomer,
  subscriptions: readonly DemoSubscription[],
): { invoices: DemoInvoice[]; attempts: DemoPaymentAttempt[] } {
  const book = new Book(customer.account.externalId, subscriptions);
  writeBillsBefore(draw, customer, book);
  for (const month of customer.months) writeMonth(draw, customer, month, book);
  if (customer.endedAtMs !== null) writeEnd(draw, customer, customer.endedAtMs, book);
  return { invoices: book.invoices, attempts: book.attempts };
}

/** From the start to the first recorded month: paid in time, but for what the first month finds overdue. */
function writeBillsBefore(draw: Draw, customer: DemoCustomer, book: Book): void {
  const { account, months } = customer;
  const first = months[0];
  if (!first) return;
  const { plan, seats, billing, startedAtMs } = account;
  const monthlyCents = monthlyPriceCents(plan, seats, billing);
  const cycleMs = BILLING_CYCLE_DAYS[billing] * DAY_MS;
  const overdue = first.state.payment === 2;
  for (let dueMs = startedAtMs; dueMs < first.fromMs; dueMs += cycleMs) {
    // The first bill waits for the end of a trial.
    const issuedMs = dueMs === startedAtMs ? (book.trialEndsAtMs ?? dueMs) : dueMs;
    const bill = book.issue(issuedMs, billing === "annual" ? 12 * monthlyCents : monthlyCents);
    if (overdue && billing === "monthly" && dueMs + cycleMs >= first.fromMs) {
      book.fail(bill, issuedMs, "insufficient_funds");
    } else book.pay(bill, issuedMs);
  }
  if (overdue && billing === "annual") {
    const issuedMs = Math.max(startedAtMs, first.fromMs - (1 + draw.next() * 20) * DAY_MS);
    book.fail(book.issue(issuedMs, monthlyCents), issuedMs, "insufficient_funds");
  }
}

function writeMonth(draw: Draw, customer: DemoCustomer, month: DemoMonth, book: Book): void {
  const { fromMs, atMs, state } = month;
  const failures = customer.events.filter(
    (event) => event.type === "payment_failed" && event.atMs >= fromMs && event.atMs < atMs,
  );
  const due = dueWithin(customer.account, fromMs, atMs);
  // Overdue means that what failed before stays open; else it was paid before this month's own bill.
  if (state.payment !== 2) settle(draw, book, month, due);
  const issuedMs = due ?? failures[0]?.atMs;
  if (issuedMs === undefined) return;
  const bill = book.issue(issuedMs, failures[0]?.amountCents ?? billCents(customer, book, issuedMs));
  if (state.payment === 0) book.pay(bill, issuedMs);
  for (const { atMs: failedMs, declineCode } of failures) book.fail(bill, failedMs, declineCode ?? null);
}

/** Pays what is open, early in the month; what a subscription ended over is written off with it. */
function settle(draw: Draw, book: Book, { fromMs, atMs }: DemoMonth, due: number | null): void {
  const untilMs = Math.min(fromMs + RECOVERY_DAYS * DAY_MS, atMs, due ?? Infinity);
  for (const bill of book.open()) {
    if (book.endedUnpaidWithin(fromMs, atMs)) book.writeOff(bill, InvoiceStatus.Uncollectible);
    else book.pay(bill, fromMs + draw.next() * (untilMs - fromMs));
  }
}

/** The days after the last recorded month: a last bill, what came back of it, and what is given up. */
function writeEnd(draw: Draw, customer: DemoCustomer, endedAtMs: number, book: Book): void {
  const { account, months } = customer;
  const last = months.at(-1);
  if (!last) return;
  const unpaid = last.state.payment > 0;
  const cycleMs = BILLING_CYCLE_DAYS[account.billing] * DAY_MS;
  const due = dueWithin(account, last.atMs, Math.min(endedAtMs, last.atMs + STEP_MS));
  if (due !== null) {
    const bill = book.issue(due, billCents(customer, book, due));
    if (unpaid) {
      for (let triedMs = due; triedMs < endedAtMs && triedMs < due + 9 * DAY_MS; triedMs += 3 * DAY_MS)
        book.fail(bill, triedMs, draw.pick(LAST_DECLINES));
    } else if (account.billing === "annual") {
      // Who leaves within days of a renewal did not renew: the year is taken back, not paid.
      book.writeOff(bill, InvoiceStatus.Void);
    } else book.pay(bill, due);
  }
  const paid = book.lastPaid();
  if (!unpaid && paid && draw.chance(REFUND_SHARE)) {
    const unused = Math.max(0, 1 - (endedAtMs - paid.issuedAtMs) / cycleMs);
    paid.refundedCents = Math.floor(paid.amountCents * unused);
  }
  for (const bill of book.open()) book.writeOff(bill, InvoiceStatus.Uncollectible);
}

/** What the price of that instant charges. */
function billCents({ account }: DemoCustomer, book: Book, atMs: number): number {
  const price = book.priceAt(atMs);
  if (!price) throw new RangeError(`${account.externalId} has no price at ${atMs}`);
  return price.amountCents;
}
