import {
  RECOVERY_CURVE_DAYS,
  RECOVERY_DAYS,
  RECOVERY_DAYS_MS,
  DAY_MS,
  recoveryParts,
  type DeclineClassName,
  type DeclineReasonName,
  type Recovery,
  type RecoveryCreditName,
  type RecoveryPart,
  type recoveryQuery,
} from "@forestay/contracts";
import { kaplanMeier, monthAt, survivalAt, type MonthPeriod } from "@forestay/metrics";
import { sql } from "kysely";
import type { z } from "zod";
import { toMajorUnits } from "#modules/customers/index.ts";
import { readRetention } from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readModel } from "./learning/model-rows.ts";
import { areCasesBehind } from "./keep-cases.ts";
import { partSql } from "./part-of-case.ts";
import { readRecoveryScope, type RecoveryScope } from "./recovery-scope.ts";
import { nextMidnight, sumsWithin, utcDay } from "./sums/sums-within.ts";

/** Failed payments that fall together in every way that is counted. Amounts in minor units. */
interface Group {
  part: RecoveryPart;
  class: DeclineClassName;
  reason: DeclineReasonName;
  credit: RecoveryCreditName | null;
  cases: number;
  in_full: number;
  amount: number;
  recovered: number;
}

/** What failed first in a month, and what became of it. */
export async function readRecovery(
  db: Database,
  companyId: string,
  query: z.output<typeof recoveryQuery>,
  now: Date,
): Promise<Recovery> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readRecoveryScope(tx, companyId, query, now);
    const { period, before, currency } = scope;
    const groups = await readGroups(tx, companyId, currency, period);
    const earlierRate = await readRateThen(tx, companyId, scope, now);
    const money = (minor: number) => toMajorUnits(minor, currency);
    const all = sumOf(groups);
    const byPart = sumsBy(groups, ({ part }) => part);
    const recoveredMinor = all.recovered;
    const toSums = ({ cases, amount, recovered }: Sums) => ({
      cases,
      amount: money(amount),
      recovered: money(recovered),
    });
    const credits = sumsBy(
      groups.filter(({ credit }) => credit !== null),
      ({ credit }) => credit!,
    );
    const byAmount = <K>(sums: Map<K, Sums>) => [...sums].toSorted(([, a], [, b]) => b.amount - a.amount);
    return {
      month: period.month,
      months: await readMonths(tx, companyId, scope, now),
      currency,
      currencies: scope.currencies,
      hasCases: scope.currencies.length > 0,
      isCatchingUp: await areCasesBehind(tx, companyId, now),
      ...toSums(all),
      rate: all.amount === 0 ? null : all.recovered / all.amount,
      rateByCases: all.cases === 0 ? null : all.inFull / all.cases,
      failureRate: await readFailureRate(tx, companyId, scope, now),
      leftUnpaid: await readLeftUnpaid(tx, companyId, scope, now),
      provisional: isProvisional(period, now),
      before: earlierRate === null ? null : { month: before.month, rate: earlierRate },
      // What came in counts as recovered, whatever became of the rest.
      parts: (Object.keys(recoveryParts) as RecoveryPart[]).map((part) => {
        const { cases, amount, recovered } = byPart.get(part) ?? nothing;
        return {
          part,
          cases,
          amount: money(part === "recovered" ? recoveredMinor + (amount - recovered) : amount - recovered),
        };
      }),
      silentShare:
        recoveredMinor === 0 ? null : (credits.get("silent") ?? nothing).recovered / recoveredMinor,
      medianDays: await readMedianDays(tx, companyId, currency, period),
      credits: byAmount(credits).map(([credit, { cases, recovered }]) => ({
        credit,
        cases,
        recovered: money(recovered),
      })),
      classes: byAmount(sumsBy(groups, (group) => group.class)).map(([declineClass, sums]) => ({
        class: declineClass,
        ...toSums(sums),
      })),
      reasons: byAmount(sumsBy(groups, ({ reason }) => reason)).map(([reason, sums]) => ({
        reason,
        ...toSums(sums),
      })),
      curve: await readCurve(tx, companyId, currency, now),
      open: await readOpen(tx, companyId, currency),
    };
  });
}

