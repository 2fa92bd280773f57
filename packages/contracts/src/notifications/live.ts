import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

/** A person's own, so nobody else hears them. */
export const notificationEvents = defineHubEvents({
  /** Moves the badge without a poll. */
  notification_created: {
    policy: "authenticated",
    payload: z.object({ id: z.uuid(), unreadCount: z.number().int() }),
  },
  /** Read in one tab or on one device, the badges of the person's others agree at once. */
  notifications_read: { policy: "authenticated", payload: z.object({ unreadCount: z.number().int() }) },
});
