import type { Analysis, RiskLevelValue } from "@forestay/contracts";
import { toMajorUnits } from "#modules/customers/engine-door.ts";

const HISTOGRAM_BINS = 20;
const BIN_WIDTH = 100 / HISTOGRAM_BINS;
/** 10th to 90th percentile of a normal distribution. */
const BAND_80_PERCENT = 1.2816;
const LEVELS: readonly RiskLevelValue[] = [0, 1, 2, 3];

export interface ScoredValue {
  probability: number;
  score: number;
  level: RiskLevelValue;
  /** Null: the company's own. */
  currency: string | null;
  monthlyRevenueCents: number | null;
  lifetimeValueCents: number | null;
}

export interface ScoreTotals {
  customers: number;
  needAttention: number;
  levels: Analysis["levels"];
  scoreHistogram: Analysis["scoreHistogram"];
  expectedLeavers: Analysis["expectedLeavers"];
  expectedRevenueAtRisk: Analysis["expectedRevenueAtRisk"];
}

/** What a customer is worth within a year: 12 months of revenue, else the lifetime value, else unknown. */
export function yearlyValueCents(
  customer: Pick<ScoredValue, "monthlyRevenueCents" | "lifetimeValueCents">,
): number | null {
  return customer.monthlyRevenueCents === null
    ? customer.lifetimeValueCents
    : 12 * customer.monthlyRevenueCents;
}

/**
 * Adds up an analysis while it streams by, so that a million customers need no memory; `currency` is the company's. Expected revenue at risk is the
 * sum of p x V; its 80% band is that of the sum of V x Bernoulli(p), normal by the central limit theorem, customers
 * taken as independent. Of few customers the normal band would reach beyond all that there is: it ends there. Expected
 * leavers are the same with V = 1. Money of other currencies is never added to the company's: who pays in one is counted and
 * left out of the sums, and the basis says so.
 */
export function createScoreTotals(currency: string): {
  add(customer: ScoredValue): void;
  result(): ScoreTotals;
} {
  const levels = LEVELS.map((level) => ({ level, customers: 0, revenueCents: 0, lifetimeCents: 0 }));
  const bins = Array.from({ length: HISTOGRAM_BINS }, () => 0);
  const leavers = createExpectation();
  const atRiskCents = createExpectation();
  const valued = { byRevenue: 0, byLifetime: 0, inOther: 0 };
  return {
    add(customer) {
      const level = levels[customer.level];
      const isOwn = customer.currency === null || customer.currency === currency;
      if (level) level.customers++;
      if (level && isOwn) {
        level.revenueCents += customer.monthlyRevenueCents ?? 0;
        level.lifetimeCents += customer.lifetimeValueCents ?? 0;
      }
      const bin = Math.min(HISTOGRAM_BINS - 1, Math.floor((100 * customer.probability) / BIN_WIDTH));
      bins[bin] = (bins[bin] ?? 0) + 1;
      leavers.add(customer.probability, 1);
      const value = yearlyValueCents(customer);
      if (value === null) return;
      if (!isOwn) return void valued.inOther++;
      valued[customer.monthlyRevenueCents === null ? "byLifetime" : "byRevenue"]++;
      atRiskCents.add(customer.probability, value);
    },
    result() {
      const customers = levels.reduce((sum, level) => sum + level.customers, 0);
      const atRisk = atRiskCents.result();
      const money = (cents: number) => toMajorUnits(Math.round(cents), currency);
      return {
        customers,
        needAttention: (levels[2]?.customers ?? 0) + (levels[3]?.customers ?? 0),
        levels: levels.map(({ level, customers, revenueCents, lifetimeCents }) => ({
          level,
          customers,
          monthlyRevenue: money(revenueCents),
          lifetimeValue: money(lifetimeCents),
        })),
        scoreHistogram: bins.map((count, index) => ({
          from: index * BIN_WIDTH,
          to: (index + 1) * BIN_WIDTH,
          count,
        })),
        expectedLeavers: customers === 0 ? null : leavers.result(),
        expectedRevenueAtRisk:
          valued.byRevenue + valued.byLifetime === 0
            ? null
            : {
                value: money(atRisk.value),
                lower: money(atRisk.lower),
                upper: money(atRisk.upper),
                basis: basisInWords(valued, customers, currency),
              },
      };
    },
  };
}

/** The sum of V x Bernoulli(p) of independent terms: its mean, and its 80% band within 0 and the sum of all V. */
function createExpectation() {
  let [mean, variance, most] = [0, 0, 0];
  return {
    add(probability: number, value: number) {
      mean += probability * value;
      variance += probability * (1 - probability) * value * value;
      most += value;
    },
    result() {
      const halfWidth = BAND_80_PERCENT * Math.sqrt(variance);
      return { value: mean, lower: Math.max(0, mean - halfWidth), upper: Math.min(most, mean + halfWidth) };
    },
  };
}

function basisInWords(
  { byRevenue, byLifetime, inOther }: { byRevenue: number; byLifetime: number; inOther: number },
  customers: number,
  currency: string,
): string {
  const parts = [
    ...(byRevenue > 0 ? ["chance of leaving x 12 months of revenue"] : []),
    ...(byLifetime > 0
      ? [
          `${byRevenue > 0 ? `for ${byLifetime} customers without revenue ` : "chance of leaving x "}lifetime value`,
        ]
      : []),
  ];
  const unknown = customers - byRevenue - byLifetime - inOther;
  return `${parts.join("; ")}${unknown > 0 ? `; ${unknown} customers without a known value are left out` : ""}${inOther > 0 ? `; ${inOther} customers who do not pay in ${currency} are left out` : ""}; customers taken as independent`;
}
