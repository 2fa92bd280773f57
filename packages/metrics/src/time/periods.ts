/** A stretch of time from its start up to, not including, its end, in milliseconds since 1970 (UTC). */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

/** @throws RangeError naming the first period that ends before it starts, or is no time. */
export function requirePeriods(periods: readonly Period[]): void {
  for (const [at, { startMs, endMs }] of periods.entries()) {
    if (!(startMs < endMs) || !Number.isFinite(endMs - startMs)) {
      throw new RangeError(`period ${at} goes from ${startMs} to ${endMs}`);
    }
  }
}

/** @throws RangeError as `requirePeriods`, and where a period does not begin at the end of the one before. */
export function requireAdjacentPeriods(periods: readonly Period[]): void {
  requirePeriods(periods);
  for (let at = 1; at < periods.length; at++) {
    if (periods[at]!.startMs !== periods[at - 1]!.endMs) {
      throw new RangeError(`period ${at} does not begin where period ${at - 1} ends`);
    }
  }
}

/** Which of adjacent periods holds the instant; -1 before the first, their number after the last. */
export function periodIndexAt(periods: readonly Period[], atMs: number): number {
  const first = periods[0];
  if (first === undefined || atMs < first.startMs) return -1;
  let low = 0;
  let high = periods.length;
  // The first period that ends after the instant.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (periods[middle]!.endMs > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
