/**
 * A seeded source of random numbers: the only one in this package, so that the same data, seed and version give the same bytes.
 * xoshiro128** (Blackman and Vigna 2018) whose state is filled by splitmix32.
 */
export interface Random {
  /** Uniform in [0, 1), 32 bits of resolution. */
  next(): number;
  /** Uniform integer in [0, bound); bound at most 2^32. */
  int(bound: number): number;
  /** Standard normal (Box-Muller, one draw kept). */
  normal(): number;
  /** Fisher-Yates shuffle in place; returns the same array. */
  shuffle<A extends Indexable>(items: A): A;
}

interface Indexable {
  length: number;
  [index: number]: unknown;
}

/**
 * Creates a generator from an integer seed.
 * Two generators of the same seed give the same sequence on every platform: integer arithmetic only.
 */
export function createRandom(seed: number): Random {
  const fill = splitmix32(seed);
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill() | 1;
  let spare: number | null = null;

  const nextUint32 = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const next = (): number => nextUint32() / 4294967296;
  const int = (bound: number): number => Math.floor(next() * bound);

  return {
    next,
    int,
    normal() {
      if (spare !== null) {
        const value = spare;
        spare = null;
        return value;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
    shuffle(items) {
      for (let i = items.length - 1; i > 0; i--) {
        const j = int(i + 1);
        const kept = items[i];
        items[i] = items[j];
        items[j] = kept;
      }
      return items;
    },
  };
}

/**
 * Derives an independent seed from a seed and a path of numbers or names (fold number, member name).
 * Work items seeded this way give the same result in whatever order, on whatever thread they run.
 */
export function deriveSeed(seed: number, ...path: (number | string)[]): number {
  let state = mix((seed + 0x9e3779b9) | 0);
  for (const step of path) {
    const text = String(step);
    for (let i = 0; i < text.length; i++) state = mix(state ^ text.charCodeAt(i));
    state = mix(state ^ 0x9e3779b9);
  }
  return state >>> 0;
}

function splitmix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state);
  };
}

function mix(value: number): number {
  let z = value;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}
