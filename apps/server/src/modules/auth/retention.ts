import { z } from "zod";
import { keepLastSeen } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { removeSpentAnswers } from "#platform/http/idempotency-rows.ts";
import { removeSpentCounters } from "#platform/http/rate-counter.ts";
import { removeRestingBuckets } from "#platform/outbound/shared-buckets.ts";
import { SESSION_ABSOLUTE_MS } from "./sessions.ts";

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
    const gone = await tx
      .deleteFrom("sessions")
      .where("created_at", "<", new Date(now - SESSION_ABSOLUTE_MS))
      .returning(["user_id as userId", "last_seen_at as at"])
      .execute();
    await keepLastSeen(tx, gone);
    await removeSpentCounters(tx, new Date(now));
    await removeRestingBuckets(tx);
    await tx.deleteFrom("verification_codes").where("expires_at", "<", new Date(now)).execute();
    await tx.deleteFrom("mfa_challenges").where("expires_at", "<", new Date(now)).execute();
    await removeSpentAnswers(tx, new Date(now));
  });
}
