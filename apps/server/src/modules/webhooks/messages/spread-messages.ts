import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { deliveryJob } from "../delivery-job.ts";

const MESSAGES_AT_ONCE = 50;
const JOBS_AT_ONCE = 200;

/**
 * Makes the deliveries of what was written down, one for each address that wants it, and gives each that waits its job.
 * In small steps that take their marks along: a killed worker loses and doubles nothing. The cron finds what was written
 * while another run of it was ending.
 */
export const spreadJob = defineCompanyJob({
  name: "webhooks.spread",
  cron: "* * * * *",
  listCompanyIds,
  isDue: hasWork,
  async handler({ db, jobs, clock, signal, payload: { companyId } }) {
    for (let more = true; more;) {
      signal.throwIfAborted();
      more = await withTenant(db, companyId, (tx) => spreadSome(tx, companyId, clock.now()));
    }
    for (let more = true; more;) {
      signal.throwIfAborted();
      more = await withTenant(db, companyId, (tx) => queueSome(tx, jobs, companyId));
    }
  },
});

async function hasWork(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from webhook_messages where company_id = ${companyId} and spread_at is null)
      or exists (select from webhook_deliveries
        where company_id = ${companyId} and status = 'waiting' and not is_queued) as due`.execute(tx);
  return rows[0]?.due === true;
}

async function spreadSome(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with next as (
      select id from webhook_messages where company_id = ${companyId} and spread_at is null
      order by id limit ${MESSAGES_AT_ONCE} for update skip locked
    ), spread as (
      update webhook_messages m set spread_at = ${now} from next
      where m.company_id = ${companyId} and m.id = next.id returning m.id, m.kind, m.created_at
    ), made as (
      insert into webhook_deliveries (company_id, endpoint_id, message_id, kind, status, next_attempt_at, created_at)
      select ${companyId}::uuid, e.id, spread.id, spread.kind,
        case e.status when 'active' then 'waiting' else 'held' end,
        case e.status when 'active' then ${now}::timestamptz end, ${now}
      from spread join webhook_endpoints e
        on e.company_id = ${companyId} and spread.kind = any(e.kinds) and e.created_at <= spread.created_at
    )
    select id from spread`.execute(tx);
  return rows.length === MESSAGES_AT_ONCE;
}

async function queueSome(tx: Tx, jobs: JobQueue, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; endpoint_id: string; turn: number; next_attempt_at: Date }>`
    update webhook_deliveries d set is_queued = true from (
      select id from webhook_deliveries where company_id = ${companyId} and status = 'waiting' and not is_queued
      order by id limit ${JOBS_AT_ONCE} for update skip locked
    ) next
    where d.company_id = ${companyId} and d.id = next.id
    returning d.id, d.endpoint_id, d.turn, d.next_attempt_at`.execute(tx);
  for (const { id, endpoint_id, turn, next_attempt_at } of rows) {
    await jobs.enqueue(
      tx,
      deliveryJob,
      { companyId, deliveryId: id, turn },
      { groupKey: endpoint_id, runAt: next_attempt_at },
    );
  }
  return rows.length === JOBS_AT_ONCE;
}
