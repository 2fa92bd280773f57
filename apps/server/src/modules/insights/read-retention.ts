import type { CohortTable, RetentionInsights, Survival } from "@forestay/contracts";
import {
  DAYS_PER_MONTH,
  hazardByTenure,
  kaplanMeier,
  logRank,
  numbersAtRisk,
  type FollowUp,
} from "@forestay/metrics";
import { readTenureCounts, toMajorUnits, type CustomerTenures } from "#modules/customers/index.ts";
import {
  addMonths,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  readCohorts,
  readStartPlans,
  readTenures,
  type CohortMonth,
} from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { beingWorkedOut, readAsked, type Asked, type InsightsQuery } from "./insights-scope.ts";

/** Months of life that are told one by one. */
const MOST_AGES = 36;
/** Cohorts that are told, the newest. */
const MOST_COHORTS = 24;
/** Plans whose curves are compared: those with the most customers. */
const MOST_PLANS = 5;
/** Fewer customers than this say nothing of a plan's curve. */
const FEWEST_OF_A_PLAN = 10;

/** How long customers stay, read from rollups; of a company without payments from the days its customers came and left. */
export async function readRetentionInsights(
  db: Database,
  companyId: string,
  query: InsightsQuery,
  now: Date,
): Promise<RetentionInsights> {
  return withTenant(db, companyId, async (tx) => {
    const asked = await readAsked(tx, companyId, query, now);
    return asked.currencies.length > 0 ? fromLedger(tx, asked) : fromCustomers(tx, asked, now);
  });
}

async function fromLedger(tx: Tx, asked: Asked): Promise<RetentionInsights> {
  const { companyId, plan, from, day, currency } = asked;
  const of = { from, day };
  const followUp = await readTenures(tx, companyId, { plan, ...of });
  const cohortsFrom = laterOf(from, addMonths(firstOfMonth(day), 1 - MOST_COHORTS));
  // Customers count once in whatever they pay, unless it is asked who pays in one currency.
  const logos = await readCohorts(tx, companyId, {
    plan,
    currency: asked.isCurrencyAsked ? currency : null,
    from: cohortsFrom,
    day,
  });
  const revenue = await readCohorts(tx, companyId, { plan, currency, from: cohortsFrom, day });
  const byPlan = plan === null ? await survivalByPlan(tx, companyId, of) : null;
  const money = (minor: number) => toMajorUnits(minor, currency);
  return {
    scope: asked.told,
    source: "ledger",
    ...lifetimeOf(followUp),
    byPlan: byPlan?.curves ?? [],
    plansDiffer: byPlan?.test ?? null,
    cohorts: {
      customers: cohortTable(logos, (cell) => [cell.keptCount, cell.customers]),
      gross: cohortTable(revenue, (cell) => [money(cell.keptMinor), money(cell.beganMinor)]),
      net: cohortTable(revenue, (cell) => [money(cell.closingMinor), money(cell.beganMinor)]),
    },
    missing:
      followUp.durations.length === 0
        ? (beingWorkedOut(asked) ?? "Nobody began to pay in this time: choose a longer one.")
        : null,
    revenueMissing: null,
    leftUndated: 0,
  };
}

async function fromCustomers(tx: Tx, asked: Asked, now: Date): Promise<RetentionInsights> {
  const { companyId, from, day, timeZone } = asked;
  const found = await readTenureCounts(tx, companyId, { from, day, timeZone, now });
  const followUp = {
    durations: found.tenures.map(({ duration }) => duration),
    events: found.tenures.map(({ event }) => event),
    weights: found.tenures.map(({ customers }) => customers),
  };
  return {
    scope: asked.told,
    source: "customers",
    ...lifetimeOf(followUp),
    byPlan: [],
    plansDiffer: null,
    cohorts: {
      customers: cohortTable(cohortsOf(found, day), (cell) => [cell.keptCount, cell.customers]),
      gross: null,
      net: null,
    },
    missing:
      asked.segment !== null
        ? "By segment it is told from payments alone, and none are known: choose all customers."
        : followUp.durations.length === 0
          ? "Needs the day customers began, and left: import subscriptions, or customers with these dates."
          : null,
    revenueMissing: "Needs subscriptions: import them as a file.",
    leftUndated: found.leftUndated,
  };
}

type Lifetime = Pick<RetentionInsights, "survival" | "atRisk" | "hazard">;

