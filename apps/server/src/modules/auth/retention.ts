import { sql } from "kysely";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { IDEMPOTENCY_KEPT_MS } from "#platform/http/idempotency-rows.ts";
import { SESSION_ABSOLUTE_MS } from "./sessions.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Longest window of the limits' table is an hour; a counter this old counts nothing any more. */
const COUNTER_KEPT_MS = DAY_MS;

/** Removes what has no effect any more: sessions too old to be resumed, counters of windows long past, spent codes,
 * answers kept for repeats. */
export const accessRetention = defineJob({
  name: "auth.retention",
  schema: z.object({}),
  cron: "17 3 * * *",
  handler: removeSpent,
});

async function removeSpent({ db, clock }: JobRun<object>): Promise<void> {
  const now = clock.now().getTime();
  await withSystem(db, async (tx) => {
    // Ended ones too: the audit log says what became of them. When somebody was last here outlives them.
    await sql`with gone as (
        delete from sessions where created_at < ${new Date(now - SESSION_ABSOLUTE_MS)} returning user_id, last_seen_at)
      update users u set last_seen_at = greatest(u.last_seen_at, last.seen_at)
      from (select user_id, max(last_seen_at) as seen_at from gone group by user_id) last
      where u.id = last.user_id`.execute(tx);
    await tx
      .deleteFrom("rate_limit_counters")
      .where("window_started_at", "<", new Date(now - COUNTER_KEPT_MS))
      .execute();
    await tx.deleteFrom("verification_codes").where("expires_at", "<", new Date(now)).execute();
    await tx.deleteFrom("mfa_challenges").where("expires_at", "<", new Date(now)).execute();
    await tx
      .deleteFrom("idempotency_keys")
      .where("created_at", "<", new Date(now - IDEMPOTENCY_KEPT_MS))
      .execute();
  });
}
