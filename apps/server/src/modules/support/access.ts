import { satisfiesPolicy, type CompanyRole, type PlatformRole } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { findSession, type SessionRow } from "./session-rows.ts";

/** Who asks, by route or by hub. */
export interface Caller {
  userId: string;
  companyRole: CompanyRole | null;
  platformRole: PlatformRole;
}

/** As whom somebody has a session before them. Its person is that, whatever else they are. */
export type Side = "user" | "staff";

/** Reads a session that this caller may see. Throws `not_found`, for a foreign one as for one that does not exist. */
export async function openSession(
  tx: Tx,
  caller: Caller,
  sessionId: string,
  { lock = false } = {},
): Promise<{ row: SessionRow; side: Side }> {
  const row = await findSession(tx, sessionId, { lock });
  const side = row && sideOf(row, caller);
  if (!row || !side) throw new AppError("not_found");
  return { row, side };
}

/** The same where only its person may. */
export async function openOwnSession(
  tx: Tx,
  caller: Caller,
  sessionId: string,
  options: { lock?: boolean } = {},
): Promise<SessionRow> {
  const { row, side } = await openSession(tx, caller, sessionId, options);
  if (side !== "user") throw new AppError("not_found");
  return row;
}

/** Who writes into a session or ends it: its person, or the Admin whose it is at this moment. */
export function requireVoice(row: SessionRow, side: Side, caller: Caller): void {
  if (side === "user") return;
  if (!satisfiesPolicy("support:claim", caller)) throw new AppError("forbidden");
  if (row.assigned_admin_id !== caller.userId || row.status !== "AdminActive") {
    throw new AppError("invalid_state", { message: "Claim the session to reply." });
  }
}

function sideOf(row: SessionRow, caller: Caller): Side | null {
  if (row.user_id === caller.userId) return "user";
  return satisfiesPolicy("admin:support", caller) ? "staff" : null;
}
