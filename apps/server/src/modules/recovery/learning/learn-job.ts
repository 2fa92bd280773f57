import { CASE_DAYS_LEARNED, DAY_MS, HOUR_MS, TIMES_DAYS } from "@forestay/contracts";
import {
  CHANCE_DAYS,
  classifyDecline,
  fitChances,
  fitRetryTimes,
  hasEnough,
  monthPeriods,
  timedClasses,
  type ChanceCount,
  type DeclineAdvice,
  type DeclineClass,
  type TryCount,
} from "@forestay/metrics";
import { sql } from "kysely";
import { listCompanyIds, readCompanySettings } from "#modules/companies/index.ts";
import { billsByMonth, retryCounts, type RetryCount } from "#modules/ledger/index.ts";
import { EVERY_ROW, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { planEveryCaseAnew } from "../look-at.ts";
import {
  comparisonOf,
  readModel,
  readyClasses,
  type Comparison,
  type RecoveryModel,
  type TimesArm,
  type TimesRound,
} from "./model-rows.ts";

/** Once a day, at whatever hour. */
const LEARN_EVERY_MS = 20 * HOUR_MS;
/** So many customers of a group make the comparison; it is read once they all are old enough, and stays as it is. */
export const PLANNED_TIMES = 1_000;

/** Learns from a company's own failed payments: when tries succeed, what comes in of what is open, and which times bring more. */
export const learnJob = defineCompanyJob({
  name: "recovery.learn",
  cron: "41 * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql`
      select where exists (select from recovery_cases where company_id = ${companyId})
        and not exists (select from recovery_models where company_id = ${companyId}
          and fitted_at > ${new Date(now.getTime() - LEARN_EVERY_MS)})`.execute(tx);
    return rows.length > 0;
  },
  async handler({ db, clock, payload: { companyId } }) {
    const now = clock.now();
    await withTenantClient(
      db,
      companyId,
      async ({ tx, client }) => {
        const { timeZone } = await readCompanySettings(tx, companyId);
        const since = new Date(now.getTime() - CASE_DAYS_LEARNED * DAY_MS);
        const before = (await readModel(tx, companyId)).model;
        const settings = await tx
          .selectFrom("recovery_settings")
          .select(["retry_times", "times_since as timesSince", "times_until as timesUntil"])
          .where("company_id", "=", companyId)
          .executeTakeFirst();
        const round: TimesRound = settings ?? { timesSince: null, timesUntil: null };
        // Of whole months only: of a part of one nobody could say how many of its bills failed.
        const [firstMonth] = monthPeriods(since.getTime(), since.getTime() + 1, timeZone);
        const standing = comparisonOf(before, round);
        const times = fitRetryTimes(triesOf(await retryCounts(client, companyId, since)), timeZone);
        const enough = (name: (typeof timedClasses)[number]) =>
          hasEnough(times[name]) ? (before.enoughSince[name] ?? now.toISOString()) : null;
        const ofCases = await chanceCounts(tx, companyId, since, now);
        const cases = (name: DeclineClass) =>
          ofCases.find((one) => one.class === name && one.interval === 0)?.reached ?? 0;
        const model: RecoveryModel = {
          times,
          chances: fitChances(ofCases),
          chanceCases: {
            soft: cases("soft"),
            technical: cases("technical"),
            act: cases("act"),
            never: cases("never"),
          },
          enoughSince: { soft: enough("soft"), technical: enough("technical") },
          bills: await billsByMonth(client, companyId, {
            since: new Date(firstMonth!.startMs),
            timeZone,
          }),
          comparison: standing.isOver ? standing : await compareTimes(tx, companyId, round, now),
        };
        const values = { fitted_at: now, document: JSON.stringify(model) };
        await tx
          .insertInto("recovery_models")
          .values({ company_id: companyId, ...values })
          .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
          .execute();
        // What is planned by learned times is planned by those of now.
        const isUsed = settings !== undefined && settings.retry_times !== "fixed";
        if (isUsed && readyClasses(model).length > 0) await planEveryCaseAnew(tx, companyId);
        await publishEvent(tx, { companyId }, "recovery_changed", {});
      },
      EVERY_ROW,
    );
  },
});

const isTimed = (name: DeclineClass): name is TryCount["class"] =>
  timedClasses.some((timed) => timed === name);

const triesOf = (counts: readonly RetryCount[]): TryCount[] =>
  counts.flatMap(({ declineCode, adviceCode, networkAdviceCode, n, hour, tries, succeeded }) => {
    const { class: name } = classifyDecline(declineCode, {
      advice: adviceCode as DeclineAdvice | null,
      networkAdvice: networkAdviceCode,
    });
    return isTimed(name) ? { class: name, n, atMs: hour.getTime(), tries, succeeded } : [];
  });

/** Of each class and interval after the failure: who was open when it began and is older than its end, and what became of them in it. */
async function chanceCounts(tx: Tx, companyId: string, since: Date, now: Date): Promise<ChanceCount[]> {
  const intervals = sql.join(
    CHANCE_DAYS.slice(1).map((untilDay, at) => sql`(${at}::int, ${CHANCE_DAYS[at]!}::int, ${untilDay}::int)`),
  );
  const { rows } = await sql<ChanceCount>`
    select c.decline_class as class, i.at as interval, count(*)::int as reached,
      count(*) filter (where c.status = 'recovered' and c.closed_at < c.first_failed_at + make_interval(days => i.until_day))::int as paid,
      count(*) filter (where c.status <> 'recovered' and c.closed_at < c.first_failed_at + make_interval(days => i.until_day))::int as ended
    from recovery_cases c
      cross join (values ${intervals}) i (at, from_day, until_day)
    where c.company_id = ${companyId} and c.first_failed_at >= ${since}
      and c.first_failed_at + make_interval(days => i.until_day) <= ${now}
      and (c.closed_at is null or c.closed_at >= c.first_failed_at + make_interval(days => i.from_day))
    group by 1, 2`.execute(tx);
  return rows;
}

/**
 * How the groups stand: each customer by their first drawn failure, whether or not it was ever tried, and only the first ones
 * of the round that the comparison was made for. One that was switched off too early counts failures whose time was over by then. Both count what was paid in full within the time in which tries are made.
 */
async function compareTimes(
  tx: Tx,
  companyId: string,
  { timesSince, timesUntil }: TimesRound,
  now: Date,
): Promise<Comparison> {
  const none = { customers: 0, recovered: 0 };
  if (timesSince === null) return { since: null, fixed: none, learned: none, isOver: false };
  const untilMs = Math.min(now.getTime(), timesUntil?.getTime() ?? Infinity);
  const { rows } = await sql<TimesArm & { arm: "fixed" | "learned" }>`
    select times_arm as arm, count(*)::int as customers,
      count(*) filter (where status = 'recovered' and recovered_at < first_failed_at + make_interval(days => ${TIMES_DAYS}))::int as recovered
    from (
      select * from (
        select distinct on (customer_id) id, times_arm, first_failed_at, status, recovered_at from recovery_cases
        where company_id = ${companyId} and times_arm is not null and first_failed_at >= ${timesSince}
        order by customer_id, first_failed_at, id) first
      order by first_failed_at, id limit ${2 * PLANNED_TIMES}) f
    where first_failed_at <= ${new Date(untilMs - TIMES_DAYS * DAY_MS)}
    group by 1`.execute(tx);
  const of = (name: "fixed" | "learned"): TimesArm => {
    const row = rows.find(({ arm }) => arm === name);
    return { customers: row?.customers ?? 0, recovered: row?.recovered ?? 0 };
  };
  const fixed = of("fixed");
  const learned = of("learned");
  return {
    since: timesSince.toISOString(),
    fixed,
    learned,
    isOver: fixed.customers + learned.customers >= 2 * PLANNED_TIMES,
  };
}
