import type { ServerResponse } from "node:http";
import type { WireMessage } from "../protocol/hub-protocol.ts";
import type { ConnectionManager } from "./connection-manager.ts";
import { answerEmpty } from "./http-request.ts";
import type { LogicalConnection } from "./logical-connection.ts";
import type { Port } from "./port.ts";

/** Queued bytes from which producers that can wait should wait. */
const CONGESTED_BYTES = 64 * 1024;

/**
 * Server to client by GETs that wait. Messages queue while no poll is there; each poll takes all of the queue, once, in
 * order. The connection is inactive, and in time abandoned, only while no poll waits and no answer is under way.
 */
export class LongPollingPort implements Port {
  readonly #connection: LogicalConnection;
  readonly #manager: ConnectionManager;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #flushedBytes = 0;
  #waiting: ServerResponse | null = null;
  #waitingSinceMs = 0;
  #answering: ServerResponse | null = null;
  #inactiveSinceMs: number;
  #isFlushScheduled = false;
  #isEnded = false;
  #drained: (() => void)[] = [];

  constructor(connection: LogicalConnection, manager: ConnectionManager) {
    this.#connection = connection;
    this.#manager = manager;
    this.#inactiveSinceMs = manager.clock.nowMs();
  }

  /** Takes a poll. A newer poll ends the older. */
  poll(response: ServerResponse): void {
    if (this.#waiting) this.#release(this.#waiting, 204);
    if (this.#queue.length > 0) {
      this.#answer(response);
    } else if (this.#isEnded) {
      answerEmpty(response, 204);
      this.#connection.portEnded();
    } else {
      this.#waiting = response;
      this.#waitingSinceMs = this.#manager.clock.nowMs();
      response.once("close", () => {
        if (this.#waiting !== response) return;
        this.#waiting = null;
        this.#inactiveSinceMs = this.#manager.clock.nowMs();
      });
    }
  }

  write(message: WireMessage): void {
    this.#queue.push(message.bytes);
    this.#queuedBytes += message.bytes.length;
    if (!this.#waiting || this.#isFlushScheduled) return;
    // Not at once: what is sent in the same breath shares a poll.
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      if (this.#waiting && this.#queue.length > 0) this.#answer(this.#waiting);
    });
  }

  get bufferedBytes(): number {
    return this.#queuedBytes + (this.#answering?.writableLength ?? 0);
  }

  /** Without a poll nothing can move; then it is the abandonment check that counts, so time is let pass here. */
  get flushedBytes(): number {
    const answering = this.#answering;
    if (!answering) return this.#manager.clock.nowMs();
    return this.#flushedBytes - answering.writableLength;
  }

  get isCongested(): boolean {
    return this.#queuedBytes > CONGESTED_BYTES;
  }

  onceDrained(callback: () => void): void {
    if (this.isCongested) this.#drained.push(callback);
    else callback();
  }

  end(): void {
    this.#isEnded = true;
    this.#runDrained();
    const waiting = this.#waiting;
    if (!waiting) {
      // In a shutdown there is no later poll to wait for: the host may refuse all requests by now.
      if (this.#manager.isShuttingDown) this.#connection.portEnded();
    } else if (this.#queue.length > 0) {
      this.#answer(waiting);
      if (this.#manager.isShuttingDown) waiting.once("close", () => this.#connection.portEnded());
    } else {
      this.#release(waiting, 204);
      this.#connection.portEnded();
    }
  }

  /** The client asked for the end (DELETE). */
  deleted(): void {
    this.#queue = [];
    this.#queuedBytes = 0;
    this.terminate();
  }

  terminate(): void {
    this.#isEnded = true;
    if (this.#waiting) this.#release(this.#waiting, 204);
    this.#answering?.destroy();
    this.#runDrained();
    this.#connection.portEnded();
  }

  setPaused(): void {
    // Input comes by POST, which waits for the connection itself.
  }

  tick(nowMs: number): void {
    if (this.#waiting) {
      if (nowMs - this.#waitingSinceMs >= this.#manager.limits.pollTimeoutMs)
        this.#release(this.#waiting, 200);
    } else if (
      !this.#answering &&
      nowMs - this.#inactiveSinceMs >= this.#manager.limits.disconnectTimeoutMs
    ) {
      this.#connection.shut({ reason: "abandoned", allowReconnect: true });
      this.terminate();
    }
  }

  #release(response: ServerResponse, status: 200 | 204): void {
    this.#waiting = null;
    this.#inactiveSinceMs = this.#manager.clock.nowMs();
    answerEmpty(response, status);
  }

  #answer(response: ServerResponse): void {
    this.#waiting = null;
    const messages = this.#queue;
    const byteCount = this.#queuedBytes;
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#answering = response;
    this.#flushedBytes += byteCount;
    response.once("close", () => {
      if (this.#answering === response) this.#answering = null;
      this.#inactiveSinceMs = this.#manager.clock.nowMs();
      if (response.writableFinished || this.#connection.state === "closed") return;
      // The body cannot have reached the client whole, so the next poll gets it.
      this.#queue.unshift(...messages);
      this.#queuedBytes += byteCount;
    });
    response.writeHead(200, {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(byteCount),
      "Cache-Control": "no-cache, no-store",
    });
    response.end(messages.length === 1 ? messages[0] : Buffer.concat(messages, byteCount));
    this.#runDrained();
  }

  #runDrained(): void {
    for (const callback of this.#drained.splice(0)) callback();
  }
}
