import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import {
  captureSnapshots,
  forgetSnapshots,
  newestSnapshotDay,
  readCompanyContext,
  readLeavingRule,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { readDataTime } from "./data-time.ts";

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
export const captureHistoryJob = defineCompanyJob({
  name: "analytics.capture-history",
  cron: "40 1 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    await captureHistory(db, companyId, clock.now(), signal);
    await forgetOldHistory(db, companyId, clock.now(), signal);
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
  const pass = await tx
    .selectFrom("history_captures")
    .select(["taken_on", "completed_at"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const isUnfinished = pass !== undefined && pass.completed_at === null;
  if (!isUnfinished) {
    const newest = later(await newestSnapshotDay(tx, companyId), pass?.taken_on ?? null);
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
  const rule = await readLeavingRule(tx, companyId, now);
  const { lastId, added } = await captureSnapshots(tx, companyId, {
    takenOn: pass.taken_on,
    afterId: pass.after_id,
    limit: CUSTOMERS_PER_STATEMENT,
    rule,
    currency,
  });
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
    const forgotten = await withTenant(db, companyId, (tx) =>
      forgetSnapshots(tx, companyId, { before: isoDay(oldest.getTime()), limit: FORGOTTEN_PER_STATEMENT }),
    );
    more = forgotten === FORGOTTEN_PER_STATEMENT;
  }
}

/** The later of two days as `YYYY-MM-DD`, which sort as they follow each other. */
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

/** `YYYY-MM-DD` in UTC. */
const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
