import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { leftAtSql, readActivityUntil, subscriptionIsOver } from "#modules/customers/index.ts";
import { keepTrackRecord, markTrackRecord } from "./keep-track-record.ts";
import { dataReachSql, recordedSilenceSql } from "#modules/outcomes/index.ts";

const ROWS_PER_UPDATE = 20_000;

/** Every day: what became of the customers whose scores have come of age. */
export const matureScoresJob = defineCompanyJob({
  name: "analytics.mature",
  cron: "10 2 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const matured = await matureScores(db, companyId, clock.now(), signal);
    if (matured > 0) await keepTrackRecord(db, companyId, clock.now(), { anew: true });
  },
});

/**
 * Writes to each score whose horizon has passed whether the customer left within it. A score waits while the data
 * does not reach to the end of its horizon: a file of two months ago says nothing about the two months since. Leaving
 * is what it was when the score was given, whatever the company has called it since.
 * Customers were there when they were scored, so one that is gone on an unknown day left in between: within the
 * horizon, give or take the day until this ran. Runs in pieces and goes on where it was stopped.
 */
export async function matureScores(
  db: Database,
  companyId: string,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let matured = 0;
  for (;;) {
    signal?.throwIfAborted();
    const count = await withTenant(db, companyId, (tx) => matureSome(tx, companyId, now));
    matured += count;
    if (count < ROWS_PER_UPDATE) return matured;
  }
}

async function matureSome(tx: Tx, companyId: string, now: Date): Promise<number> {
  const activityUntil = await readActivityUntil(tx, companyId, now);
  const leftAt = leftAtSql({
    definition: sql`h.churn_definition`,
    inactiveDays: sql`h.inactive_days::int`,
    now,
    activityUntil,
  });
  const end = sql`h.scored_at + make_interval(days => h.horizon_days)`;
  const silentAt = sql`(s.taken_on + 1) at time zone 'UTC' + (h.inactive_days - ${recordedSilenceSql}) * interval '1 day'`;
  const { numAffectedRows } = await sql`
    with ${dataReachSql(companyId, { now, activityUntil, withActivity: true })},
    due as (
      select h.customer_id, h.scored_at from customer_score_history h, reach
      where h.company_id = ${companyId} and h.matured_at is null
        and h.scored_at at time zone 'UTC' + make_interval(days => h.horizon_days)
          <= case when h.churn_definition = 'cancelled' then reach.end_until else reach.activity_until end
      order by h.scored_at limit ${ROWS_PER_UPDATE}
    )
    update customer_score_history h set matured_at = ${now},
      left_within = case
        when ${leftAt} <= ${end} then true
        when h.churn_definition <> 'cancelled' and c.churned is null and exists (
          select from customer_snapshots s where s.company_id = ${companyId} and s.customer_id = h.customer_id
            and s.taken_on >= (h.scored_at at time zone 'UTC')::date and ${recordedSilenceSql} >= h.inactive_days
            and ${silentAt} > h.scored_at and ${silentAt} <= ${end}) then true
        when ${leftAt} is not null then false
        else coalesce(c.churned, h.churn_definition <> 'inactive' and ${subscriptionIsOver}, false) end
    from due join customers c on c.company_id = ${companyId} and c.id = due.customer_id
    where h.company_id = ${companyId} and h.customer_id = due.customer_id and h.scored_at = due.scored_at`.execute(
    tx,
  );
  const matured = Number(numAffectedRows ?? 0n);
  if (matured > 0) await markTrackRecord(tx, companyId);
  return matured;
}
