import { DAY_MS, InvoiceStatus, PaymentStatus, SubscriptionStatus } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { simulateCompany } from "../simulate-company.ts";
import { UNPAID_END } from "../simulate-customer.ts";
import { simulateLedger } from "./simulate-ledger.ts";
import { USAGE_DAYS } from "./usage.ts";

const nowMs = Date.UTC(2026, 5, 15);
const customers = [...simulateCompany({ seed: 20_260, nowMs, customers: 300 })];
const before = JSON.stringify(customers);
const told = customers.map((customer) => ({ customer, ledger: simulateLedger(customer, 31, nowMs) }));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the ledger of a simulated life", () => {
  it("is the same for the same seed, and leaves the life as it was", () => {
    expect(JSON.stringify(customers)).toBe(before);
    expect(simulateLedger(customers[7]!, 31, nowMs)).toEqual(told[7]!.ledger);
    expect(simulateLedger(customers[7]!, 32, nowMs)).not.toEqual(told[7]!.ledger);
  });

  it("ends with the plan, price, state and dates that the customer has", () => {
    for (const { customer, ledger } of told) {
      const first = ledger.subscriptions[0]!;
      const last = ledger.subscriptions.at(-1)!;
      const price = last.prices.at(-1)!;
      expect(first.startedAtMs).toBe(Math.floor(customer.account.startedAtMs));
      expect(last.endedAtMs).toBe(customer.endedAtMs === null ? null : Math.floor(customer.endedAtMs));
      expect(last.status).toBe(customer.subscriptionStatus);
      expect([price.plan, price.seats]).toEqual([customer.plan, customer.seats]);
      expect(price.amountCents).toBe(customer.monthlyRevenueCents * (price.every === "year" ? 12 : 1));
      expect(price.untilMs).toBeNull();
    }
    expect(
      told.filter(({ ledger }) => ledger.subscriptions[0]!.trialEndsAtMs !== null).length,
    ).toBeGreaterThan(20);
  });

  it("has prices side by side, from the start of each subscription on", () => {
    for (const { startedAtMs, endedAtMs, prices } of told.flatMap(({ ledger }) => ledger.subscriptions)) {
      expect(prices[0]!.fromMs).toBe(startedAtMs);
      for (const [at, price] of prices.entries()) {
        expect(price.untilMs).toBe(prices[at + 1]?.fromMs ?? null);
        expect(price.fromMs).toBeLessThan(price.untilMs ?? endedAtMs ?? nowMs);
      }
    }
  });

  it("has every bill and every refusal of the timeline, at the same instant with the same amount", () => {
    for (const { customer, ledger } of told) {
      const paid = new Set(ledger.invoices.map(({ paidAtMs, paidCents }) => `${paidAtMs} ${paidCents}`));
      const refused = new Set(
        ledger.attempts.map(
          ({ attemptedAtMs, amountCents, declineCode }) => `${attemptedAtMs} ${amountCents} ${declineCode}`,
        ),
      );
      for (const { type, atMs, amountCents, declineCode } of customer.events) {
        if (type === "invoice_paid") expect(paid).toContain(`${Math.floor(atMs)} ${amountCents}`);
        if (type === "payment_failed")
          expect(refused).toContain(`${Math.floor(atMs)} ${amountCents} ${declineCode}`);
      }
    }
  });

  it("bills the price of the day", () => {
    for (const { customer, ledger } of told) {
      for (const { issuedAtMs, amountCents } of ledger.invoices) {
        const price = ledger.subscriptions
          .flatMap(({ prices }) => prices)
          .findLast(({ fromMs }) => fromMs <= issuedAtMs)!;
        const yearsBill =
          price.every === "year" &&
          (issuedAtMs - Math.floor(customer.account.startedAtMs)) % (365 * DAY_MS) < 2;
        if (price.every === "month" || yearsBill) expect(amountCents).toBe(price.amountCents);
      }
    }
  });

  it("collects each bill once or not at all, and refunds no more than was paid", () => {
    for (const { ledger } of told) {
      for (const invoice of ledger.invoices) {
        const tries = ledger.attempts.filter(({ invoiceSourceId }) => invoiceSourceId === invoice.sourceId);
        const collected = tries.filter(({ succeeded }) => succeeded);
        expect(sum(collected.map(({ amountCents }) => amountCents))).toBe(invoice.paidCents);
        expect(invoice.paidCents).toBe(invoice.status === InvoiceStatus.Paid ? invoice.amountCents : 0);
        expect(invoice.refundedCents).toBeLessThanOrEqual(invoice.paidCents);
        for (const { attemptedAtMs, succeeded, declineCode } of tries) {
          expect(attemptedAtMs).toBeGreaterThanOrEqual(invoice.issuedAtMs);
          expect(attemptedAtMs).toBeLessThanOrEqual(invoice.paidAtMs ?? nowMs);
          expect(declineCode === null).toBe(succeeded);
        }
      }
    }
    expect(told.flatMap(({ ledger }) => ledger.invoices).some(({ refundedCents }) => refundedCents > 0)).toBe(
      true,
    );
  });

  it("leaves open what the payment state says, and nothing of who has left", () => {
    for (const { customer, ledger } of told) {
      const open = ledger.invoices.filter(({ status }) => status === InvoiceStatus.Open);
      const overdue = open.filter(({ dueAtMs }) => dueAtMs <= nowMs);
      if (customer.endedAtMs !== null) {
        expect(open).toEqual([]);
        const lost = ledger.invoices.some(({ status }) => status === InvoiceStatus.Uncollectible);
        if (customer.endReason === UNPAID_END) expect(lost).toBe(true);
        continue;
      }
      expect(open.length > 0).toBe(customer.paymentStatus !== PaymentStatus.Current);
      expect(overdue.length > 0).toBe(customer.paymentStatus === PaymentStatus.Overdue);
      expect(overdue.length > 0).toBe(customer.subscriptionStatus === SubscriptionStatus.PastDue);
    }
  });

  it("adds up to the logins, uses and tickets that each month recorded, with the same last login", () => {
    let recorded = 0;
    for (const { customer, ledger } of told) {
      for (const { fromMs, atMs, usage, lastLoginAtMs } of customer.months) {
        const within = ledger.events.filter(
          (event) => event.occurredAtMs >= Math.floor(fromMs) && event.occurredAtMs < atMs,
        );
        const of = (type: string) => within.filter((event) => event.type === type);
        const opened = customer.events.filter(
          (event) => event.type === "ticket_opened" && event.atMs >= fromMs && event.atMs < atMs,
        );
        expect(of("ticket_opened")).toHaveLength(opened.length);
        if (atMs <= nowMs - USAGE_DAYS * DAY_MS) continue;
        recorded += 1;
        expect(of("ticket_opened")).toHaveLength(usage.ticketsOpened);
        expect(sum(of("login").map(({ value }) => value ?? 0))).toBe(usage.logins);
        if (usage.logins === 0) continue;
        expect(of("feature_used")).toHaveLength(Math.min(usage.featuresUsed, usage.featureEvents));
        expect(sum(of("feature_used").map(({ value }) => value ?? 0))).toBe(usage.featureEvents);
        const last = Math.max(...of("login").map(({ occurredAtMs }) => occurredAtMs));
        expect(last).toBe(Math.floor(lastLoginAtMs!));
      }
    }
    expect(recorded).toBeGreaterThan(500);
  });

  it("has nothing before the customer came, after it left, or after today", () => {
    for (const { customer, ledger } of told) {
      const startMs = Math.floor(customer.account.startedAtMs);
      const endMs = customer.endedAtMs ?? nowMs;
      const instants = [
        ...ledger.invoices.map(({ issuedAtMs }) => issuedAtMs),
        ...ledger.attempts.map(({ attemptedAtMs }) => attemptedAtMs),
        ...ledger.events.map(({ occurredAtMs }) => occurredAtMs),
      ];
      expect(Math.min(...instants)).toBeGreaterThanOrEqual(startMs);
      expect(Math.max(...instants)).toBeLessThanOrEqual(endMs);
    }
  });
});
