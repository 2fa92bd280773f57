/** Below the API. */
export const HUB_PATH = "/hubs/notifications";

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
