import type { HubEvent } from "@forestay/contracts/wire";
import { analyticsRefresh } from "@/features/analytics/live-refresh.ts";
import { customersRefresh } from "@/features/customers/live-refresh.ts";
import { dashboardRefresh } from "@/features/dashboard/live-refresh.ts";
import { importsRefresh } from "@/features/imports/live-refresh.ts";
import { insightsRefresh } from "@/features/insights/live-refresh.ts";
import { integrationsRefresh } from "@/features/integrations/live-refresh.ts";
import { notificationsRefresh } from "@/features/notifications/live-refresh.ts";
import { segmentsRefresh } from "@/features/segments/live-refresh.ts";
import { settingsRefresh } from "@/features/settings/live-refresh.ts";
import { supportRefresh } from "@/features/support/live-refresh.ts";
import { workRefresh } from "@/features/work/live-refresh.ts";
import type { RefreshedKey } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

const features: readonly RefreshRules[] = [
  analyticsRefresh,
  customersRefresh,
  dashboardRefresh,
  importsRefresh,
  insightsRefresh,
  integrationsRefresh,
  notificationsRefresh,
  segmentsRefresh,
  settingsRefresh,
  supportRefresh,
  workRefresh,
];

const keysOf = (event: HubEvent): RefreshedKey[] => features.flatMap((rules) => rules[event] ?? []);

/** Which data an event makes old: what each feature says of its own, together. */
export const refreshedBy: Record<HubEvent, readonly RefreshedKey[]> = {
  analysis_completed: keysOf("analysis_completed"),
  bulk_action_moved: keysOf("bulk_action_moved"),
  company_changed: keysOf("company_changed"),
  import_completed: keysOf("import_completed"),
  integration_changed: keysOf("integration_changed"),
  notification_created: keysOf("notification_created"),
  notifications_read: keysOf("notifications_read"),
  segments_changed: keysOf("segments_changed"),
  work_changed: keysOf("work_changed"),
  SupportSessionCreated: keysOf("SupportSessionCreated"),
  SupportSessionClaimed: keysOf("SupportSessionClaimed"),
  SupportSessionEscalated: keysOf("SupportSessionEscalated"),
  SupportSessionClosed: keysOf("SupportSessionClosed"),
  SupportMessageReceived: keysOf("SupportMessageReceived"),
  support_messages_read: keysOf("support_messages_read"),
  NewSupportRequest: keysOf("NewSupportRequest"),
  new_support_session: keysOf("new_support_session"),
  session_assigned: keysOf("session_assigned"),
  message_received: keysOf("message_received"),
  session_closed: keysOf("session_closed"),
  admin_online: keysOf("admin_online"),
  admin_offline: keysOf("admin_offline"),
  active_sessions: keysOf("active_sessions"),
  user_typing: keysOf("user_typing"),
  user_joined_session: keysOf("user_joined_session"),
  admin_picked_up_session: keysOf("admin_picked_up_session"),
};
