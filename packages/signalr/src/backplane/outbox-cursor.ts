/**
 * Remembers how far the outbox has been read, as a snapshot of Postgres: the set of transactions that had committed.
 *
 * A snapshot is safe only one check later: an announcement of something it contains may still have been under way when
 * it was taken. Rows delivered since the safe snapshot are remembered, so that reading on from it repeats nothing.
 */
export class OutboxCursor {
  #safe: string | null = null;
  #latest: string | null = null;
  /** Ids claimed since the latest snapshot, and in the two intervals before. */
  #claimed: Set<string>[] = [new Set(), new Set(), new Set()];

  get safeSnapshot(): string | null {
    return this.#safe;
  }

  start(snapshot: string): void {
    this.#safe = this.#latest = snapshot;
  }

  advance(snapshot: string): void {
    this.#safe = this.#latest;
    this.#latest = snapshot;
    this.#claimed = [new Set(), this.#claimed[0] ?? new Set(), this.#claimed[1] ?? new Set()];
  }

  /** True the first time an id is seen. */
  claim(id: string): boolean {
    if (this.#claimed.some((ids) => ids.has(id))) return false;
    this.#claimed[0]?.add(id);
    return true;
  }
}
