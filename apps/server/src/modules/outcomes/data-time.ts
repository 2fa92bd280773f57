import { JobStatus } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { ATTRIBUTE_PREFIX, snapshotFields } from "#modules/customers/engine-door.ts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * What the customers' records stand for: when the newest file that still counts was handed in, not after `now`. Null
 * where none was imported. Nothing is known of the time since: a customer nobody told us about has not stayed.
 */
export async function readDataTime(tx: Tx, companyId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(least(created_at, (data_until + 1)::timestamp at time zone 'UTC')) as at from import_jobs
    where company_id = ${companyId} and status = ${JobStatus.Completed} and undo_started_at is null
      and created_at <= ${now}`.execute(tx);
  return rows[0]?.at ?? null;
}

const recordFields: ReadonlySet<string> = new Set(snapshotFields);

/** Whether a value of a snapshot is one that a customer's own record holds too. */
export const isOfRecord = (base: string) => recordFields.has(base) || base.startsWith(ATTRIBUTE_PREFIX);

/** So many of the newest snapshots stand for all. */
const SNAPSHOTS_LOOKED_AT = 200;

/** Whether the company's history holds what its records say and nothing else, so that nobody has to wait for a snapshot. */
export async function isHistoryOfRecords(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  if ((await readDataTime(tx, companyId, now)) === null) return false;
  const { rows } = await sql<{ base: string }>`
    select distinct jsonb_object_keys(features) as base from (
      select features from customer_snapshots where company_id = ${companyId}
      order by taken_on desc limit ${SNAPSHOTS_LOOKED_AT}) newest`.execute(tx);
  return rows.every(({ base }) => isOfRecord(base));
}
