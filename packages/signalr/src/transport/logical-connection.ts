import type { WireMessage } from "../protocol/hub-protocol.ts";
import type { Clock } from "../clock.ts";
import type { HubLimits } from "../options.ts";
import type { Link, LinkEnd, LinkHandler, Principal, TransportName } from "./link.ts";
import type { Port } from "./port.ts";

/** What keeps the connections: it is told of each one's ways. */
export type ConnectionKeeper = {
  readonly clock: Clock;
  readonly limits: HubLimits;
  /** Makes the hub's side of a connection whose transport has just started. */
  readonly openHub: (link: Link) => LinkHandler;
  opened(transport: TransportName): void;
  removed(connection: LogicalConnection): void;
};

/**
 * A connection as the client knows it: negotiated, then carried by one transport, then gone. Long polling makes it
 * outlive single requests. It enforces what holds for every transport: the outbound cap, the stall check, read pausing.
 */
export class LogicalConnection implements Link {
  readonly connectionId: string;
  /** Secret that finds the connection (`?id=`); equal to the id only for negotiate version 0. */
  readonly token: string;
  readonly principal: Principal | null;
  transport: TransportName | null = null;
  state: "negotiated" | "open" | "closing" | "closed" = "negotiated";

  readonly #manager: ConnectionKeeper;
  #port: Port | null = null;
  #handler: LinkHandler | null = null;
  #sinceMs: number;
  #isPaused = false;
  #waitingReaders: (() => void)[] | null = null;
  #isDropping = false;
  #flushedBytes = 0;
  #flushedAtMs = 0;
  /** Tail of the POSTs being fed in, one after another; null while there are none. */
  inbound: Promise<void> | null = null;

  constructor(manager: ConnectionKeeper, connectionId: string, token: string, principal: Principal | null) {
    this.#manager = manager;
    this.connectionId = connectionId;
    this.token = token;
    this.principal = principal;
    this.#sinceMs = manager.clock.nowMs();
  }

  get port(): Port | null {
    return this.#port;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get supportsBinary(): boolean {
    return this.transport !== "serverSentEvents";
  }

  get needsPings(): boolean {
    return this.transport !== "longPolling";
  }

  get bufferedBytes(): number {
    return this.#port?.bufferedBytes ?? 0;
  }

  get isCongested(): boolean {
    return this.state === "open" && this.#port !== null && this.#port.isCongested;
  }

  /** Gives the connection its transport; from now on the hub drives it. */
  attach(transport: TransportName, port: Port): void {
    this.transport = transport;
    this.#port = port;
    this.state = "open";
    this.#manager.opened(transport);
    this.#handler = this.#manager.openHub(this);
  }

  received(chunk: Uint8Array): void {
    if (this.state === "open") this.#handler?.receive(chunk);
  }

  send(message: WireMessage): void {
    const port = this.#port;
    if (port === null || this.state !== "open") return;
    if (!this.#isDropping && port.bufferedBytes > this.#manager.limits.maxOutboundBytes) {
      this.#drop("slow");
      return;
    }
    port.write(message);
  }

  close(): void {
    if (this.state !== "open") return;
    this.state = "closing";
    this.#sinceMs = this.#manager.clock.nowMs();
    this.setPaused(false);
    this.#port?.end();
  }

  setPaused(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    this.#port?.setPaused(paused);
    if (!paused) this.#releaseReaders();
  }

  onceDrained(callback: () => void): void {
    if (this.state === "open" && this.#port) this.#port.onceDrained(callback);
    else callback();
  }

  /** Resolves when the hub wants more input; every waiter is released, each asks again. */
  async whenReadable(): Promise<void> {
    while (this.#isPaused && this.state === "open") {
      await new Promise<void>((resolve) => {
        (this.#waitingReaders ??= []).push(resolve);
      });
    }
  }

  /** The transport is gone. */
  portEnded(error?: Error): void {
    if (this.state === "closed") return;
    this.state = "closed";
    this.#isPaused = false;
    this.#manager.removed(this);
    this.#releaseReaders();
    const handler = this.#handler;
    this.#handler = null;
    handler?.ended(error);
  }

  /** Ends the connection in whatever state it is. */
  shut(end: LinkEnd): void {
    if (this.state === "open") this.#handler?.shut(end);
    else if (this.state === "negotiated") this.portEnded();
  }

  tick(nowMs: number): void {
    const { limits } = this.#manager;
    if (this.state === "negotiated") {
      if (nowMs - this.#sinceMs >= limits.disconnectTimeoutMs) this.portEnded();
      return;
    }
    const port = this.#port;
    if (!port) return;
    if (this.state === "closing") {
      if (nowMs - this.#sinceMs >= limits.closeTimeoutMs) port.terminate();
      return;
    }
    port.tick(nowMs);
    if (this.state !== "open") return;
    if (port.bufferedBytes === 0) this.#flushedAtMs = 0;
    else if (this.#flushedAtMs === 0 || port.flushedBytes !== this.#flushedBytes) {
      this.#flushedBytes = port.flushedBytes;
      this.#flushedAtMs = nowMs;
    } else if (nowMs - this.#flushedAtMs >= limits.stallTimeoutMs) {
      this.#drop("stalled");
      return;
    }
    this.#handler?.tick(nowMs);
  }

  #drop(reason: "slow" | "stalled"): void {
    this.#isDropping = true;
    this.#handler?.shut({ reason, allowReconnect: true });
  }

  #releaseReaders(): void {
    const readers = this.#waitingReaders;
    this.#waitingReaders = null;
    if (readers) for (const release of readers) release();
  }
}
