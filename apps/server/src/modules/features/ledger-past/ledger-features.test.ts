import { DAY_MS } from "@forestay/contracts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerFeatures, ledgerMonths, type RecordsFrom } from "./ledger-features.ts";
import { pastOf, type CustomerLedger, type LedgerPast } from "./ledger-past.ts";

const untilMs = Date.UTC(2026, 5, 1);
const daysBefore = (days: number) => untilMs - days * DAY_MS;
const logins = (...days: number[]) => ({
  name: "login",
  role: "usage" as const,
  atMs: Float64Array.from(days, daysBefore).sort(),
});
type SoldLine = CustomerLedger["lines"][number];
const line = (more: Partial<SoldLine> = {}): SoldLine => ({
  subscriptionId: "s1",
  plan: "Growth",
  endedBy: null,
  endReason: null,
  currency: "USD",
  amountMinor: 10_000,
  every: { unit: "month", count: 1 },
  startMs: daysBefore(400),
  endMs: null,
  ...more,
});
const recordsFrom = { events: new Map([["login", daysBefore(500)]]) };
const shopFrom = { ...recordsFrom, orders: daysBefore(500) };
const order = (days: number, more: Partial<CustomerLedger["orders"][number]> = {}) => ({
  atMs: daysBefore(days),
  currency: "USD",
  amountMinor: 4_000,
  ...more,
});
const ledger = (more: Partial<CustomerLedger> = {}): CustomerLedger => ({
  lines: [line()],
  tries: [],
  orders: [],
  events: [],
  ...more,
});
const of = (more: Partial<CustomerLedger>, records: RecordsFrom = recordsFrom) =>
  ledgerFeatures(pastOf(ledger(more), untilMs), records);

