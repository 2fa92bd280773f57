import { sql } from "kysely";
import { z } from "zod";
import { listCompanyIds } from "#modules/companies/index.ts";
import {
  hasLeftSql,
  leftAtSql,
  readCompanyContext,
  readLeavingRule,
  snapshotFeaturesSql,
  sqlLeavingRule,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { readDataTime } from "./data-time.ts";

const DAY_MS = 86_400_000;
/** Days from one snapshot of a company to the next. */
const DAYS_APART = 30;
/** History older than this is forgotten: a model learns from a year of it and the months before. */
const KEPT_MONTHS = 36;
const CUSTOMERS_PER_STATEMENT = 5000;
const FORGOTTEN_PER_STATEMENT = 20_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Every night, before the scores: a company whose last snapshot is 30 days old, or that has none, and that has imported
 * since gets one of each of its customers, as they were at the end of the day before.
 */
export const captureHistoryJob = defineJob({
  name: "analytics.capture-history",
  schema: z.object({}),
  cron: "40 1 * * *",
  async handler({ db, clock, signal }) {
    for (const companyId of await withSystem(db, listCompanyIds)) {
      signal.throwIfAborted();
      await captureHistory(db, companyId, clock.now(), signal);
      await forgetOldHistory(db, companyId, clock.now(), signal);
    }
  },
});

/** Runs in pieces, each with how far it has come, and goes on where it was stopped. Returns the snapshots added. */
export async function captureHistory(
  db: Database,
  companyId: string,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const takenOn = isoDay(now.getTime() - DAY_MS);
  const isDue = await withTenant(db, companyId, (tx) => begin(tx, companyId, { takenOn, now }));
  if (!isDue) return 0;
  let added = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await withTenant(db, companyId, (tx) => captureSome(tx, companyId, now));
    if (page === null) return added;
    added += page;
  }
}

/** Whether a pass is to be made, or to be gone on with; it then stands in history_captures. */
async function begin(
  tx: Tx,
  companyId: string,
  { takenOn, now }: { takenOn: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ unfinished: boolean | null; newest: string | null }>`
    select (select completed_at is null from history_captures where company_id = ${companyId}) as unfinished,
      greatest((select max(taken_on) from customer_snapshots where company_id = ${companyId}),
        (select taken_on from history_captures where company_id = ${companyId})) as newest`.execute(tx);
  const { unfinished = null, newest = null } = rows[0] ?? {};
  if (unfinished !== true) {
    const dataTime = await readDataTime(tx, companyId, now);
    // Old values must not pass for what was known on this day: nobody would seem to leave any more.
    const oldest = Math.max(
      now.getTime() - DAYS_APART * DAY_MS,
      newest === null ? Number.NEGATIVE_INFINITY : Date.parse(`${newest}T00:00:00Z`) + DAY_MS,
    );
    if (dataTime === null || dataTime.getTime() <= oldest) return false;
    if (newest !== null && Date.parse(takenOn) - Date.parse(newest) < DAYS_APART * DAY_MS) return false;
  }
  await sql`
    insert into history_captures (company_id, taken_on, after_id) values (${companyId}, ${takenOn}::date, ${FIRST_ID})
    on conflict (company_id) do update set taken_on = excluded.taken_on, completed_at = null,
      after_id = case when history_captures.completed_at is null then history_captures.after_id else excluded.after_id end`.execute(
    tx,
  );
  return true;
}

/** One page of customers by id; null once there are no more. */
async function captureSome(tx: Tx, companyId: string, now: Date): Promise<number | null> {
  const pass = await tx
    .selectFrom("history_captures")
    .select(["taken_on", "after_id"])
    .where("company_id", "=", companyId)
    .where("completed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!pass?.after_id) return null;
  const { currency } = await readCompanyContext(tx, companyId);
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const endOfDay = "(page.taken_on + 1)::timestamp at time zone 'UTC'";
  const features = snapshotFeaturesSql({ row: "c", at: endOfDay, currency: "page.company_currency" });
  const { rows } = await sql<{ lastId: string | null; added: number }>`
    with page as materialized (
      select id, ${pass.taken_on}::date as taken_on, ${currency}::text as company_currency from customers
      where company_id = ${companyId} and id > ${pass.after_id}::uuid order by id limit ${CUSTOMERS_PER_STATEMENT}
    ), added as (
      insert into customer_snapshots (company_id, customer_id, taken_on, features)
      select c.company_id, c.id, page.taken_on, ${sql.raw(features)}
      from page join customers c on c.company_id = ${companyId} and c.id = page.id
      where c.last_import_id is not null and ${hasLeftSql(rule)} is not true
        and coalesce(${leftAtSql(rule)} > ${sql.raw(endOfDay)}, true)
      on conflict (company_id, customer_id, taken_on) do nothing
      returning 1
    )
    select (select id from page order by id desc limit 1) as "lastId", (select count(*) from added) as added`.execute(
    tx,
  );
  const { lastId = null, added = 0 } = rows[0] ?? {};
  await tx
    .updateTable("history_captures")
    .set(lastId === null ? { after_id: null, completed_at: now } : { after_id: lastId })
    .where("company_id", "=", companyId)
    .execute();
  return lastId === null ? null : added;
}

async function forgetOldHistory(
  db: Database,
  companyId: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withTenant(db, companyId, async (tx) => {
      const { numAffectedRows } = await sql`
        delete from customer_snapshots s using (
          select customer_id, taken_on from customer_snapshots
          where company_id = ${companyId} and taken_on < ${isoDay(oldest.getTime())}::date
          order by taken_on limit ${FORGOTTEN_PER_STATEMENT}
        ) old where s.company_id = ${companyId} and s.customer_id = old.customer_id and s.taken_on = old.taken_on`.execute(
        tx,
      );
      return Number(numAffectedRows ?? 0n) === FORGOTTEN_PER_STATEMENT;
    });
  }
}

/** `YYYY-MM-DD` in UTC. */
const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
