import { hasEnded, USER_CLOSED_SESSION, type SupportSession } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openOwnSession, openSession, requireVoice, type Caller } from "./access.ts";
import { appendNotice } from "./messages.ts";
import { changeStatus, updateSession } from "./session-rows.ts";
import { tellEnded } from "./tell.ts";
import { toSession } from "./to-session.ts";

/** Ends a session, by its person or by whoever answers in it. Ending it twice is ending it once. */
export async function closeSession(
  { db, clock }: ModuleContext,
  user: SignedInUser,
  sessionId: string,
  { reason }: { reason: string },
): Promise<SupportSession> {
  const { row: found } = await withSystem(db, (tx) => openSession(tx, user, sessionId));
  return withCompanyOf(db, { companyId: found.company_id }, async (tx) => {
    const { row, side } = await openSession(tx, user, sessionId, { lock: true });
    if (hasEnded(row.status)) return toSession(row);
    requireVoice(row, side, user);
    const now = clock.now();
    const why = reason || (side === "user" ? USER_CLOSED_SESSION : "Closed by support");
    const noticed = await appendNotice(
      tx,
      row,
      side === "user"
        ? "Session closed"
        : `${row.assigned_admin_name ?? "Support"} closed the session: ${why}`,
      now,
    );
    const ended = await changeStatus(tx, noticed, "Closed", now, { close_reason: why, closed_at: now });
    await tellEnded(tx, ended);
    await recordAudit(tx, user, {
      action: "support.session_closed",
      targetId: sessionId,
      companyId: row.company_id,
      after: { reason: why },
    });
    return toSession(ended);
  });
}

/** What the person says of a session that has ended; they may change their mind. */
export async function rateSession(
  { db }: ModuleContext,
  caller: Caller,
  sessionId: string,
  { wasHelpful, comment }: { wasHelpful: boolean; comment: string },
): Promise<SupportSession> {
  return withSystem(db, async (tx) => {
    const row = await openOwnSession(tx, caller, sessionId, { lock: true });
    if (!hasEnded(row.status))
      throw new AppError("invalid_state", { message: "This session is still open." });
    await tx
      .updateTable("support_sessions")
      .set({ helpful_comment: comment })
      .where("id", "=", sessionId)
      .execute();
    return toSession(await updateSession(tx, row, { was_helpful: wasHelpful }));
  });
}
