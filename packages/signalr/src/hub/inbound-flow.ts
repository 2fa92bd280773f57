import type { Link } from "../transport/link.ts";
import type { HubLimits } from "../options.ts";

/**
 * How much more is read when a method waits for something only the client can send. Stopping at the plain mark would
 * hang: the awaited answer may be behind what is not read.
 */
const PATIENCE_FACTOR = 16;

/**
 * Stops and starts reading from a client by how much of its input waits. It depends on the level alone, asked after
 * every change, so that no wake-up can be lost.
 */
export class InboundFlow {
  readonly #limits: HubLimits;
  readonly #link: Link;
  #isPaused = false;
  #isWaitingForClient = false;
  #pausedAtMs = 0;

  constructor(limits: HubLimits, link: Link) {
    this.#limits = limits;
    this.#link = link;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  update(queuedInvocations: number, longestUpload: number, isWaitingForClient: boolean, nowMs: number): void {
    const { maxQueuedInvocations, maxUploadItems } = this.#limits;
    const factor = isWaitingForClient ? PATIENCE_FACTOR : 1;
    const fill = Math.max(
      queuedInvocations / (maxQueuedInvocations * factor),
      longestUpload / (maxUploadItems * factor),
    );
    // Resume at half, so that a full queue does not toggle the socket with every message.
    const isOver = this.#isPaused ? fill > 0.5 : fill >= 1;
    this.#isWaitingForClient = isWaitingForClient;
    if (isOver === this.#isPaused) return;
    this.#isPaused = isOver;
    this.#pausedAtMs = nowMs;
    this.#link.setPaused(isOver);
  }

  /** True when not even patience helped: reading stopped while a method waits for the client, and stays stopped. */
  isStuck(nowMs: number): boolean {
    const { clientResultTimeoutMs } = this.#limits;
    return this.#isPaused && this.#isWaitingForClient && nowMs - this.#pausedAtMs >= clientResultTimeoutMs;
  }
}
