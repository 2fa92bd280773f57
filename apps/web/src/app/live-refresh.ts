import type { HubEvent } from "@forestay/contracts/wire";
import { analyticsRefresh } from "@/features/analytics/live-refresh.ts";
import { customersRefresh } from "@/features/customers/live-refresh.ts";
import { dashboardRefresh } from "@/features/dashboard/live-refresh.ts";
import { importsRefresh } from "@/features/imports/live-refresh.ts";
import { insightsRefresh } from "@/features/insights/live-refresh.ts";
import { integrationsRefresh } from "@/features/integrations/live-refresh.ts";
import { notificationsRefresh } from "@/features/notifications/live-refresh.ts";
import { recoveryRefresh } from "@/features/recovery/live-refresh.ts";
import { segmentsRefresh } from "@/features/segments/live-refresh.ts";
import { settingsRefresh } from "@/features/settings/live-refresh.ts";
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
  recoveryRefresh,
  segmentsRefresh,
  settingsRefresh,
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
  recovery_changed: keysOf("recovery_changed"),
  segments_changed: keysOf("segments_changed"),
  work_changed: keysOf("work_changed"),
};
