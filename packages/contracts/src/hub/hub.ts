import type { Policy } from "../policies/policies.ts";
import type { HubEvent, HubMethod } from "./schemas.ts";

/** Below the API. */
export const HUB_PATH = "/hubs/notifications";

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

/** The web's live connection. */
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