/** As of last night; null where it was not counted for longer while the month went on. */
async function readFailureRate(
  tx: Tx,
  companyId: string,
  { period, currency }: RecoveryScope,
  now: Date,
): Promise<number | null> {
  const { model, fittedAt } = await readModel(tx, companyId);
  if (fittedAt === null || Math.min(now.getTime(), period.endMs) > fittedAt.getTime() + COUNTED_WITHIN_MS)
    return null;
  const month = model.bills.find((one) => one.month === period.month && one.currency === currency);
  return month === undefined || month.bills === 0 ? null : month.failed / month.bills;
}

/** Bills are counted nightly; a night that was missed is no reason to show nothing. */
const COUNTED_WITHIN_MS = 2 * DAY_MS;

/** Null of a month that is not over: the sums of retention are of whole months, and one until today would begin in the one before. */
async function readLeftUnpaid(
  tx: Tx,
  companyId: string,
  { period, timeZone }: RecoveryScope,
  now: Date,
): Promise<Recovery["leftUnpaid"]> {
  if (now.getTime() < period.endMs) return null;
  const until = new Intl.DateTimeFormat("en-CA", { timeZone }).format(period.endMs - 1);
  const retention = await readRetention(tx, companyId, "1_month", { plan: null, currency: null });
  const { left_involuntary: customers, active_at_start: active } = retention.atEndOf(until);
  return active === 0 ? null : { customers, share: customers / active };
}

interface Sums {
  cases: number;
  inFull: number;
  amount: number;
  recovered: number;
}
const nothing: Sums = { cases: 0, inFull: 0, amount: 0, recovered: 0 };

const added = (sums: Sums, group: Group): Sums => ({
  cases: sums.cases + group.cases,
  inFull: sums.inFull + group.in_full,
  amount: sums.amount + group.amount,
  recovered: sums.recovered + group.recovered,
});
const sumOf = (groups: readonly Group[]) => groups.reduce(added, nothing);

function sumsBy<K>(groups: readonly Group[], keyOf: (group: Group) => K): Map<K, Sums> {
  const sums = new Map<K, Sums>();
  for (const group of groups) sums.set(keyOf(group), added(sums.get(keyOf(group)) ?? nothing, group));
  return sums;
}

/** Until the last failure of a month has had its days, its rates may rise. */
const isProvisional = ({ endMs }: MonthPeriod, now: Date) => now.getTime() < endMs + RECOVERY_DAYS_MS;

async function readGroups(
  tx: Tx,
  companyId: string,
  currency: string,
  { startMs, endMs }: MonthPeriod,
): Promise<Group[]> {
  const month = sumsWithin(companyId, currency, "parts", [{ name: "", startMs, untilMs: endMs }]);
  const { rows } = await sql<Group>`
    select ${partSql} as part, decline_class as class, decline_reason as reason, credit, sum(cases)::bigint as cases,
      coalesce(sum(cases) filter (where status = 'recovered'), 0)::bigint as in_full,
      sum(amount_minor)::bigint as amount, sum(recovered_minor)::bigint as recovered
    from ${month} r group by 1, 2, 3, 4 having sum(cases) > 0`.execute(tx);
  return rows;
}

/**
 * What had come in of the month before by the end of the same day, when it was as old as this one is: an older month has had
 * more time.
 */
