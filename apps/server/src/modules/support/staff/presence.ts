import { supportLimits } from "@forestay/contracts";
import { sql } from "kysely";
import { z } from "zod";
import { findUserById, personName } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { backToQueue } from "../queue.ts";
import { findSession } from "../session-rows.ts";

const payload = z.object({ userId: z.uuid() });
const LOST = "whoever answered is no longer connected";

/**
 * Watches whoever answers: once no sign of life came for two minutes they are offline, and the sessions they had wait
 * again.
 */
export const watchStaffJob = defineJob({
  name: "support.watch-staff",
  schema: payload,
  dedupeWaiting: true,
  retryLimit: 12,
  handler: watchStaff,
});

/** A sign of life of somebody who answers; returns their name. */
export async function seeStaff(tx: Tx, jobs: JobQueue, userId: string, now: Date): Promise<string> {
  const person = await findUserById(tx, userId);
  const name = person ? personName(person) : "Support";
  const before = await tx
    .selectFrom("support_presence")
    .select(["is_online", "last_seen_at"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await sql`
    insert into support_presence (user_id, name, is_online, last_seen_at) values (${userId}, ${name}, true, ${now})
    on conflict (user_id) do update set name = excluded.name, is_online = true,
      last_seen_at = greatest(support_presence.last_seen_at, excluded.last_seen_at)`.execute(tx);
  // With each of them, which plans one at a time: a watch that gave up is taken up again.
  await planWatch(tx, jobs, userId, now);
  if (!before?.is_online)
    await publishEvent(tx, { platform: true }, "admin_online", { adminId: userId, adminName: name });
  return name;
}

/** A page's sign of life, or its goodbye. After a goodbye the person has the same two minutes to come back. */
export async function markPresence(
  { db, jobs, clock }: ModuleContext,
  userId: string,
  { isOnline }: { isOnline: boolean },
): Promise<void> {
  await withSystem(db, async (tx) => {
    if (isOnline) await seeStaff(tx, jobs, userId, clock.now());
    else await goOffline(tx, userId);
  });
}

/** Who may answer and has the app open. */
export async function listOnlineStaff(tx: Tx, now: Date): Promise<{ adminId: string; adminName: string }[]> {
  const rows = await tx
    .selectFrom("support_presence")
    .select(["user_id as adminId", "name as adminName"])
    .where("is_online", "=", true)
    .where("last_seen_at", ">", lostBefore(now))
    .orderBy("name")
    .execute();
  return rows;
}

async function goOffline(tx: Tx, userId: string): Promise<void> {
  const gone = await tx
    .updateTable("support_presence")
    .set({ is_online: false })
    .where("user_id", "=", userId)
    .where("is_online", "=", true)
    .returning("name")
    .executeTakeFirst();
  if (gone) {
    await publishEvent(tx, { platform: true }, "admin_offline", { adminId: userId, adminName: gone.name });
  }
}

const lostBefore = (now: Date) => new Date(now.getTime() - supportLimits.staffLostAfterMs);

async function planWatch(tx: Tx, jobs: JobQueue, userId: string, seenAt: Date): Promise<void> {
  const runAt = new Date(seenAt.getTime() + supportLimits.staffLostAfterMs);
  await jobs.enqueue(tx, watchStaffJob, { userId }, { singletonKey: userId, runAt });
}

async function watchStaff({
  db,
  jobs,
  clock,
  payload: { userId },
  completeIn,
}: JobRun<z.output<typeof payload>>): Promise<void> {
  await withSystem(db, async (tx) => {
    const now = clock.now();
    const seen = await tx
      .selectFrom("support_presence")
      .select(["last_seen_at", "is_online"])
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (seen && seen.last_seen_at > lostBefore(now)) {
      await planWatch(tx, jobs, userId, seen.last_seen_at);
    } else {
      await goOffline(tx, userId);
      await giveBackSessions(tx, jobs, userId, now);
    }
    await completeIn(tx);
  });
}

async function giveBackSessions(tx: Tx, jobs: JobQueue, userId: string, now: Date): Promise<void> {
  const theirs = await tx
    .selectFrom("support_sessions")
    .select("id")
    // Or whose helper was deleted: their key is gone from the row by then.
    .where((eb) => eb.or([eb("assigned_admin_id", "=", userId), eb("assigned_admin_id", "is", null)]))
    .where("status", "=", "AdminActive")
    .orderBy("id")
    .execute();
  for (const { id } of theirs) {
    const row = await findSession(tx, id, { lock: true });
    if (row?.status !== "AdminActive") continue;
    if (row.assigned_admin_id !== userId && row.assigned_admin_id !== null) continue;
    const who = row.assigned_admin_id === null ? "Support" : (row.assigned_admin_name ?? "Support");
    await backToQueue(tx, jobs, row, {
      notice: `${who} is no longer connected. You are waiting for support again.`,
      reason: LOST,
      now,
    });
  }
}
