import { z } from "zod";
import type { Policy } from "./policies.ts";

/** Below the API (spec section 7). */
export const HUB_PATH = "/hubs/notifications";

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
  /** Ours, beside the spec's: moves the badge without a poll. */
  notification_created: z.object({ id: z.uuid(), unreadCount: z.number().int() }),
  /** Ours too: read in one tab or on one device, the badges of the person's others agree at once. */
  notifications_read: z.object({ unreadCount: z.number().int() }),
} as const;
export type HubEvent = keyof typeof hubEvents;
/** Who may call a method or hear an event, whichever group it is sent to: names of the one policy table. */
export const hubPolicies: {
  methods: Record<HubMethod, Policy>;
  events: Record<HubEvent, Policy>;
} = {
  methods: { JoinUserGroup: "authenticated", LeaveUserGroup: "authenticated" },
  events: {
    analysis_completed: "analytics:read",
    import_completed: "customers:read",
    // One's own.
    notification_created: "authenticated",
    notifications_read: "authenticated",
  },
};
export type HubEventPayload<E extends HubEvent> = z.infer<(typeof hubEvents)[E]>;

/** The web's live connection (spec sections 4 and 9). */
export const liveTimings = {
  /** Automatic reconnect: 1 s, doubled per retry, capped. */
  reconnectBaseMs: 1000,
  reconnectCapMs: 30_000,
  /** The product's own retry after a close: 1 s, doubled, then it gives up. */
  retryBaseMs: 1000,
  retryMaxAttempts: 5,
  /** A connect while another is in progress waits this long, looking this often. */
  waitTimeoutMs: 10_000,
  waitPollMs: 100,
} as const;
