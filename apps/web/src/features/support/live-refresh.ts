import { supportKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

const own = [supportKeys.active, supportKeys.sessions, supportKeys.session];
const staffs = [supportKeys.queue, supportKeys.staffSession, supportKeys.tiles];

/** A message itself goes into the open thread as it comes; what is missed while nobody listened is asked for again. */
export const supportRefresh = {
  SupportSessionCreated: own,
  SupportSessionClaimed: [...own, supportKeys.messages],
  SupportSessionEscalated: own,
  SupportSessionClosed: own,
  NewSupportRequest: [supportKeys.queue, supportKeys.tiles],
  new_support_session: [supportKeys.queue, supportKeys.tiles],
  session_assigned: staffs,
  session_closed: staffs,
  active_sessions: staffs,
  admin_online: [supportKeys.queue],
  admin_offline: [supportKeys.queue],
} satisfies RefreshRules;
