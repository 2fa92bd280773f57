import type { StaffSession } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openSession, requireVoice, type Caller } from "../access.ts";
import { planIdle } from "../idle.ts";
import { appendNotice } from "../messages.ts";
import { backToQueue } from "../queue.ts";
import { changeStatus, requireOpen, type SessionRow } from "../session-rows.ts";
import { tellClaimed } from "../tell.ts";
import { toStaffSession } from "../to-session.ts";
import { seeStaff } from "./presence.ts";

export type Claimer = Caller & Pick<SignedInUser, "companyId" | "ipAddress">;

/**
 * Takes a session that nobody has. Of two who try at the same moment the row's lock lets one; the other hears who it
 * was (`conflict`). Claiming what one has already is no mistake.
 */
export async function claimSession(
  context: ModuleContext,
  admin: Claimer,
  sessionId: string,
): Promise<StaffSession> {
  const { db, jobs, clock } = context;
  const { row: found } = await withSystem(db, (tx) => openSession(tx, admin, sessionId));
  return withCompanyOf(db, { companyId: found.company_id }, async (tx) => {
    const { row, side } = await openSession(tx, admin, sessionId, { lock: true });
    if (side === "user") {
      throw new AppError("invalid_state", { message: "Somebody else has to take your own session." });
    }
    requireOpen(row);
    if (row.status === "AdminActive") {
      if (row.assigned_admin_id === admin.userId) return toStaffSession(row);
      throw new AppError("conflict", { message: `${whoHas(row)} has taken this session.` });
    }
    const now = clock.now();
    const name = await seeStaff(tx, jobs, admin.userId, now);
    const noticed = await appendNotice(tx, row, `${name} joined`, now);
    const claimed = await changeStatus(tx, noticed, "AdminActive", now, {
      assigned_admin_id: admin.userId,
      assigned_admin_name: name,
    });
    await planIdle(tx, jobs, claimed);
    await tellClaimed(tx, claimed);
    await recordAudit(tx, admin, {
      action: "support.session_claimed",
      targetId: sessionId,
      companyId: row.company_id,
    });
    return toStaffSession(claimed);
  });
}

/** Hands a session back to whoever comes next. */
export async function releaseSession(
  { db, jobs, clock }: ModuleContext,
  admin: Claimer,
  sessionId: string,
): Promise<StaffSession> {
  const { row: found } = await withSystem(db, (tx) => openSession(tx, admin, sessionId));
  return withCompanyOf(db, { companyId: found.company_id }, async (tx) => {
    const { row, side } = await openSession(tx, admin, sessionId, { lock: true });
    requireVoice(row, side === "user" ? "staff" : side, admin);
    const waiting = await backToQueue(tx, jobs, row, {
      notice: `${whoHas(row)} handed the session back. You are waiting for support again.`,
      reason: "handed back to the queue",
      now: clock.now(),
    });
    await recordAudit(tx, admin, {
      action: "support.session_released",
      targetId: sessionId,
      companyId: row.company_id,
    });
    return toStaffSession(waiting);
  });
}

const whoHas = (row: SessionRow) => row.assigned_admin_name ?? "Somebody else";
