import type { Analysis, RiskLevelValue } from "@forestay/contracts";
import { expectedLeavers, expectedRevenueAtRisk } from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/engine-door.ts";

const HISTOGRAM_BINS = 20;
const BIN_WIDTH = 100 / HISTOGRAM_BINS;
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
 * Adds up an analysis while it streams by; `currency` is the company's. Of each customer the chance and the value are kept, 24 MB of a
 * million: expected revenue at risk and leavers, with their bands, are those of the dashboard, by the same functions. Money of other
 * currencies is never added to the company's: who pays in one is counted and left out of the sums, and the basis says so.
 */
export function createScoreTotals(currency: string): {
  add(customer: ScoredValue): void;
  result(): ScoreTotals;
} {
  const levels = LEVELS.map((level) => ({ level, customers: 0, revenueCents: 0, lifetimeCents: 0 }));
  const bins = Array.from({ length: HISTOGRAM_BINS }, () => 0);
  const chances: number[] = [];
  const ofValued = { churnProbabilities: [] as number[], valuesMinor: [] as number[] };
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
      chances.push(customer.probability);
      const value = yearlyValueCents(customer);
      if (value === null) return;
      if (!isOwn) return void valued.inOther++;
      valued[customer.monthlyRevenueCents === null ? "byLifetime" : "byRevenue"]++;
      ofValued.churnProbabilities.push(customer.probability);
      ofValued.valuesMinor.push(Math.max(0, value));
    },
    result() {
      const customers = levels.reduce((sum, level) => sum + level.customers, 0);
      const money = (minor: number) => toMajorUnits(minor, currency);
      const atRisk = expectedRevenueAtRisk({ currency, ...ofValued });
      const leavers = expectedLeavers(chances);
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
        expectedLeavers:
          customers === 0 ? null : { value: leavers.customers, lower: leavers.low, upper: leavers.high },
        expectedRevenueAtRisk:
          valued.byRevenue + valued.byLifetime === 0
            ? null
            : {
                value: money(atRisk.expectedMinor),
                lower: money(atRisk.low.amountMinor),
                upper: money(atRisk.high.amountMinor),
                basis: basisInWords(valued, customers, currency),
              },
      };
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
