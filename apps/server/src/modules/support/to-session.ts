import { supportLimits, type StaffSession, type SupportSession } from "@forestay/contracts";
import type { SessionRow } from "./session-rows.ts";

/** A session as its person reads it. */
export function toSession(row: SessionRow): SupportSession {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    userEmail: row.user_email,
    customerEmail: row.user_email,
    topic: row.topic,
    initialMessage: row.initial_message,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    statusSince: row.status_since.toISOString(),
    assistantAt: row.status === "Pending" ? assistantAt(row).toISOString() : null,
    aiSessionActive: row.status === "AiActive",
    aiInteractionCount: row.ai_interaction_count,
    escalationLevel: row.escalation_level,
    aiEscalationReason: row.escalation_reason,
    hasTimedOut: row.status === "TimedOut",
    integrationCount: row.integration_count,
    assignedAdminId: row.assigned_admin_id,
    assignedAdminName: row.assigned_admin_name,
    originalContext: row.original_context,
    currentContext: row.current_context,
    lastSequence: row.last_sequence,
    userReadSequence: row.user_read_sequence,
    staffReadSequence: row.staff_read_sequence,
    lastMessage: row.last_message,
    lastMessageAt: row.last_message_at.toISOString(),
    closeReason: row.close_reason,
    closedAt: row.closed_at?.toISOString() ?? null,
    wasHelpful: row.was_helpful,
  };
}

/** The same for staff: beside it what they need to know of whom they talk to. */
export function toStaffSession(row: SessionRow): StaffSession {
  return {
    ...toSession(row),
    companyName: row.company_name,
    companyRole: row.company_role,
    unreadCount: row.unread_count,
  };
}

/** When the assistant takes a waiting session over. */
export const assistantAt = ({ status_since: since }: Pick<SessionRow, "status_since">) =>
  new Date(since.getTime() + supportLimits.assistantAfterMs);
