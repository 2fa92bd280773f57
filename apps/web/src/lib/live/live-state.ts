import type { LiveLogEntry } from "./live-log.ts";

export type LiveState = "Disconnected" | "Connecting" | "Connected" | "Reconnecting" | "Disconnecting";

/** What a connection that failed is called on screen and in the log. */
export const liveErrors = {
  noToken: "No authentication token available",
  timeout: "Connection attempt timeout",
  failed: "Connection attempt failed",
  exhausted: "Max reconnection attempts reached",
  inactive: "Real-time connection is not active",
} as const;

/** What is used of a SignalR connection; the client's HubConnection fits as it is. */
export interface HubLink {
  readonly state: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  invoke: (method: string, ...args: unknown[]) => Promise<unknown>;
  on: (event: string, handler: (payload: unknown) => void) => void;
  onreconnecting: (callback: (error?: Error) => void) => void;
  onreconnected: (callback: () => void) => void;
  onclose: (callback: (error?: Error) => void) => void;
}

/** What a link tells on the way, for the diagnostics page. */
export interface LinkObserver {
  transport: (name: string) => void;
  ping: () => void;
  /** An automatic reconnect is due: the number of the try, from 1, and the wait before it. */
  retry: (attempt: number, delayMs: number) => void;
  note: (text: string) => void;
}

export interface LiveSnapshot {
  state: LiveState;
  transport: string | undefined;
  /** Milliseconds since the epoch. */
  connectedAt: number | undefined;
  lastPingAt: number | undefined;
  /** Tries since the connection was last good. */
  retries: number;
  lastError: string | undefined;
  log: readonly LiveLogEntry[];
}

/** By the client's own names, best first. */
export const hubTransports = ["WebSockets", "ServerSentEvents", "LongPolling"] as const;
export type HubTransport = (typeof hubTransports)[number];