async function readRateThen(
  tx: Tx,
  companyId: string,
  { currency, period, before }: RecoveryScope,
  now: Date,
): Promise<number | null> {
  const thenMs = nextMidnight(now.getTime() - (period.startMs - before.startMs));
  const untilMs = Math.min(before.endMs, thenMs);
  if (untilMs <= before.startMs) return null;
  const spans = [{ name: "", startMs: before.startMs, untilMs }];
  const { rows } = await sql<{ amount: number; recovered: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as amount,
      coalesce(sum(recovered_minor) filter (where day + paid_after < ${utcDay(thenMs)}::date), 0)::bigint as recovered
    from ${sumsWithin(companyId, currency, "days", spans)} r`.execute(tx);
  const { amount = 0, recovered = 0 } = rows[0] ?? {};
  return amount === 0 ? null : recovered / amount;
}

/** The day by which half of what was paid in full had come, counted from the day of the failure. */
async function readMedianDays(
  tx: Tx,
  companyId: string,
  currency: string,
  { startMs, endMs }: MonthPeriod,
): Promise<number | null> {
  const month = sumsWithin(companyId, currency, "days", [{ name: "", startMs, untilMs: endMs }]);
  const { rows } = await sql<{ days: number; paid: number }>`
    select paid_after as days, sum(in_full)::bigint as paid
    from ${month} r where paid_after is not null group by 1 having sum(in_full) > 0 order by 1`.execute(tx);
  const half = rows.reduce((sum, { paid }) => sum + paid, 0) / 2;
  let so = 0;
  return rows.find(({ paid }) => (so += paid) >= half)?.days ?? null;
}

/** Months with failures in this currency, the newest first, and the current one. */
async function readMonths(
  tx: Tx,
  companyId: string,
  { currency, timeZone, period }: RecoveryScope,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(first_failed_at) as first from recovery_cases
    where company_id = ${companyId} and currency = ${currency}`.execute(tx);
  const newest = monthAt(now.getTime(), timeZone);
  const oldest = rows[0]?.first == null ? newest : monthAt(rows[0].first.getTime(), timeZone);
  const months = new Set([newest, period.month]);
  for (let month = oldest; month < newest && months.size < MOST_MONTHS; month = nextMonth(month))
    months.add(month);
  return [...months].toSorted().toReversed();
}
const MOST_MONTHS = 240;

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/**
 * Kaplan and Meier's curve of failures of the last 90 days: young ones count for the days that they have had, and what ended
 * unpaid stays among what could have been paid. Days are counted from the day of the failure, UTC's.
 */
async function readCurve(tx: Tx, companyId: string, currency: string, now: Date): Promise<Recovery["curve"]> {
  const today = utcDay(now.getTime());
  const ofDays = sql`s.company_id = ${companyId} and s.kind = 'days' and s.currency = ${currency}
    and s.day between ${utcDay(now.getTime() - RECOVERY_CURVE_DAYS * DAY_MS)}::date and ${today}::date`;
  const { rows } = await sql<{ days: number; is_paid: number; cases: number }>`
    select days, is_paid, sum(cases)::bigint as cases from (
      select paid_after as days, 1 as is_paid, in_full as cases from recovery_sums s
      where ${ofDays} and paid_after is not null
      union all
      select least(${today}::date - day, ${RECOVERY_DAYS}), 0, cases - in_full from recovery_sums s where ${ofDays}
    ) r group by days, is_paid having sum(cases) > 0`.execute(tx);
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  if (cases === 0) return { cases, points: [] };
  // A payment on the day of the failure has a duration too.
  const survival = kaplanMeier({
    durations: rows.map(({ days }) => days + 1),
    events: rows.map(({ is_paid }) => is_paid),
    weights: rows.map((row) => row.cases),
  });
  const points = [];
  for (let day = 0; day <= RECOVERY_DAYS && day + 1 <= survival.lastTime; day += 1) {
    const unpaid = survivalAt(survival, day + 1);
    if (unpaid === null) break;
    const atRisk = rows.reduce((sum, row) => sum + (row.days >= day ? row.cases : 0), 0);
    points.push({ day, share: 1 - unpaid.survival, atRisk });
  }
  return { cases, points };
}

async function readOpen(tx: Tx, companyId: string, currency: string): Promise<Recovery["open"]> {
  const { rows } = await sql<{ cases: number; amount: number }>`
    select coalesce(sum(cases), 0)::bigint as cases, coalesce(sum(amount_minor - recovered_minor), 0)::bigint as amount
    from recovery_sums where company_id = ${companyId} and kind = 'all' and currency = ${currency}
      and status in ('open', 'in_recovery')`.execute(tx);
  const { cases = 0, amount = 0 } = rows[0] ?? {};
  return { cases, amount: toMajorUnits(amount, currency) };
}
