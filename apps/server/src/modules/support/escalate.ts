import { supportLimits, type SupportSession } from "@forestay/contracts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openOwnSession, type Caller } from "./access.ts";
import { appendNotice } from "./messages.ts";
import { updateSession, type SessionRow } from "./session-rows.ts";
import { askForPerson, tellEscalated } from "./tell.ts";
import { toSession } from "./to-session.ts";

const REASON_MAX = 300;

/** One level up, to the highest: both sides read why, and whoever may claim is asked. */
export async function raiseLevel(tx: Tx, row: SessionRow, reason: string, now: Date): Promise<SessionRow> {
  const level = Math.min(row.escalation_level + 1, supportLimits.highestLevel);
  const why = reason.slice(0, REASON_MAX).toWellFormed();
  const raised = await updateSession(tx, row, { escalation_level: level, escalation_reason: why });
  const noticed = await appendNotice(tx, raised, `Escalated to level ${level}: ${why}`, now, {
    wasEscalated: true,
  });
  await tellEscalated(tx, noticed, why);
  await askForPerson(tx, noticed);
  return noticed;
}

/** The person asks for a human while the assistant answers. At the highest level it is said already. */
export async function escalateSession(
  { db, clock }: ModuleContext,
  caller: Caller,
  sessionId: string,
  { reason }: { reason: string },
): Promise<SupportSession> {
  return withSystem(db, async (tx) => {
    const row = await openOwnSession(tx, caller, sessionId, { lock: true });
    if (row.status !== "AiActive") {
      throw new AppError("invalid_state", { message: "A person is asked for while the assistant answers." });
    }
    if (row.escalation_level >= supportLimits.highestLevel) return toSession(row);
    return toSession(await raiseLevel(tx, row, reason || "asked for a person", clock.now()));
  });
}
