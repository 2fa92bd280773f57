import {
  hazardByTenure,
  joinFlows,
  kaplanMeier,
  movementsByPeriod,
  mrrOfCustomer,
  retentionByPeriod,
  survivalAt,
  survivalLifetimeValue,
  tenures,
  totalMrrAt,
  DAYS_PER_MONTH,
  type SubscriptionLine,
  type SurvivalCurve,
} from "@forestay/metrics";
import { wilsonInterval } from "@forestay/churn-model/statistics";
import { DAY_MS } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { monthlyHazard, STEP_MS } from "../hazard.ts";
import { DEMO_MONTHS, simulateCompany } from "../simulate-company.ts";
import { UNPAID_END } from "../simulate-customer.ts";
import { trueSurvival } from "../true-survival.ts";
import type { DemoSubscription } from "./ledger-rows.ts";
import { simulateSubscriptions } from "./simulate-ledger.ts";

/*
 * The simulator knows its hazards; metrics see the ledger only. Each group of intervals holds all its truths together with
 * a chance of 99.9 %, by Bonferroni, and the draw is seeded: a test that fails has found something.
 */
const JOINT_ERROR = 0.001;
const jointly = (intervals: number) => 1 - JOINT_ERROR / intervals;

const nowMs = Date.UTC(2026, 5, 15);
const windowStartMs = nowMs - (DEMO_MONTHS - 1) * STEP_MS;
const customers = [...simulateCompany({ seed: 20_260, nowMs })];
const sold = customers.map((customer) => simulateSubscriptions(customer, 31, nowMs));
const revenue = customers.map(({ account }, at) => mrrOfCustomer(account.externalId, linesOf(sold[at]!)));
const steps = Array.from({ length: DEMO_MONTHS - 1 }, (_, step) => ({
  startMs: windowStartMs + step * STEP_MS,
  endMs: windowStartMs + (step + 1) * STEP_MS,
}));

/** True hazards of the customers who were there when a step began. */
const hazardsOf = (startMs: number) =>
  customers.flatMap(({ account, months }) => {
    const month = months.find(({ atMs }) => atMs === startMs);
    return month ? [monthlyHazard(account, month.state, startMs)] : [];
  });
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const newcomers = followNewcomers();

describe("metrics over the sample company's ledger", () => {
  it("count who was there and who left as the lives have it, with a churn whose interval holds the true hazard", () => {
    for (const { period, logos } of retentionByPeriod(revenue, steps)) {
      const truth = hazardsOf(period.startMs);
      expect(logos.activeAtStart).toBe(truth.length);
      expect(logos.left).toBe(leaversWithin(period.startMs, period.endMs).length);
      const { low, high } = wilsonInterval(logos.left, logos.activeAtStart, jointly(steps.length));
      const hazard = sum(truth) / truth.length;
      expect(hazard).toBeGreaterThan(low);
      expect(hazard).toBeLessThan(high);
    }
  });

  it("measure hazards by tenure whose intervals hold the true ones, and would not hold a quarter more or less", () => {
    const followUp = tenures(revenue, nowMs, windowStartMs);
    const edges = [0, 60, 90, 180, 270, 365, 450, 720, 1_095, 3_000];
    const bands = hazardByTenure(followUp, edges, jointly(edges.length - 1));
    for (const band of bands) {
      const truth = expectedLeavers(band.from, band.to) / band.exposure;
      expect(band.leavers).toBeGreaterThan(20);
      expect(truth).toBeGreaterThan(band.low!);
      expect(truth).toBeLessThan(band.high!);
    }
    const [whole] = hazardByTenure(followUp, [0, 3_000], jointly(1));
    const truth = expectedLeavers(0, 3_000) / whole!.exposure;
    expect(whole!.low! / truth).toBeGreaterThan(1 / 1.25);
    expect(whole!.high! / truth).toBeLessThan(1.25);
  });

  it("draw a survival curve whose band holds the exact survival of all who came within the two years", () => {
    const days = [60, 90, 120, 180, 240, 300, 365, 400, 450, 540, 600];
    const curve = kaplanMeier(newcomers.followUp, jointly(days.length));
    for (const day of days) {
      const { low, high } = survivalAt(curve, day)!;
      expect(newcomers.survival(day)).toBeGreaterThan(low);
      expect(newcomers.survival(day)).toBeLessThan(high);
      expect(high - low).toBeLessThan(0.2);
    }
  });

  it("give a lifetime value by survival within its interval of the true one", () => {
    const horizonMonths = 20;
    const curve = kaplanMeier(newcomers.followUp, jointly(horizonMonths));
    const { mrrMinor, activeCustomers } = totalMrrAt(revenue, nowMs).get("USD")!;
    const earnings = { currency: "USD", arpaMinor: mrrMinor / activeCustomers, marginShare: 0.8 };
    const options = { yearlyDiscountRate: 0.1, unitsPerMonth: DAYS_PER_MONTH, horizonMonths };
    const valueOf = (of: SurvivalCurve) => survivalLifetimeValue(earnings, of, options).valueMinor!;
    const exact =
      earnings.arpaMinor *
      earnings.marginShare *
      sum(
        Array.from(
          { length: horizonMonths },
          (_, k) => newcomers.survival(k * DAYS_PER_MONTH) / 1.1 ** (k / 12),
        ),
      );
    // Where all months' bands hold the truth, so does the sum of their ends.
    expect(exact).toBeGreaterThan(valueOf(endOf(curve, "low")));
    expect(exact).toBeLessThan(valueOf(endOf(curve, "high")));
    expect(Math.abs(valueOf(curve) / exact - 1)).toBeLessThan(0.03);
  });

  it("reconcile MRR with what every month recorded, movement by movement", () => {
    const flows = movementsByPeriod(revenue, steps).get("USD")!;
    for (const { period, endMinor } of flows) {
      const recorded = customers.flatMap(({ months }) => {
        const month = months.find(({ atMs }) => atMs === period.endMs);
        return month ? [month.terms.priceCents] : [];
      });
      expect(endMinor).toBe(sum(recorded));
    }
    const { counts } = joinFlows(flows);
    const cameBack = sold.filter((subscriptions) => subscriptions.length > 1).length;
    expect(cameBack).toBeGreaterThan(20);
    expect(counts.reactivation).toBe(cameBack);
    expect(counts.churn).toBe(leaversWithin(windowStartMs, nowMs).length + cameBack);
  });

  it("tell apart who could not pay and who chose to go, who asked before", () => {
    for (const [at, { endReason }] of customers.entries()) {
      const last = sold[at]!.at(-1)!;
      expect(last.endedBy).toBe(
        endReason === null ? null : endReason === UNPAID_END ? "involuntary" : "voluntary",
      );
      expect(last.cancelRequestedAtMs !== null).toBe(last.endedBy === "voluntary");
      if (last.cancelRequestedAtMs !== null) expect(last.cancelRequestedAtMs).toBeLessThan(last.endedAtMs!);
    }
  });
});

