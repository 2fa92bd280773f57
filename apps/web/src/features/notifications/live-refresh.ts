import { notificationKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const notificationsRefresh = {
  analysis_completed: [notificationKeys.all],
  import_completed: [notificationKeys.all],
  // The unread count comes with these.
  notification_created: [notificationKeys.list],
  notifications_read: [notificationKeys.list],
} satisfies RefreshRules;
