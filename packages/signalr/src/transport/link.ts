import type { WireMessage } from "../protocol/hub-protocol.ts";

export type { TransportName } from "../options.ts";

/** Who is behind a connection, as the host's `authenticate` said. */
export type Principal = {
  readonly userId: string;
  /** The session the token belongs to; what `closeConnections({ sessionId })` looks for. */
  readonly sessionId?: string | undefined;
  readonly claims?: unknown;
};

/** The hub's view of a connection: an ordered, bounded pipe for whole messages. Which transport carries it is not its business. */
export type Link = {
  /** Public id of the connection; unlike the connection token no secret. */
  readonly connectionId: string;
  readonly principal: Principal | null;
  readonly supportsBinary: boolean;
  /** False for long polling, where an answered poll is itself a sign of life. */
  readonly needsPings: boolean;
  /** Bytes accepted but not taken by the peer yet. */
  readonly bufferedBytes: number;
  /** Hands over one or more whole messages; never waits, keeps the order. Does nothing after `close`. */
  send(message: WireMessage): void;
  /** Sends what is queued, then ends the transport. */
  close(): void;
  /** Stops or goes on reading from the peer. */
  setPaused(paused: boolean): void;
  /** True while the peer takes data more slowly than it is offered; producers that can wait should. */
  readonly isCongested: boolean;
  /** Calls back once when no longer congested, or when the link ended. */
  onceDrained(callback: () => void): void;
};

/** The hub's side of a connection: what the transport layer calls. */
export type LinkHandler = {
  /** Bytes from the peer, split anywhere. */
  receive(chunk: Uint8Array): void;
  /** Called each second with the time, for everything that depends on time. */
  tick(nowMs: number): void;
  /** Asks for an orderly end, said with a Close message. */
  shut(reason: LinkEnd): void;
  /** The transport is gone; called once, also after `close`. */
  ended(error?: Error): void;
};

/** An ending that the transport layer or the host wants. */
export type LinkEnd = {
  readonly reason: "slow" | "stalled" | "abandoned" | "closedByHost" | "shutdown";
  readonly allowReconnect: boolean;
  readonly error?: string;
};