function linesOf(subscriptions: readonly DemoSubscription[]): SubscriptionLine[] {
  return subscriptions.flatMap(({ sourceId, endedAtMs, trialEndsAtMs, prices }) =>
    prices.map(({ amountCents, every, fromMs, untilMs }) => ({
      subscriptionId: sourceId,
      currency: "USD",
      amountMinor: amountCents,
      every: { unit: every, count: 1 },
      startMs: fromMs,
      endMs: untilMs ?? endedAtMs,
      trialEndMs: trialEndsAtMs,
    })),
  );
}

function leaversWithin(startMs: number, endMs: number) {
  return customers.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs >= startMs && endedAtMs < endMs);
}

/** Leavers to be expected at an age in (from, to], days since the first payment: a hazard is spread over its month. */
function expectedLeavers(from: number, to: number): number {
  let expected = 0;
  for (const [at, { account, months }] of customers.entries()) {
    const firstPaidMs = revenue[at]!.timelines[0]!.atMs[0]!;
    for (const { atMs, state } of months) {
      if (atMs === nowMs) break;
      const age = (atMs - firstPaidMs) / DAY_MS;
      const days = Math.min(age + 30, to) - Math.max(age, from);
      if (days > 0) expected += (monthlyHazard(account, state, atMs) * days) / 30;
    }
  }
  return expected;
}

/** Those who came within the records: how long they stayed, and their exact mean survival at an age in days. */
function followNewcomers() {
  const known = new Map<string, Float64Array>();
  const rows = customers.flatMap(({ account, months }, at) => {
    const firstMonthMs = months[0]!.atMs;
    if (account.startedAtMs <= windowStartMs) return [];
    // Accounts whose hazards are the same in every state and month share one curve.
    const alike = steps.map((_, step) =>
      monthlyHazard(account, { engagement: 4, payment: 0, friction: 0 }, firstMonthMs + step * STEP_MS),
    );
    const key = [account.size, account.engagementCentre, ...alike].join();
    const exact = known.get(key) ?? trueSurvival(account, firstMonthMs, steps.length);
    known.set(key, exact);
    return [{ mrr: revenue[at]!, exact, sinceDays: (firstMonthMs - account.startedAtMs) / DAY_MS }];
  });
  const followUp = tenures(
    rows.map(({ mrr }) => mrr),
    nowMs,
  );
  const survival = (day: number) =>
    sum(
      rows.map(({ exact, sinceDays }) => {
        // Who leaves does so at any time of the month.
        const step = Math.max(0, (day - sinceDays) / 30);
        const before = Math.floor(step);
        const share = step - before;
        return exact[before]! * (1 - share) + (share > 0 ? exact[before + 1]! * share : 0);
      }),
    ) / rows.length;
  return { followUp, survival };
}

const endOf = (curve: SurvivalCurve, end: "low" | "high"): SurvivalCurve => ({
  ...curve,
  points: curve.points.map((point) => ({ ...point, survival: point[end] })),
});
