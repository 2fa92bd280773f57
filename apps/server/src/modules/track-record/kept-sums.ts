import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { TrackRecordSums } from "./track-record-sums.ts";

/** The sums as they are kept of a company with many scores; null where they are worked out. */
export async function readKeptSums(tx: Tx, companyId: string): Promise<TrackRecordSums | null> {
  const kept = await tx
    .selectFrom("track_records")
    .select("sums")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return kept === undefined ? null : toSums(kept.sums);
}

/** What stands in the column, which is written from such sums alone. */
export const toSums = (stored: unknown): TrackRecordSums => stored as TrackRecordSums;

/** `latest`, for a `with`, as it is kept: the scores that these sums count. */
export const keptScores = (companyId: string): RawBuilder<unknown> => sql`
  latest as not materialized (
    select customer_id, scored_at, score, level, probability, left_within, missed_rank
    from track_record_scores where company_id = ${companyId}
  )`;