describe("features from a ledger's past", () => {
  it("say how long ago, how often and whether more than before, over each window", () => {
    expect(of({ events: [logins(3, 5, 6, 20, 25, 40, 100, 300)] })).toMatchObject({
      "event:login_days_since": 3,
      "event:login_7d": 3,
      "event:login_30d": 5,
      "event:login_60d": 6,
      "event:login_90d": 6,
      "event:login_180d": 7,
      "event:login_7d_trend": 1.3863,
      "event:login_30d_trend": 1.0986,
      "event:login_180d_trend": 1.3863,
    });
  });

  it("hold a silence against the customer's own rhythm", () => {
    expect(of({ events: [logins(10, 12, 14, 16)] })["event:login_overdue"]).toBe(5);
    expect(of({ events: [logins(10, 70, 130, 170)] })["event:login_overdue"]).toBe(0.1875);
    expect(of({ events: [logins(10, 12)] })).not.toHaveProperty("event:login_overdue");
  });

  it("say none only where the records reach back, and nothing of a kind that did not exist yet", () => {
    const young = of({}, { events: new Map([["login", daysBefore(40)]]) });
    expect(young).toMatchObject({ "event:login_7d": 0, "event:login_30d": 0 });
    expect(young).not.toHaveProperty("event:login_60d");
    expect(young).not.toHaveProperty("event:login_30d_trend");
    expect(of({}, { events: new Map([["login", untilMs]]) })).not.toHaveProperty("event:login_7d");
  });

  it("know plan, price and its moves, term, renewal and tenure", () => {
    const changed = [
      line({ endMs: daysBefore(100) }),
      line({ startMs: daysBefore(100), amountMinor: 15_000, plan: "Scale" }),
    ];
    expect(of({ lines: changed })).toMatchObject({
      plan: "Scale",
      monthly_revenue: 150,
      revenue_change_180d: 0.4054,
      expansions_180d: 1,
      contractions_180d: 0,
      billing: "Monthly",
      tenure_days: 400,
    });
    const yearly = line({
      every: { unit: "year", count: 1 },
      startMs: Date.UTC(2024, 1, 29),
      amountMinor: 120_000,
    });
    expect(of({ lines: [yearly] })).toMatchObject({
      monthly_revenue: 100,
      billing: "Annual",
      days_to_renewal: (Date.UTC(2027, 1, 28) - untilMs) / DAY_MS,
    });
  });

  it("count failed payments by how long ago", () => {
    const tries = [
      { atMs: daysBefore(50), succeeded: false },
      { atMs: daysBefore(49), succeeded: true },
      { atMs: daysBefore(4), succeeded: false },
    ];
    expect(of({ tries })).toMatchObject({
      payment_status: "Failed",
      failed_payments_7d: 1,
      failed_payments_30d: 1,
      failed_payments_60d: 2,
      days_since_failed_payment: 4,
    });
  });

  it("say of a shop's customer how recently, how often and for how much it orders", () => {
    const orders = [
      order(340),
      order(200, { amountMinor: 8_000 }),
      order(100),
      order(70),
      order(40),
      order(20),
    ];
    const features = of({ lines: [], orders }, shopFrom);
    expect(features).toMatchObject({
      orders_days_since: 20,
      orders_30d: 1,
      orders_90d: 3,
      orders_180d: 4,
      orders_180d_trend: 0.5108,
      order_average: 46.67,
      order_amount_30d: 40,
      order_amount_180d: 160,
      order_amount_180d_trend: 0.2856,
      days_since_last_activity: 20,
      tenure_days: 340,
    });
    // Four of the last half year, 80 days for three times between.
    expect(features["orders_overdue"]).toBe(0.75);
  });

  it("count money of the newest order's currency alone, and no activity that came after", () => {
    const orders = [
      order(60, { currency: "EUR", amountMinor: 90_000 }),
      order(50),
      order(-5, { amountMinor: 1 }),
    ];
    const features = of({ orders, events: [logins(2)] }, shopFrom);
    expect(features).toMatchObject({
      order_average: 40,
      order_amount_90d: 40,
      orders_90d: 2,
      days_since_last_activity: 2,
      tenure_days: 400,
    });
    expect(of({ orders }, recordsFrom)).not.toHaveProperty("orders_90d");
    expect(of({ lines: [], orders: [] }, shopFrom)).toEqual({
      ...of({ lines: [] }, recordsFrom),
      orders_7d: 0,
      orders_7d_trend: 0,
      orders_30d: 0,
      orders_30d_trend: 0,
      orders_60d: 0,
      orders_60d_trend: 0,
      orders_90d: 0,
      orders_90d_trend: 0,
      orders_180d: 0,
      orders_180d_trend: 0,
    });
  });

  it("refuse a past that holds the future, and say what of it", () => {
    const past = pastOf(ledger(), untilMs);
    const planted = (more: Partial<LedgerPast>) => () => ledgerFeatures({ ...past, ...more }, recordsFrom);
    expect(planted({ events: [logins(3, -1)] })).toThrow("an event (login) of 2026-06-02");
    expect(planted({ lines: [line({ endMs: untilMs })] })).toThrow("an end of 2026-06-01");
    expect(planted({ lines: [line({ startMs: daysBefore(-3) })] })).toThrow("would give the future away");
    expect(planted({ lines: [line({ cancelRequestedMs: untilMs + 1 })] })).toThrow("a request to end");
    expect(planted({ orders: [order(-2)] })).toThrow("an order of 2026-06-03");
    expect(planted({ tries: [{ atMs: daysBefore(-1), succeeded: false }] })).toThrow("a payment");
  });

  it("are the same whatever comes after", () => {
    const days = fc.array(fc.integer({ min: -400, max: 400 }), { maxLength: 30 });
    const tried = (at: number[]) => at.map((day) => ({ atMs: daysBefore(day), succeeded: day % 2 === 0 }));
    const sold = (at: number[]) =>
      [...new Set(at)]
        .sort((a, b) => b - a)
        .map((day, index, all) =>
          line({
            startMs: daysBefore(day),
            endMs: all[index + 1] === undefined ? null : daysBefore(all[index + 1]!),
            amountMinor: 1_000 * (Math.abs(day) + 1),
            cancelRequestedMs: daysBefore(day - 5),
          }),
        );
    const told = (at: number[]) => ({
      lines: sold(at),
      tries: tried([...at].sort((a, b) => b - a)),
      orders: [...at]
        .sort((a, b) => b - a)
        .map((day) => order(day, { amountMinor: 100 * (Math.abs(day) + 1) })),
      events: [logins(...at)],
    });
    fc.assert(
      fc.property(days, days, (at, others) => {
        // Whatever the other future is, up to the moment both are one.
        const future = others.filter((day) => day <= 0);
        const changed = [...at.filter((day) => day > 0), ...future];
        const features = (of: number[]) =>
          ledgerMonths(told(of), [daysBefore(60), daysBefore(30), untilMs], shopFrom);
        expect(features(changed)).toEqual(features(at));
      }),
      { numRuns: 200 },
    );
  });

  it("of one month after the other are those of each alone, and counted as they are defined", () => {
    const days = fc.array(fc.integer({ min: -40, max: 420 }), { maxLength: 12 });
    const sale = fc.record({
      day: fc.integer({ min: -40, max: 420 }),
      lasts: fc.option(fc.integer({ min: 0, max: 300 })),
      asked: fc.option(fc.integer({ min: 0, max: 300 })),
      amountMinor: fc.integer({ min: 0, max: 20_000 }),
      subscription: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom("USD", "JPY"),
      every: fc.option(
        fc.record({ unit: fc.constantFrom("week", "month", "year"), count: fc.constantFrom(1, 3) }),
      ),
    });
    const untilsMs = Array.from({ length: 12 }, (_, month) => daysBefore(330 - month * 30));
    const records: RecordsFrom = {
      events: new Map([
        ["login", daysBefore(300)],
        ["ticket", daysBefore(200)],
        ["call", daysBefore(100)],
      ]),
      orders: daysBefore(250),
    };
    fc.assert(
      fc.property(
        fc.array(sale, { maxLength: 5 }),
        days,
        days,
        days,
        days,
        (sales, logged, told, called, at) => {
          const rising = [...at].sort((a, b) => b - a);
          const whole = ledger({
            lines: sales.map(({ day, lasts, asked, subscription, ...more }) =>
              line({
                ...more,
                subscriptionId: `s${subscription}`,
                startMs: daysBefore(day),
                endMs: lasts === null ? null : daysBefore(day - lasts),
                cancelRequestedMs: asked === null ? null : daysBefore(day - asked),
              }),
            ),
            tries: rising.map((day) => ({ atMs: daysBefore(day), succeeded: day % 3 !== 0 })),
            orders: rising.map((day) => order(day, { amountMinor: 100 * (Math.abs(day) + 1) })),
            events: [
              logins(...logged),
              { ...logins(...told), name: "ticket", role: "support" },
              { ...logins(...called), name: "call", role: "support" },
            ],
          });
          for (const { takenOn, features } of ledgerMonths(whole, untilsMs, records)) {
            const endMs = Date.parse(takenOn) + DAY_MS;
            expect(features).toEqual(ledgerFeatures(pastOf(whole, endMs), records));
            for (const window of [7, 30, 60, 90, 180]) {
              const within = (atMs: number) => atMs < endMs && atMs >= endMs - window * DAY_MS;
              if (endMs - window * DAY_MS >= records.events.get("login")!)
                expect(features[`event:login_${window}d`]).toBe(logged.map(daysBefore).filter(within).length);
              if (whole.tries.some(({ atMs }) => atMs < endMs))
                expect(features[`failed_payments_${window}d`]).toBe(
                  whole.tries.filter(({ atMs, succeeded }) => within(atMs) && !succeeded).length,
                );
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("has months from when a customer came until it left", () => {
    const months = ledgerMonths(
      ledger({ lines: [line({ startMs: daysBefore(70), endMs: daysBefore(10) })] }),
      [daysBefore(90), daysBefore(60), daysBefore(30), untilMs],
      { events: new Map() },
    );
    expect(months.map(({ takenOn }) => takenOn)).toEqual(["2026-04-01", "2026-05-01"]);
  });
});
