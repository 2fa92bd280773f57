/** Draws that are the same for the same seed: whole sandboxes come from one number. */
export interface Draws {
  /** At least 0, below 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in `share` of the cases. */
  chance(share: number): boolean;
  /** Letters and digits, as providers' ids are made of. */
  letters(count: number): string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Draws from a seed (mulberry32). */
export function drawsFrom(seed: number): Draws {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    whole,
    pick: <T>(from: readonly T[]): T => {
      const picked = from[whole(0, from.length - 1)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
    chance: (share) => fraction() < share,
    letters: (count) => Array.from({ length: count }, () => ALPHABET[whole(0, ALPHABET.length - 1)]).join(""),
  };
}
