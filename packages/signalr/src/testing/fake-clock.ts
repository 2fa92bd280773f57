import type { Clock } from "../clock.ts";

type Timer = { dueMs: number; everyMs: number | null; callback: () => void };

/** A clock that moves only when told to; timers fire in the order they are due. */
export class FakeClock implements Clock {
  #nowMs = 0;
  readonly #timers = new Set<Timer>();

  nowMs(): number {
    return this.#nowMs;
  }

  every(everyMs: number, callback: () => void): () => void {
    return this.#add({ dueMs: this.#nowMs + everyMs, everyMs, callback });
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#add({ dueMs: this.#nowMs + delayMs, everyMs: null, callback });
  }

  /** Moves time forward, firing what falls due on the way. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next || next.dueMs > untilMs) break;
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      if (next.everyMs === null) this.#timers.delete(next);
      else next.dueMs += next.everyMs;
      next.callback();
    }
    this.#nowMs = untilMs;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
