import { MINUTE_MS } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";

/** How long what was read of a company serves one question after the other. */
const LIFETIME_MS = 5 * MINUTE_MS;
/** Companies of which something is kept at once. */
const MOST_KEPT = 8;

/** Keeps what is dear to read, for the last companies that asked; two that ask at once wait for the same reading. */
export function createKept<T>(clock: Clock): (key: string, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { readAtMs: number; value: Promise<T> }>();
  return (key, read) => {
    const nowMs = clock.now().getTime();
    const known = kept.get(key);
    if (known && nowMs - known.readAtMs <= LIFETIME_MS) return known.value;
    const entry = { readAtMs: nowMs, value: read() };
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    // What failed is read anew by the next one.
    entry.value.catch(() => kept.get(key) === entry && kept.delete(key));
    return entry.value;
  };
}
