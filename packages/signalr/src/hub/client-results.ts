import type { Clock } from "../clock.ts";
import type { CompletionMessage } from "../protocol/messages.ts";
import { ClientResultError } from "./errors.ts";

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void; cancelTimer: () => void };

/**
 * Calls of the server to one client that wait for its answer. Kept per connection, so an answer from another
 * connection finds nothing.
 */
export class ClientResults {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #pending = new Map<string, Pending>();
  #lastNumber = 0;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Sends a call under a new id (`s1`, `s2`, ...). Rejects with ClientResultError. */
  start(send: (invocationId: string) => void): Promise<unknown> {
    this.#lastNumber += 1;
    const invocationId = `s${this.#lastNumber}`;
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#clock.after(this.#timeoutMs, () => {
        this.#pending.delete(invocationId);
        reject(new ClientResultError("The client did not answer in time."));
      });
      this.#pending.set(invocationId, { resolve, reject, cancelTimer });
      send(invocationId);
    });
  }

  complete(message: CompletionMessage): void {
    const pending = this.#pending.get(message.invocationId);
    if (!pending) return;
    this.#pending.delete(message.invocationId);
    pending.cancelTimer();
    if (message.error === undefined) pending.resolve(message.result);
    else pending.reject(new ClientResultError(message.error));
  }

  failAll(reason: string): void {
    for (const { reject, cancelTimer } of this.#pending.values()) {
      cancelTimer();
      reject(new ClientResultError(reason));
    }
    this.#pending.clear();
  }
}
