import { MINUTE_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { readFilterContext, refreshStatistics } from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { findCampaign, readVersion } from "../campaign-rows.ts";
import { stepQueue } from "./step-queue.ts";
import { takeStep, type DueEnrolment } from "./take-step.ts";

/** Runs are planned for the end of such a part of a second, at most one for each. */
const RUN_EVERY_MS = 250;
/** Customers whose next step is taken in one transaction. */
const BATCH = 500;

/**
 * Takes the steps that are due, a batch in one transaction: what a step does (a message written, a task given) and that it was
 * done stand or fall together, so that a killed worker doubles nothing. Within the next minute it comes back by itself within a
 * quarter of a second of when something is due; the cron finds the rest.
 */
export const takeStepsJob = defineCompanyJob({
  name: "campaigns.take-steps",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const next = await nextDueAt(tx, companyId);
    return next !== null && next.getTime() <= now.getTime() + MINUTE_MS;
  },
  concurrency: 4,
  // A step that is due is taken within two seconds: nobody tells the queue when a planned run's moment has come.
  pollSeconds: 1,
  retryLimit: 20,
  async handler({ db, clock, config, jobs, events, signal, payload: { companyId } }) {
    // Whoever was drawn a moment ago: each batch would read all of them to find its own.
    await withTenantClient(db, companyId, ({ client }) =>
      refreshStatistics(client, companyId, ["campaign_enrolments"]),
    );
    for (let taken = BATCH; taken > 0;) {
      signal.throwIfAborted();
      taken = await withTenant(db, companyId, (tx) =>
        takeDue(tx, { clock, config, jobs, events }, companyId),
      );
    }
    await withTenant(db, companyId, async (tx) => {
      const next = await nextDueAt(tx, companyId);
      const now = clock.now();
      if (next === null || next.getTime() > now.getTime() + MINUTE_MS) return;
      // What fell due since it was looked, or is held by another run, is looked for a moment later.
      const part = Math.ceil(Math.max(next.getTime(), now.getTime() + 1) / RUN_EVERY_MS);
      await jobs.enqueue(
        tx,
        stepQueue,
        { companyId },
        { singletonKey: `${companyId}:${part}`, groupKey: companyId, runAt: new Date(part * RUN_EVERY_MS) },
      );
    });
  },
});

/** When the next step of a campaign that runs is due, or an awaited event has happened; null: none. */
async function nextDueAt(tx: Tx, companyId: string): Promise<Date | null> {
  // The first of each campaign that runs: in the order of their moments alone, all that waits in paused ones would be read on the way.
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(e.due_at) as due_at from campaigns k cross join lateral (
      select due_at from campaign_enrolments
      where company_id = k.company_id and campaign_id = k.id and state = 'running' and customer_id is not null and due_at is not null
      order by due_at limit 1) e
    where k.company_id = ${companyId} and k.status = 'Active'`.execute(tx);
  return rows[0]?.due_at ?? null;
}

type Context = Parameters<typeof takeStep>[1];

async function takeDue(tx: Tx, context: Context, companyId: string): Promise<number> {
  const now = context.clock.now();
  // Found first and locked then: each campaign's own batch would be locked, to take one batch of all of them.
  const { rows } = await sql<DueEnrolment & { campaign_id: string; version: number; step: number }>`
    with due as (
      select e.id from campaigns k cross join lateral (
        select id, due_at from campaign_enrolments
        where company_id = k.company_id and campaign_id = k.id and state = 'running' and due_at <= ${now} and customer_id is not null
        order by due_at limit ${BATCH}) e
      where k.company_id = ${companyId} and k.status = 'Active'
      order by e.due_at limit ${BATCH}
    )
    select e.id, e.customer_id as "customerId", e.variant, e.waits_since as "waitsSince", e.campaign_id, e.version, e.step
    from campaign_enrolments e
    where e.company_id = ${companyId} and e.id = any(array(select id from due)) and e.state = 'running' and e.due_at <= ${now}
      and e.customer_id is not null
    order by e.due_at for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const filter = await readFilterContext(tx, companyId, now);
  const groups = Map.groupBy(rows, (row) => `${row.campaign_id}/${row.version}/${row.step}`);
  for (const group of groups.values()) {
    const [{ campaign_id: campaignId, version, step }] = group as [(typeof rows)[number]];
    const campaign = await findCampaign(tx, companyId, campaignId);
    const by = await readVersion(tx, companyId, campaignId, version);
    await takeStep(tx, context, companyId, { campaign, by, index: step, filter, enrolments: group });
  }
  return rows.length;
}
