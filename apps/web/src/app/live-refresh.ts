import type { HubEvent } from "@forestay/contracts/wire";
import type { QueryKey } from "@tanstack/react-query";
import { notificationQueries } from "@/features/notifications/api/notification-queries.ts";

/** Which data an event makes old, the pages of the import and analysis themselves among them. */
export const refreshedBy: Record<HubEvent, readonly QueryKey[]> = {
  analysis_completed: [["analytics"], ["customers"], ["dashboard"], ["notifications"]],
  import_completed: [["customers"], ["dashboard"], ["notifications"], ["imports"]],
  // The unread count comes with these.
  notification_created: [notificationQueries.lists],
  notifications_read: [notificationQueries.lists],
};
