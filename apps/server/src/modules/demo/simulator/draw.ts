/** Seeded draws for the demo company: the same seed gives the same customers, whatever the platform. */
export interface Draw {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  normal(): number;
  /** Poisson by multiplication below a mean of 30, by its normal approximation above. */
  poisson(mean: number): number;
  binomial(trials: number, probability: number): number;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; weights need not add up to 1. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
}

const POISSON_BY_PRODUCT_BELOW = 30;

/** mulberry32: 32 bits of state are plenty for a few million draws that only have to look alive. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const draw: Draw = {
    next,
    normal,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    poisson(mean) {
      if (mean <= 0) return 0;
      if (mean > POISSON_BY_PRODUCT_BELOW) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const floor = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > floor; product *= next()) count++;
      return count;
    },
    binomial(trials, probability) {
      let count = 0;
      for (let trial = 0; trial < trials; trial++) if (next() < probability) count++;
      return count;
    },
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
    weighted(items) {
      let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        remaining -= weight;
        if (remaining < 0) return item;
      }
      const last = items.at(-1);
      if (last === undefined) throw new RangeError("Nothing to pick from");
      return last[0];
    },
  };
  return draw;
}
