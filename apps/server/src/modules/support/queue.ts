import { z } from "zod";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { answerPicture } from "./answer-picture.ts";
import { answerRequest } from "./answer-request.ts";
import { planIdle } from "./idle.ts";
import { appendNotice, listMessages } from "./messages.ts";
import { changeStatus, findSession, type SessionRow } from "./session-rows.ts";
import { askForPerson, tellEscalated } from "./tell.ts";
import { assistantAt } from "./to-session.ts";

const payload = z.object({ sessionId: z.uuid(), turn: z.number().int() });
const NOBODY_CAME = "no admin responded within 5 minutes";

/** The assistant takes over what nobody has taken: planned when a session begins to wait, through restarts. */
export const takeOverJob = defineJob({
  name: "support.take-over",
  schema: payload,
  concurrency: 4,
  retryLimit: 12,
  handler: takeOver,
});

/** Plans when the assistant takes a waiting session over. */
export async function planTakeOver(tx: Tx, jobs: JobQueue, row: SessionRow): Promise<void> {
  await jobs.enqueue(tx, takeOverJob, { sessionId: row.id, turn: row.turn }, { runAt: assistantAt(row) });
}

/** Puts a session that somebody had back among those that wait, with the reason that the person reads. */
export async function backToQueue(
  tx: Tx,
  jobs: JobQueue,
  row: SessionRow,
  { notice, reason, now }: { notice: string; reason: string; now: Date },
): Promise<SessionRow> {
  const noticed = await appendNotice(tx, row, notice, now);
  const waiting = await changeStatus(tx, noticed, "Pending", now, {
    assigned_admin_id: null,
    assigned_admin_name: null,
    escalation_reason: reason,
  });
  await planTakeOver(tx, jobs, waiting);
  await tellEscalated(tx, waiting, reason);
  await askForPerson(tx, waiting);
  return waiting;
}

async function takeOver({
  db,
  jobs,
  clock,
  payload: { sessionId, turn },
  completeIn,
}: JobRun<z.output<typeof payload>>): Promise<void> {
  await withSystem(db, async (tx) => {
    const row = await findSession(tx, sessionId, { lock: true });
    // The turn says it all: whoever claims, ends or is given the session begins another one.
    if (row?.status === "Pending" && row.turn === turn) {
      const now = clock.now();
      const noticed = await appendNotice(tx, row, "AI assistant joined", now);
      const answered = await changeStatus(tx, noticed, "AiActive", now, {
        escalation_level: Math.max(row.escalation_level, 1),
        escalation_reason: NOBODY_CAME,
      });
      await planIdle(tx, jobs, answered);
      await tellEscalated(tx, answered, NOBODY_CAME);
      await answerWaiting(tx, jobs, answered, now);
    }
    await completeIn(tx);
  });
}

/**
 * What the person said since somebody answered waits for the assistant: one answer is enough, whoever gives it reads all of
 * it. Pictures without words get theirs as when the assistant is sent one.
 */
async function answerWaiting(tx: Tx, jobs: JobQueue, row: SessionRow, now: Date): Promise<void> {
  const { items } = await listMessages(tx, row, { limit: 50 });
  const words = items.filter(({ type }) => type !== "SystemMessage");
  const waiting = words.slice(words.findLastIndex((one) => !one.isFromUser) + 1);
  if (waiting.some(({ content }) => content === "")) await answerPicture(tx, row, now);
  const newest = waiting.findLast(({ content }) => content !== "");
  if (newest)
    await jobs.enqueue(tx, answerRequest, { sessionId: row.id, messageId: newest.id }, { groupKey: row.id });
}
