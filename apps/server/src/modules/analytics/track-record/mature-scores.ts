import { sql } from "kysely";
import { z } from "zod";
import { listCompanyIds } from "#modules/companies/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { snapshotHorizonSql } from "../training/load-history.ts";

const ROWS_PER_UPDATE = 20_000;

/** Every day: what became of the customers whose scores have come of age. */
export const matureScoresJob = defineJob({
  name: "analytics.mature",
  schema: z.object({}),
  cron: "10 2 * * *",
  async handler({ db, clock, signal }) {
    for (const companyId of await withSystem(db, listCompanyIds)) {
      signal.throwIfAborted();
      await matureScores(db, companyId, clock.now(), signal);
    }
  },
});

/**
 * Writes to each score whose horizon has passed whether the customer left within it. A score waits while the data
 * does not reach to the end of its horizon: a file of two months ago says nothing about the two months since.
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
  const { numAffectedRows } = await sql`
    with ${snapshotHorizonSql(companyId, now)},
    due as (
      select h.customer_id, h.scored_at from customer_score_history h, known
      where h.company_id = ${companyId} and h.matured_at is null
        and h.scored_at at time zone 'UTC' + make_interval(days => h.horizon_days) <= known.until
      order by h.scored_at limit ${ROWS_PER_UPDATE}
    )
    update customer_score_history h set matured_at = ${now},
      left_within = case
        when coalesce(c.ended_at, c.churned_at) is not null then
          coalesce(c.ended_at, c.churned_at) <= h.scored_at + make_interval(days => h.horizon_days)
        else coalesce(c.churned, c.subscription_status in (0, 2), false) end
    from due join customers c on c.company_id = ${companyId} and c.id = due.customer_id
    where h.company_id = ${companyId} and h.customer_id = due.customer_id and h.scored_at = due.scored_at`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}
