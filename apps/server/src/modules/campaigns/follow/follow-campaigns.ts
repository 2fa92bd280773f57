import { MINUTE_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { analysisCompleted } from "#modules/analyses/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { customersWritten, readFilterContext } from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationSynced } from "#modules/integrations/index.ts";
import { segmentMoved } from "#modules/segments/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { findCampaign, listMeasured, lockCampaign } from "../campaign-rows.ts";
import { countEntering, enrolCustomers, forgetPresent } from "../enrol/enrol-customers.ts";
import { readNews } from "../enrol/read-news.ts";
import { campaignPaused, campaignRead } from "../events.ts";
import { measure } from "../results/measure.ts";
import { workOut } from "../results/read-results.ts";
import { hasGrown } from "../save-campaign.ts";
import { countEntered, endEnrolments, holdCampaign } from "../start-campaign.ts";
import { startDue } from "../start-later.ts";
import { stepQueue } from "../steps/step-queue.ts";

type Run = JobRun<{ companyId: string }>;

/** How often who meets a campaign by time alone is looked for, and outcomes are. */
const LOOK_MINUTES = 10;

/** Of most triggers nobody can say beforehand how many they bring: so many are no surprise, whatever was expected. */
const FEWEST_ASKED_AGAIN = 50;

/** Begins what is planned for now, lets in who has come to meet a campaign, notes who has left, and reads campaigns whose day has come. */
export const followJob = defineCompanyJob({
  name: "campaigns.follow",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from campaigns where company_id = ${companyId} and (status in ('Active', 'Paused')
        and (looked_at is null or looked_at <= ${new Date(now.getTime() - LOOK_MINUTES * MINUTE_MS)})
        or status = 'Active' and reads_at <= ${now} or status = 'Scheduled' and starts_at <= ${now})) as due`.execute(
      tx,
    );
    return rows[0]?.due === true;
  },
  handler: follow,
});

/** What scores, files, programs and segments change is looked at right after them. */
export const followAfterNews = [
  later(analysisCompleted, followJob.company, ofCompany),
  later(importCompleted, followJob.company, ofCompany),
  later(integrationSynced, followJob.company, ofCompany),
  later(customersWritten, followJob.company, ofCompany),
  later(segmentMoved, followJob.company, ofCompany),
];

async function follow(run: Run): Promise<void> {
  const failures = await startDue(run);
  // A start that fails holds up none of the others.
  await followStarted(run);
  if (failures.length > 0) throw new AggregateError(failures, "Planned starts failed");
}

/** Of a paused one outcomes are noted all the same: its customers' measured days go on. */
async function followStarted(run: Run): Promise<void> {
  const { db, clock, signal, jobs, events } = run;
  const { companyId } = run.payload;
  const started = await withTenant(db, companyId, (tx) => listMeasured(tx, companyId));
  if (started.length === 0) return;
  let entered = 0;
  for (const campaign of started) {
    const { id } = campaign;
    signal.throwIfAborted();
    entered += await withTenant(db, companyId, (tx) => letIn(tx, run, id), EVERY_ROW);
    await withTenant(
      db,
      companyId,
      async (tx) => {
        // Before its customers, as whoever archives or pauses it.
        await lockCampaign(tx, companyId, id);
        await measure(tx, companyId, campaign, clock.now());
        await wakeWaiting(tx, companyId, id, clock.now());
        await readIfDue(tx, { events }, companyId, id, clock.now());
      },
      EVERY_ROW,
    );
  }
  if (entered > 0)
    await withTenant(db, companyId, (tx) =>
      jobs.enqueue(tx, stepQueue, { companyId }, { singletonKey: companyId, groupKey: companyId }),
    );
}

/** Whoever meets it now and is not in it. An audience that grew tenfold pauses the campaign, and a person looks at it. */
async function letIn(tx: Tx, { clock, events, payload: { companyId } }: Run, id: string): Promise<number> {
  const campaign = await lockCampaign(tx, companyId, id);
  const now = clock.now();
  await tx
    .updateTable("campaigns")
    .set({ looked_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  // Whoever met it at its start is being drawn still: nobody of them has come to meet it.
  if (campaign.draws_since !== null) return 0;
  const isOver = campaign.enters_until !== null && campaign.enters_until < now;
  if (campaign.status !== "Active" || campaign.said.trigger.kind === "Manual" || isOver) return 0;
  const context = await readFilterContext(tx, companyId, now);
  await forgetPresent(tx, companyId, campaign, { context, now });
  const ids = await readNews(tx, companyId, campaign);
  const entering = await countEntering(tx, companyId, campaign, { context, now, ids });
  if (entering === 0) return 0;
  const total = entering + (await countEntered(tx, companyId, id));
  if (total > FEWEST_ASKED_AGAIN && hasGrown(total, campaign.expected_count ?? 1)) {
    const because = `${total} customers would be in it; ${campaign.expected_count} were expected at its start. Look at the audience, and resume it if that is right.`;
    await holdCampaign(tx, companyId, id, because);
    await events.emit(tx, campaignPaused, { companyId, campaignId: id, name: campaign.name, because });
    return 0;
  }
  return enrolCustomers(tx, companyId, campaign, { context, now, ids });
}

/** A wait is over once its event has happened. */
async function wakeWaiting(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await sql`
    update campaign_enrolments e set due_at = ${now}
    where e.company_id = ${companyId} and e.campaign_id = ${id} and e.state = 'running' and e.awaits_event is not null
      and e.due_at > ${now} and exists (select from events v join event_types t on t.company_id = v.company_id and t.id = v.type_id
        where v.company_id = e.company_id and v.customer_id = e.customer_id and t.name = e.awaits_event
          and v.occurred_at >= e.waits_since)`.execute(tx);
}

/** On its planned day a campaign is read, once, and over. */
async function readIfDue(
  tx: Tx,
  { events }: Pick<Run, "events">,
  companyId: string,
  id: string,
  now: Date,
): Promise<void> {
  const campaign = await lockCampaign(tx, companyId, id);
  if (campaign.status !== "Active" || campaign.reads_at === null || campaign.reads_at > now) return;
  await endEnrolments(tx, companyId, id);
  const own = tx.updateTable("campaigns").where("company_id", "=", companyId).where("id", "=", id);
  await own.set({ status: "Completed" }).execute();
  const results = await workOut(tx, companyId, await findCampaign(tx, companyId, id), now);
  await own.set({ final: JSON.stringify(results) }).execute();
  await events.emit(tx, campaignRead, {
    companyId,
    campaignId: id,
    name: campaign.name,
    headline: results.headline,
    explanation: results.explanation,
  });
}
