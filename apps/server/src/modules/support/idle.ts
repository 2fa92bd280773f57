import { supportLimits } from "@forestay/contracts";
import { z } from "zod";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { appendNotice } from "./messages.ts";
import { changeStatus, findSession, updateSession, type SessionRow } from "./session-rows.ts";
import { tellEnded } from "./tell.ts";

const payload = z.object({ sessionId: z.uuid(), turn: z.number().int() });

/**
 * Ends a session from which its person has gone: it looks when the time would be up, and again when the person wrote
 * meanwhile. Two minutes before the end it says so.
 */
export const idleJob = defineJob({
  name: "support.time-out",
  schema: payload,
  dedupeWaiting: true,
  concurrency: 4,
  retryLimit: 12,
  handler: checkIdle,
});

/** Plans the look of a session in which the assistant or a person answers now. */
export async function planIdle(tx: Tx, jobs: JobQueue, row: SessionRow): Promise<void> {
  const { warnAt, endAt } = deadlinesOf(row);
  await jobs.enqueue(
    tx,
    idleJob,
    { sessionId: row.id, turn: row.turn },
    {
      singletonKey: `${row.id}:${row.turn}`,
      runAt: row.idle_warned_at === null ? warnAt : endAt,
    },
  );
}

async function checkIdle({
  db,
  jobs,
  clock,
  payload: { sessionId, turn },
  completeIn,
}: JobRun<z.output<typeof payload>>): Promise<void> {
  await withSystem(db, async (tx) => {
    const row = await findSession(tx, sessionId, { lock: true });
    if (row?.turn === turn) await advance(tx, jobs, row, clock.now());
    await completeIn(tx);
  });
}

async function advance(tx: Tx, jobs: JobQueue, row: SessionRow, now: Date): Promise<void> {
  const { warnAt, endAt } = deadlinesOf(row);
  if (now < warnAt) return planIdle(tx, jobs, row);
  if (row.idle_warned_at === null) {
    const noticed = await appendNotice(
      tx,
      row,
      "Nothing has been written for a while. This session ends in 2 minutes; write a message to keep it open.",
      now,
    );
    const warned = await updateSession(tx, noticed, { idle_warned_at: now });
    return planIdle(tx, jobs, warned);
  }
  if (now < endAt) return planIdle(tx, jobs, row);
  const reason = "No message for a while";
  const noticed = await appendNotice(tx, row, "Session timed out", now);
  const ended = await changeStatus(tx, noticed, "TimedOut", now, { close_reason: reason, closed_at: now });
  await tellEnded(tx, ended);
}

/** From the person's last word, or from when it became somebody else's turn to answer. A late warning moves the end. */
function deadlinesOf(row: SessionRow): { warnAt: Date; endAt: Date } {
  const { idleWithPersonMs, idleWithAssistantMs, idleWarningMs } = supportLimits;
  const idleMs = row.status === "AdminActive" ? idleWithPersonMs : idleWithAssistantMs;
  const fromMs = Math.max(row.last_user_message_at.getTime(), row.status_since.getTime());
  const warnedMs = row.idle_warned_at?.getTime() ?? 0;
  const endMs = Math.max(fromMs + idleMs, warnedMs + idleWarningMs);
  return { warnAt: new Date(fromMs + idleMs - idleWarningMs), endAt: new Date(endMs) };
}
