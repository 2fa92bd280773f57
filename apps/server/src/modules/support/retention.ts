import { DAY_MS } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";

/** Long enough to read what was said a year ago; what people tell support is not kept for ever. */
const KEPT_DAYS = 400;
const ROWS_PER_DELETE = 500;

/** Removes ended sessions and letters after 400 days, and images that no message was sent with after a day. */
export const supportRetention = defineJob({
  name: "support.retention",
  schema: z.object({}),
  cron: "43 3 * * *",
  handler: removeOld,
});

async function removeOld({ db, clock, signal }: JobRun<object>): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const gone: { table: string; where: RawBuilder<unknown> }[] = [
    { table: "support_sessions", where: sql`t.closed_at < ${before(KEPT_DAYS)}` },
    { table: "support_contacts", where: sql`t.created_at < ${before(KEPT_DAYS)}` },
    {
      table: "support_attachments",
      where: sql`t.created_at < ${before(1)} and not exists (select from support_messages m
        where m.session_id = t.session_id and m.attachment_id = t.id)`,
    },
  ];
  for (const { table, where } of gone) {
    for (let removed = ROWS_PER_DELETE; removed === ROWS_PER_DELETE;) {
      signal.throwIfAborted();
      removed = await withSystem(db, async (tx) => {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where id = any(array(
            select t.id from ${sql.table(table)} t where ${where} limit ${ROWS_PER_DELETE}))`.execute(tx);
        return Number(numAffectedRows ?? 0n);
      });
    }
  }
}
