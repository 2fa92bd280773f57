import { hasEnded, type ChatContext, type CompanyRole, type SupportStatus } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/** A session as it is stored, without the conversation before it. */
export interface SessionRow {
  id: string;
  user_id: string;
  company_id: string | null;
  user_name: string;
  user_email: string;
  company_name: string | null;
  company_role: CompanyRole | null;
  integration_count: number;
  topic: string;
  initial_message: string;
  original_context: ChatContext;
  current_context: ChatContext | null;
  status: SupportStatus;
  status_since: Date;
  turn: number;
  escalation_level: number;
  escalation_reason: string | null;
  ai_interaction_count: number;
  assigned_admin_id: string | null;
  assigned_admin_name: string | null;
  last_sequence: number;
  last_message: string;
  last_message_at: Date;
  user_read_sequence: number;
  staff_read_sequence: number;
  unread_count: number;
  last_user_message_at: Date;
  idle_warned_at: Date | null;
  first_reply_at: Date | null;
  close_reason: string | null;
  closed_at: Date | null;
  was_helpful: boolean | null;
  created_at: Date;
}

export const sessionColumns = sql`s.id, s.user_id, s.company_id, s.user_name, s.user_email, s.company_name, s.company_role,
  s.integration_count, s.topic, s.initial_message, s.original_context, s.current_context, s.status, s.status_since, s.turn,
  s.escalation_level, s.escalation_reason, s.ai_interaction_count, s.assigned_admin_id, s.assigned_admin_name,
  s.last_sequence, s.last_message, s.last_message_at, s.user_read_sequence, s.staff_read_sequence, s.unread_count,
  s.last_user_message_at, s.idle_warned_at, s.first_reply_at, s.close_reason, s.closed_at, s.was_helpful, s.created_at`;

export async function findSession(
  tx: Tx,
  id: string,
  { lock = false } = {},
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from support_sessions s where s.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

/** The session that a person has open, if any. */
export async function findOpenSession(tx: Tx, userId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from support_sessions s
    where s.user_id = ${userId} and s.status in ('Pending', 'AiActive', 'AdminActive')`.execute(tx);
  return rows[0];
}

type Changes = Partial<
  Omit<SessionRow, "id" | "user_id" | "original_context" | "current_context" | "created_at">
>;

/** Changes columns of a session that the caller has locked; returns it as it is then. */
export async function updateSession(tx: Tx, row: SessionRow, changes: Changes): Promise<SessionRow> {
  await tx.updateTable("support_sessions").set(changes).where("id", "=", row.id).execute();
  return { ...row, ...changes };
}

/** Gives a session another status; whatever was planned for the one before does nothing any more. */
export function changeStatus(
  tx: Tx,
  row: SessionRow,
  status: SupportStatus,
  now: Date,
  changes: Changes = {},
): Promise<SessionRow> {
  return updateSession(tx, row, {
    status,
    status_since: now,
    turn: row.turn + 1,
    idle_warned_at: null,
    ...changes,
  });
}

/** Throws `invalid_state` where a session has ended. */
export function requireOpen(row: SessionRow): void {
  if (hasEnded(row.status)) throw new AppError("invalid_state", { message: "This session has ended." });
}
