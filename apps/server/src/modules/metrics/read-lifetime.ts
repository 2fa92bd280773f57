import { dayNumber, isoDay, type FollowUp } from "@forestay/metrics";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { ALL_PLANS } from "./movement-rows.ts";
import { LOGOS, STILL_THERE } from "./rollup-sums.ts";
import { ABOVE_SEGMENTS } from "./segment-key.ts";

/** How long customers have stayed, in whole days; a row stands for all who stayed as long. */
export interface TenureCounts extends FollowUp {
  readonly durations: readonly number[];
  readonly events: readonly number[];
  readonly weights: readonly number[];
}

/**
 * Customers who first paid from a day on (null: ever), as of the end of a day: an event where nothing is paid any more. An end
 * that is known beforehand has not come yet. Without a plan all; else those who began with it.
 */
export async function readTenures(
  tx: Tx,
  companyId: string,
  { plan, from, day }: { plan: string | null; from: string | null; day: string },
): Promise<TenureCounts> {
  const { rows } = await sql<{ duration: number; event: number; customers: number }>`
    select t.duration, t.event, sum(t.customers) as customers from (
      select customers, case when left_by_now then lasted else ${day}::date - day end as duration,
        case when left_by_now then 1 else 0 end as event
      from (
        select day, lasted, customers, lasted <> ${STILL_THERE} and day + lasted <= ${day}::date as left_by_now
        from tenure_days where company_id = ${companyId} and plan = ${plan ?? ALL_PLANS} and day <= ${day}
          and ${from === null ? sql`true` : sql`day >= ${from}`}
      ) d
    ) t group by 1, 2 order by 1, 2`.execute(tx);
  return {
    durations: rows.map(({ duration }) => duration),
    events: rows.map(({ event }) => event),
    weights: rows.map(({ customers }) => Number(customers)),
  };
}

/** Plans that customers began with who first paid from a day on (null: ever), the most customers first. */
export async function readStartPlans(
  tx: Tx,
  companyId: string,
  { from, day, limit }: { from: string | null; day: string; limit: number },
): Promise<{ plan: string; customers: number }[]> {
  const { rows } = await sql<{ plan: string; customers: number }>`
    select plan, sum(customers)::int as customers from tenure_days
    where company_id = ${companyId} and plan > ${ABOVE_SEGMENTS} and day <= ${day}
      and ${from === null ? sql`true` : sql`day >= ${from}`}
    group by plan order by 2 desc, 1 limit ${limit}`.execute(tx);
  return rows;
}

/** Customers who left for reasons told in the same words. */
export interface ToldReason {
  words: string;
  customers: number;
  lostMinor: number;
}

/** Wordings that are read, the most frequent. */
const MOST_WORDINGS = 2000;

/** Why customers left in some days, both included, in their own words; of a plan what it lost. */
export async function readToldReasons(
  tx: Tx,
  companyId: string,
  { plan, currency, from, until }: { plan: string | null; currency: string; from: string; until: string },
): Promise<ToldReason[]> {
  const { rows } = await sql<ToldReason>`
    select words, sum(customers)::int as customers, sum(lost_minor)::bigint as "lostMinor" from reason_days
    where company_id = ${companyId} and plan = ${plan ?? ALL_PLANS} and currency = ${currency} and day between ${from} and ${until}
    group by words order by 2 desc, 1 limit ${MOST_WORDINGS}`.execute(tx);
  return rows;
}

/** How one cohort stood at the end of a month, or of the last day that has come. */
export interface CohortMonth {
  /** First day of the month in which they began. */
  cohort: string;
  /** Months after it. */
  age: number;
  customers: number;
  beganMinor: number;
  keptCount: number;
  keptMinor: number;
  closingMinor: number;
  /** False while the month is not over. */
  isComplete: boolean;
}

/**
 * Cohorts that began in the month of `from` or later, each at the end of its months up to that of `day`. Without a currency:
 * customers, in whatever they pay.
 */
export async function readCohorts(
  tx: Tx,
  companyId: string,
  { plan, currency, from, day }: { plan: string | null; currency: string | null; from: string; day: string },
): Promise<CohortMonth[]> {
  const { rows } = await sql<{
    cohort: string;
    month: string;
    customers: number;
    beganMinor: number;
    keptCount: number;
    keptMinor: number;
    closingMinor: number;
  }>`
    select cohort, date_trunc('month', day)::date as month, sum(customers) as customers, sum(began_minor) as "beganMinor",
      sum(kept_count) as "keptCount", sum(kept_minor) as "keptMinor", sum(closing_minor) as "closingMinor"
    from cohort_days where company_id = ${companyId} and plan = ${plan ?? ALL_PLANS} and currency = ${currency ?? LOGOS}
      and cohort >= ${firstOf(from)} and day <= ${day}
    group by 1, 2 order by 1, 2`.execute(tx);
  const months: CohortMonth[] = [];
  for (const [cohort, changes] of Map.groupBy(rows, (row) => row.cohort)) {
    const of = new Map(changes.map((change) => [change.month, change]));
    const stands = { customers: 0, beganMinor: 0, keptCount: 0, keptMinor: 0, closingMinor: 0 };
    for (let month = cohort, age = 0; month <= day; age++) {
      const change = of.get(month);
      if (change !== undefined)
        for (const column of Object.keys(stands) as (keyof typeof stands)[])
          stands[column] += Number(change[column]);
      const next = nextMonth(month);
      months.push({ cohort, age, ...stands, isComplete: isoDay(dayNumber(next) - 1) < day });
      month = next;
    }
  }
  return months;
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}
