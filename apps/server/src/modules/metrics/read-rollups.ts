import { isoDay, dayNumber, type RetentionSpan } from "@forestay/metrics";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { ALL_PLANS } from "./movement-rows.ts";
import { LOGOS } from "./rollup-sums.ts";
import { ABOVE_SEGMENTS } from "./segment-key.ts";
import { sumTables } from "./sum-tables.ts";

/** Which rows of a table of sums: a plan or all of them, a currency or customers in whatever they pay. */
export interface RollupScope {
  plan: string | null;
  /** Null: customers, whatever they pay; of retention only. */
  currency: string | null;
}

type Values<T extends keyof typeof sumTables> = Record<(typeof sumTables)[T]["values"][number], number>;
export type RevenueChange = Values<"revenue_days"> & { day: string };
type RevenueKind = "new" | "expansion" | "contraction" | "churn" | "reactivation";
const revenueKinds: readonly RevenueKind[] = ["new", "expansion", "contraction", "churn", "reactivation"];

/** MRR of one currency (and plan) over time, from its changes. Days as `2026-03-01`, amounts in minor units. */
export class RevenueSeries {
  readonly #days: readonly RevenueChange[];

  constructor(days: readonly RevenueChange[]) {
    this.#days = days;
  }

  /** The day of the first record; null where there is none. */
  get firstDay(): string | null {
    return this.#days[0]?.day ?? null;
  }

  /** At the end of a day; null before the first record. */
  at(day: string): { mrrMinor: number; active: number } | null {
    if (this.firstDay === null || day < this.firstDay) return null;
    let [mrrMinor, active] = [0, 0];
    for (const change of this.#days) {
      if (change.day > day) break;
      mrrMinor +=
        change.new_minor +
        change.expansion_minor +
        change.reactivation_minor -
        change.contraction_minor -
        change.churn_minor;
      active += change.new_count + change.reactivation_count - change.churn_count;
    }
    return { mrrMinor, active };
  }

  /** Movements from the first of these days to the end of the last, which add up; null before the first record. */
  flow(from: string, until: string) {
    if (this.firstDay === null || until < this.firstDay) return null;
    const minor = { new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 };
    const counts = { ...minor };
    for (const change of this.#days) {
      if (change.day < from || change.day > until) continue;
      for (const kind of revenueKinds) {
        minor[kind] += change[`${kind}_minor`];
        counts[kind] += change[`${kind}_count`];
      }
    }
    const startMinor = this.at(dayBefore(from))?.mrrMinor ?? 0;
    return { startMinor, minor, counts, endMinor: this.at(until)!.mrrMinor };
  }
}

export async function readRevenue(tx: Tx, companyId: string, scope: RollupScope): Promise<RevenueSeries> {
  const rows = await tx
    .selectFrom("revenue_days")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("plan", "=", scope.plan ?? ALL_PLANS)
    .where("currency", "=", scope.currency ?? LOGOS)
    .orderBy("day")
    .execute();
  return new RevenueSeries(rows);
}

export type RetentionFigures = Values<"retention_days">;
const retentionColumns = sumTables.retention_days.values;

/** Retention over one span, by the day at whose beginning it ends. */
export class RetentionSeries {
  readonly #days: readonly (RetentionFigures & { day: string })[];

  constructor(days: readonly (RetentionFigures & { day: string })[]) {
    this.#days = days;
  }

  /** Over the span that ends with this day. */
  atEndOf(day: string): RetentionFigures {
    const boundary = isoDay(dayNumber(day) + 1);
    const sums = Object.fromEntries(retentionColumns.map((column) => [column, 0])) as RetentionFigures;
    for (const change of this.#days) {
      if (change.day > boundary) break;
      for (const column of retentionColumns) sums[column] += change[column];
    }
    return sums;
  }
}

export async function readRetention(
  tx: Tx,
  companyId: string,
  span: RetentionSpan,
  scope: RollupScope,
): Promise<RetentionSeries> {
  const rows = await tx
    .selectFrom("retention_days")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("span", "=", span)
    .where("plan", "=", scope.plan ?? ALL_PLANS)
    .where("currency", "=", scope.currency ?? LOGOS)
    .orderBy("day")
    .execute();
  return new RetentionSeries(rows);
}

