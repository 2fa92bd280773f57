import { z } from "zod";

/** Methods a client invokes. The user's group comes from the token, never from an argument. */
export const hubMethods = {
  JoinUserGroup: z.tuple([]),
  LeaveUserGroup: z.tuple([]),
} as const;
export type HubMethod = keyof typeof hubMethods;

/** Events the server sends, with their payload. */
export const hubEvents = {
  analysis_completed: z.object({ analysisId: z.uuid() }),
  import_completed: z.object({ importId: z.uuid() }),
  /** Moves the badge without a poll. */
  notification_created: z.object({ id: z.uuid(), unreadCount: z.number().int() }),
  /** Read in one tab or on one device, the badges of the person's others agree at once. */
  notifications_read: z.object({ unreadCount: z.number().int() }),
} as const;
export type HubEvent = keyof typeof hubEvents;

export type HubEventPayload<E extends HubEvent> = z.infer<(typeof hubEvents)[E]>;