function lifetimeOf(followUp: FollowUp): Lifetime {
  if (followUp.durations.length === 0) return { survival: null, atRisk: [], hazard: [] };
  const survival = survivalOf(followUp);
  const months = Math.min(MOST_AGES, Math.max(1, Math.ceil(survival.lastDay / DAYS_PER_MONTH)));
  const ages = Array.from({ length: months + 1 }, (_, month) => month);
  const inDays = ages.map((month) => month * DAYS_PER_MONTH);
  const counts = numbersAtRisk(followUp, inDays);
  const perMonth = (rate: number | null) => (rate === null ? null : rate * DAYS_PER_MONTH);
  return {
    survival,
    atRisk: ages.map((month) => ({ month, customers: counts[month]! })),
    hazard: hazardByTenure(followUp, inDays).map(({ atRisk, leavers, hazard, low, high }, at) => ({
      month: at + 1,
      atRisk,
      left: leavers,
      rate: perMonth(hazard),
      low: perMonth(low),
      high: perMonth(high),
    })),
  };
}

function survivalOf(followUp: FollowUp): Survival {
  const curve = kaplanMeier(followUp);
  return {
    customers: curve.rows,
    left: curve.events,
    points: curve.points.map(({ time, survival, low, high }) => ({ day: time, survival, low, high })),
    lastDay: curve.lastTime,
    median: curve.median,
    medianLow: curve.medianLow,
    medianHigh: curve.medianHigh,
  };
}

/** The curves of the largest plans, and whether they differ by more than chance; null where there are not two. */
async function survivalByPlan(tx: Tx, companyId: string, of: { from: string | null; day: string }) {
  const plans = (await readStartPlans(tx, companyId, { ...of, limit: MOST_PLANS })).filter(
    ({ customers }) => customers >= FEWEST_OF_A_PLAN,
  );
  if (plans.length < 2) return null;
  const groups: string[] = [];
  const all = { durations: [] as number[], events: [] as number[], weights: [] as number[] };
  const curves: RetentionInsights["byPlan"] = [];
  for (const { plan } of plans) {
    const own = await readTenures(tx, companyId, { plan, ...of });
    curves.push({ plan, survival: survivalOf(own) });
    for (const column of ["durations", "events", "weights"] as const) all[column].push(...own[column]);
    for (let row = 0; row < own.durations.length; row++) groups.push(plan);
  }
  const test = logRank(all, groups);
  return {
    curves,
    test: test && {
      chiSquared: test.chiSquared,
      degreesOfFreedom: test.degreesOfFreedom,
      pValue: test.pValue,
    },
  };
}

type Cell = Pick<CohortMonth, "cohort" | "age" | "customers" | "isComplete" | "keptCount">;

function cohortTable<C extends Cell>(
  months: readonly C[],
  amounts: (cell: C) => readonly [kept: number, of: number],
): CohortTable {
  const rows = [...Map.groupBy(months, ({ cohort }) => cohort)]
    .map(([from, cells]) => ({
      month: monthOf(from),
      from,
      customers: cells.at(-1)!.customers,
      cells: cells.map((cell) => {
        const [kept, of] = amounts(cell);
        return { kept, of, share: of === 0 ? null : kept / of, isComplete: cell.isComplete };
      }),
    }))
    .filter(({ customers }) => customers > 0)
    .sort((a, b) => (a.from < b.from ? 1 : -1));
  const ages = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const average = Array.from({ length: ages }, (_, age) => {
    const complete = rows.flatMap(({ cells }) => (cells[age]?.isComplete === true ? [cells[age]] : []));
    const of = complete.reduce((sum, cell) => sum + cell.of, 0);
    return of === 0 ? null : complete.reduce((sum, cell) => sum + cell.kept, 0) / of;
  });
  return { rows, average };
}

/** Cohorts of customers known by the days they came and left alone. */
function cohortsOf({ months }: CustomerTenures, day: string): Cell[] {
  const earliest = addMonths(firstOfMonth(day), 1 - MOST_COHORTS);
  const cells: Cell[] = [];
  for (const [cohort, rows] of Map.groupBy(months, ({ began }) => began)) {
    if (cohort < earliest) continue;
    const customers = rows.reduce((sum, row) => sum + row.customers, 0);
    for (let month = cohort, age = 0; month <= day; month = addMonths(month, 1), age++) {
      const gone = rows.reduce(
        (sum, { left, customers: some }) => (left !== null && left <= month ? sum + some : sum),
        0,
      );
      cells.push({
        cohort,
        age,
        customers,
        keptCount: customers - gone,
        isComplete: lastOfMonth(month) < day,
      });
    }
  }
  return cells;
}

const laterOf = (a: string | null, b: string): string => (a !== null && a > b ? a : b);
