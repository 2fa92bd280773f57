import type { HubEvent } from "@forestay/contracts/wire";
import { analyticsKeys, customerKeys, importKeys, notificationKeys } from "@/lib/api/query-keys.ts";
import type { RefreshedKey } from "@/lib/api/query-keys.ts";

/** Which data an event makes old, the pages of the import and the analysis themselves included. */
export const refreshedBy: Record<HubEvent, readonly RefreshedKey[]> = {
  analysis_completed: [analyticsKeys.all, customerKeys.all, notificationKeys.all],
  import_completed: [customerKeys.all, notificationKeys.all, importKeys.all],
  // The unread count comes with these.
  notification_created: [notificationKeys.list],
  notifications_read: [notificationKeys.list],
};
