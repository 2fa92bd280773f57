import { expect, test } from "vitest";
import { STEP_MS, trueChurnProbability } from "./hazard.ts";
import { simulateCompany } from "./simulate-company.ts";

const nowMs = Date.UTC(2026, 5, 15);
const customers = [...simulateCompany({ seed: 20_260, nowMs })];
const months = customers.flatMap((customer) => customer.months.map((month) => ({ customer, month })));
const closed = months.filter(({ month }) => month.atMs + 3 * STEP_MS <= nowMs);
const leftWithinHorizon = ({ customer, month }: (typeof months)[number]) =>
  customer.endedAtMs !== null &&
  customer.endedAtMs > month.atMs &&
  customer.endedAtMs <= month.atMs + 3 * STEP_MS;

test("the same seed gives the same company, another seed another", () => {
  const head = (seed: number) => JSON.stringify(simulateCompany({ seed, nowMs }).take(5).toArray());
  expect(head(1)).toBe(head(1));
  expect(head(1)).not.toBe(head(2));
});

test("2,418 customers with addresses of their own that can never receive mail", () => {
  expect(customers).toHaveLength(2_418);
  const emails = new Set(customers.map((customer) => customer.account.email));
  expect(emails.size).toBe(2_418);
  for (const email of emails) expect(email).toMatch(/^[a-z.]+@[a-z]+\.example$/);
});

test("between 8 and 10 percent of the active customers leave within 90 days", () => {
  const rate = closed.filter(leftWithinHorizon).length / closed.length;
  expect(rate).toBeGreaterThan(0.08);
  expect(rate).toBeLessThan(0.1);
});

test("the true probability is what happens: tenths of customer-months by truth leave at their mean truth", () => {
  const rows = closed
    .map((row) => ({
      truth: trueChurnProbability(row.customer.account, row.month.state, row.month.atMs),
      left: leftWithinHorizon(row) ? 1 : 0,
    }))
    .sort((a, b) => a.truth - b.truth);
  for (let tenth = 0; tenth < 10; tenth++) {
    const part = rows.slice((tenth * rows.length) / 10, ((tenth + 1) * rows.length) / 10);
    const expected = part.reduce((sum, row) => sum + row.truth, 0) / part.length;
    const observed = part.reduce((sum, row) => sum + row.left, 0) / part.length;
    // Months of one customer overlap, so the independent-rows deviation is widened by the three steps of the horizon.
    const deviation = Math.sqrt((3 * expected * (1 - expected)) / part.length);
    expect(Math.abs(observed - expected)).toBeLessThan(4 * deviation);
  }
});

test("nothing is recorded before a customer's start or after the end", () => {
  for (const { account, months, endedAtMs, events } of customers) {
    for (const month of months) {
      expect(month.atMs).toBeGreaterThanOrEqual(account.startedAtMs);
      if (endedAtMs !== null) expect(month.atMs).toBeLessThan(endedAtMs);
    }
    for (const event of events) {
      expect(event.atMs).toBeGreaterThanOrEqual(account.startedAtMs);
      expect(event.atMs).toBeLessThanOrEqual(endedAtMs ?? nowMs);
    }
  }
});