/** What is earned in each currency at the end of a day, the most customers first; of no two it is said which is more. */
export async function readCurrencies(tx: Tx, companyId: string, day: string) {
  const { rows } = await sql<{ currency: string; mrrMinor: number; customers: number }>`
    select currency, sum(new_minor + expansion_minor + reactivation_minor - contraction_minor - churn_minor) as "mrrMinor",
      sum(new_count + reactivation_count - churn_count) as customers
    from revenue_days where company_id = ${companyId} and plan = ${ALL_PLANS} and day <= ${day}
    group by 1 order by 3 desc, 1`.execute(tx);
  return rows;
}

/** Every plan that was ever charged, by name. */
export async function readPlans(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ plan: string }>`
    with recursive plans as (
      (select plan from revenue_days where company_id = ${companyId} and plan > ${ABOVE_SEGMENTS} order by plan limit 1)
      union all
      select (select r.plan from revenue_days r where r.company_id = ${companyId} and r.plan > plans.plan order by r.plan limit 1)
      from plans where plans.plan is not null
    ) select plan from plans where plan is not null`.execute(tx);
  return rows.map(({ plan }) => plan);
}

export type PaymentDay = Values<"payment_days"> & { day: string };

/** Failed payments and what came in, by day, oldest first. */
export async function readPayments(
  tx: Tx,
  companyId: string,
  currency: string,
  from: string,
): Promise<PaymentDay[]> {
  return tx
    .selectFrom("payment_days")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("currency", "=", currency)
    .where("day", ">=", from)
    .orderBy("day")
    .execute();
}

export interface RiskDay {
  day: string;
  asOf: Date;
  horizonDays: number;
  /** The scores say nothing of when. */
  isUndated: boolean;
  /** By level, Low to Critical; minor units. */
  customers: number[];
  mrrMinor: number[];
  valueMinor: number[];
  atRiskMinor: number[];
  /** Customers whose lifetime value stands for revenue that is not known, and those of whom neither is: of them nothing is at risk. */
  byLifetime: number;
  ofUnknownValue: number;
  lowMinor: number | null;
  highMinor: number | null;
  /** Expected to leave within the horizon, with the 10th and 90th percentile; null of a plan, and of scores that say nothing of when. */
  leavers: number | null;
  leaversLow: number | null;
  leaversHigh: number | null;
  /** Main reasons of customers of High and Critical; of a plan none. */
  reasons: { label: string; customers: number; atRiskMinor: number }[];
}

/** What scores put at risk, oldest first: days on which it was added up, from a day on and the last one before it. */
export async function readRisk(
  tx: Tx,
  companyId: string,
  scope: RollupScope,
  from: string,
): Promise<RiskDay[]> {
  const { rows } = await sql<RiskDay>`
    select day, as_of as "asOf", horizon_days as "horizonDays", is_undated as "isUndated", customers, mrr_minor::float8[] as "mrrMinor",
      value_minor::float8[] as "valueMinor", at_risk_minor::float8[] as "atRiskMinor", by_lifetime as "byLifetime",
      of_unknown_value as "ofUnknownValue", low_minor as "lowMinor",
      high_minor as "highMinor", case when not is_undated then leavers end as leavers, leavers_low as "leaversLow",
      leavers_high as "leaversHigh", reasons
    from risk_days where company_id = ${companyId} and currency = ${scope.currency ?? ""} and plan = ${scope.plan ?? ALL_PLANS}
      and day >= coalesce((select max(day) from risk_days where company_id = ${companyId} and currency = ${scope.currency ?? ""}
        and plan = ${scope.plan ?? ALL_PLANS} and day <= ${from}), ${from}::date)
    order by day`.execute(tx);
  return rows;
}

/** The currencies that anybody scored pays in, the most customers first. */
export async function readRiskCurrencies(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from risk_days where company_id = ${companyId} and plan = ${ALL_PLANS}
      and day = (select max(day) from risk_days where company_id = ${companyId}) and customers <> array[0,0,0,0]
    order by customers[1] + customers[2] + customers[3] + customers[4] desc, 1`.execute(tx);
  return rows.map(({ currency }) => currency);
}

/** When rollups were last kept; null where there was never anything to keep. */
export async function readKeptAt(tx: Tx, companyId: string): Promise<Date | null> {
  const state = await tx
    .selectFrom("rollup_states")
    .select("kept_at")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return state?.kept_at ?? null;
}

export const dayBefore = (day: string): string => isoDay(dayNumber(day) - 1);
