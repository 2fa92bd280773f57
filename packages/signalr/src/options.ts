/** What carries a connection. */
export type TransportName = "webSockets" | "serverSentEvents" | "longPolling";

/** Every bound and time-out of a hub. Defaults in brackets; those .NET has are .NET's. */
export type HubLimits = {
  /** Largest message a client may send, bytes [32 KiB]. */
  readonly maxMessageBytes: number;
  /** Largest WebSocket frame a client may send, bytes [1 MiB]; a frame may hold many messages. */
  readonly maxFrameBytes: number;
  /** Unsent bytes after which a slow client is dropped [1 MiB]. */
  readonly maxOutboundBytes: number;
  /** Invocations of one connection waiting for their turn before reading stops [64]. */
  readonly maxQueuedInvocations: number;
  /** Invocations of one connection running at a time [1]; streams do not count. */
  readonly maxParallelInvocations: number;
  /** Items of one upload waiting for the method before reading stops [10]. */
  readonly maxUploadItems: number;
  /** Open streams of one connection, both directions together [100]. */
  readonly maxStreams: number;
  /** Connections negotiated but not yet connected [5,000]. */
  readonly maxPendingConnections: number;
  /** All connections of this process [100,000]. */
  readonly maxConnections: number;
  /** Time to complete the handshake [15 s]. */
  readonly handshakeTimeoutMs: number;
  /** Silence after which the server pings [15 s]. */
  readonly keepAliveMs: number;
  /** Silence of a client that pings, after which it is taken for gone [30 s]. */
  readonly clientTimeoutMs: number;
  /** How long a poll waits for something to say [90 s; the client gives up at 100 s]. */
  readonly pollTimeoutMs: number;
  /** How long a connection without a poll, or never used, is kept [15 s]. */
  readonly disconnectTimeoutMs: number;
  /** How long unsent bytes may stand still before a client is dropped [10 s]. */
  readonly stallTimeoutMs: number;
  /** How long the peer may take to close its side [5 s]. */
  readonly closeTimeoutMs: number;
  /** How long a client may take to answer a call of the server [30 s]. */
  readonly clientResultTimeoutMs: number;
};

export const defaultLimits: HubLimits = {
  maxMessageBytes: 32 * 1024,
  maxFrameBytes: 1024 * 1024,
  maxOutboundBytes: 1024 * 1024,
  maxQueuedInvocations: 64,
  maxParallelInvocations: 1,
  maxUploadItems: 10,
  maxStreams: 100,
  maxPendingConnections: 5_000,
  maxConnections: 100_000,
  handshakeTimeoutMs: 15_000,
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  pollTimeoutMs: 90_000,
  disconnectTimeoutMs: 15_000,
  stallTimeoutMs: 10_000,
  closeTimeoutMs: 5_000,
  clientResultTimeoutMs: 30_000,
};

/** Something worth a line in the host's log; `error` may hold details that must not reach a client. */
export type HubLogEvent = {
  readonly level: "debug" | "warn" | "error";
  readonly message: string;
  readonly connectionId?: string;
  readonly error?: unknown;
};

export type HubLog = (event: HubLogEvent) => void;
