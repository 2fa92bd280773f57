import type { WireMessage } from "../protocol/hub-protocol.ts";

/** What one transport does for the logical connection it carries. */
export type Port = {
  write(message: WireMessage): void;
  /** Bytes written but not taken by the network yet. */
  readonly bufferedBytes: number;
  /** Bytes the network has taken so far; unchanged over time with bytes buffered = a stuck peer. */
  readonly flushedBytes: number;
  readonly isCongested: boolean;
  onceDrained(callback: () => void): void;
  /** Sends what is written, then ends; the connection's `portEnded` follows. */
  end(): void;
  /** Cuts the transport at once; `portEnded` follows. */
  terminate(): void;
  /** Stops or goes on reading, where the transport itself reads (a POST asks the connection instead). */
  setPaused(paused: boolean): void;
  tick(nowMs: number): void;
};
