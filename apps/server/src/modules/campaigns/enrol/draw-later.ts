import { sql } from "kysely";
import { readFilterContext } from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { lockCampaign } from "../campaign-rows.ts";
import { stepQueue } from "../steps/step-queue.ts";
import { drawQueue } from "./draw-queue.ts";
import { enrolCustomers } from "./enrol-customers.ts";

/** Customers looked at in one transaction. */
const AT_ONCE = 50_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Whether a company has more customers than a request can draw from while a person waits. */
export async function drawsLater(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } =
    await sql`select from customers where company_id = ${companyId} offset ${AT_ONCE} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Draws who met a campaign when it was started, by parts of the company's customers: each part is one transaction with the mark
 * of how far it came, so that a killed worker has drawn nobody twice and left nobody out. Steps of the first begin meanwhile.
 */
export const drawJob = defineJob({
  ...drawQueue,
  retryLimit: 20,
  handler: (run) => drawStarted(run, run.payload, AT_ONCE),
});

/** The same, so many customers at once. */
export async function drawStarted(
  { db, jobs, signal }: Pick<JobRun<unknown>, "db" | "jobs" | "signal">,
  { companyId, campaignId }: { companyId: string; campaignId: string },
  atOnce: number,
): Promise<void> {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await withTenant(
      db,
      companyId,
      (tx) => drawPart(tx, jobs, { companyId, campaignId, atOnce }),
      EVERY_ROW,
    );
  }
}

async function drawPart(
  tx: Tx,
  jobs: JobRun<unknown>["jobs"],
  { companyId, campaignId, atOnce }: { companyId: string; campaignId: string; atOnce: number },
): Promise<boolean> {
  const row = await lockCampaign(tx, companyId, campaignId);
  const { draws_since: since, drawn_to: from, said } = row;
  if (since === null) return false;
  const { rows } = await sql<{ id: string }>`
    select id from customers where company_id = ${companyId} and id > ${from ?? FIRST_ID}
    order by id offset ${atOnce - 1} limit 1`.execute(tx);
  const to = rows[0]?.id ?? null;
  const isOver = row.status === "Archived" || row.status === "Completed";
  if (!isOver)
    await enrolCustomers(tx, companyId, row, {
      context: await readFilterContext(tx, companyId, since),
      now: since,
      ids: null,
      asPresent: said.trigger.kind !== "Manual" && !said.includesPresent,
      between: { from: from ?? FIRST_ID, to },
    });
  const isMore = to !== null && !isOver;
  await tx
    .updateTable("campaigns")
    .set(isMore ? { drawn_to: to } : { draws_since: null, drawn_to: null })
    .where("company_id", "=", companyId)
    .where("id", "=", campaignId)
    .execute();
  await jobs.enqueue(tx, stepQueue, { companyId }, { singletonKey: companyId, groupKey: companyId });
  return isMore;
}
