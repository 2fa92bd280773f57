import type { PlanRevenue, RevenueInsights } from "@forestay/contracts";
import { grossMrrChurn, netMrrChurn, quickRatio } from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/index.ts";
import {
  readRetention,
  readRevenue,
  toMovementsMonth,
  type RetentionFigures,
  type RetentionSeries,
  type RevenueSeries,
} from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { byCountry } from "./by-country.ts";
import {
  beingWorkedOut,
  monthsAsked,
  readAsked,
  type Asked,
  type InsightsQuery,
  type Month,
} from "./insights-scope.ts";
import { readLifetimeValue } from "./read-lifetime-value.ts";

/** Plans that are told one by one: those with the most MRR. */
const MOST_PLANS = 30;

/** Where revenue comes from and where it goes, read from rollups. */
export async function readRevenueInsights(
  db: Database,
  companyId: string,
  query: InsightsQuery,
  now: Date,
): Promise<RevenueInsights> {
  return withTenant(db, companyId, async (tx) => {
    const asked = await readAsked(tx, companyId, query, now);
    const scope = { plan: asked.plan, currency: asked.currency };
    const revenue = await readRevenue(tx, companyId, scope);
    if (revenue.firstDay === null) {
      return {
        scope: asked.told,
        months: [],
        retention: [],
        plans: [],
        countries: null,
        quickRatio: null,
        churn: [],
        lifetimeValue: null,
        missing: beingWorkedOut(asked) ?? "Needs subscriptions: import them as a file.",
      };
    }
    const months = monthsAsked(asked, revenue.firstDay);
    const complete = months.filter(({ isComplete }) => isComplete);
    const year = await readRetention(tx, companyId, "12_months", scope);
    const logos = { plan: asked.plan, currency: asked.isCurrencyAsked ? asked.currency : null };
    const ofMonths = await readRetention(tx, companyId, "1_month", logos);
    const last = complete.findLast(({ until }) => revenue.at(until) !== null);
    return {
      scope: asked.told,
      months: months.map((month) => toMovementsMonth(month, asked.currency, revenue, ofMonths)),
      retention: complete.map(({ month, until }) => ({ month, until, ...retained(year.atEndOf(until)) })),
      plans: last === undefined || asked.plan !== null ? [] : await byPlan(tx, asked, last),
      countries: asked.plan === null ? await byCountry(tx, asked) : null,
      quickRatio: ratioOver(complete, revenue),
      churn: complete.map((month) => churnOfMonth(month, revenue)),
      lifetimeValue: await readLifetimeValue(tx, asked, { complete, revenue, ofMonths }),
      missing: null,
    };
  });
}

const retained = (figures: RetentionFigures) => ({
  grossRetention: figures.opening_minor === 0 ? null : figures.kept_minor / figures.opening_minor,
  netRetention: figures.opening_minor === 0 ? null : figures.closing_minor / figures.opening_minor,
});

function ratioOver(months: readonly Month[], revenue: RevenueSeries): number | null {
  const [first, last] = [months[0], months.at(-1)];
  const flow = first === undefined || last === undefined ? null : revenue.flow(first.from, last.until);
  if (flow === null) return null;
  const { minor } = flow;
  return quickRatio({
    newMinor: minor.new,
    expansionMinor: minor.expansion,
    contractionMinor: minor.contraction,
    churnMinor: minor.churn,
  });
}

function churnOfMonth({ month, from, until }: Month, revenue: RevenueSeries) {
  const flow = revenue.flow(from, until);
  const amounts = flow && {
    startMinor: flow.startMinor,
    churnMinor: flow.minor.churn,
    contractionMinor: flow.minor.contraction,
    expansionMinor: flow.minor.expansion,
    reactivationMinor: flow.minor.reactivation,
  };
  return {
    month,
    from,
    until,
    gross: amounts && grossMrrChurn(amounts),
    net: amounts && netMrrChurn(amounts),
  };
}

/** Each plan at the end of a month, and all of them together. */
async function byPlan(tx: Tx, asked: Asked, { until }: Month): Promise<PlanRevenue[]> {
  const rows: PlanRevenue[] = [];
  let allMinor = 0;
  for (const plan of [null, ...asked.told.plans]) {
    const scope = { plan, currency: asked.currency };
    const logos = { plan, currency: asked.isCurrencyAsked ? asked.currency : null };
    const there = (await readRevenue(tx, asked.companyId, scope)).at(until);
    if (plan === null) allMinor = there?.mrrMinor ?? 0;
    const month = await readRetention(tx, asked.companyId, "1_month", logos);
    const year = await readRetention(tx, asked.companyId, "12_months", scope);
    const row = planRow(plan, there ?? { mrrMinor: 0, active: 0 }, allMinor, {
      month,
      year,
      until,
      currency: asked.currency,
    });
    if (plan === null || row.customers > 0 || row.left > 0) rows.push(row);
  }
  const [all, ...plans] = rows;
  return [...plans.sort((a, b) => b.mrr - a.mrr).slice(0, MOST_PLANS), all!];
}

function planRow(
  plan: string | null,
  { mrrMinor, active }: { mrrMinor: number; active: number },
  allMinor: number,
  known: { month: RetentionSeries; year: RetentionSeries; until: string; currency: string },
): PlanRevenue {
  const money = (minor: number) => toMajorUnits(minor, known.currency);
  const figures = known.month.atEndOf(known.until);
  return {
    plan,
    customers: active,
    mrr: money(mrrMinor),
    share: allMinor === 0 ? null : mrrMinor / allMinor,
    perCustomer: active === 0 ? null : money(mrrMinor) / active,
    ...retained(known.year.atEndOf(known.until)),
    left: figures.left_voluntary + figures.left_involuntary + figures.left_unknown,
  };
}
