import { normalTwoSidedP } from "../metrics/normal-distribution.ts";
import { newcombeInterval, wilsonInterval, type Interval } from "../metrics/proportion-interval.ts";

/** Something that some rows have in common, chosen without a look at who left. */
export interface Trait {
  name: string;
  /** 1 has it, 0 has it not. */
  has: Uint8Array;
}

/** How many of some rows left, 0-1, with Wilson's 95% interval. */
export interface LeavingShare extends Interval {
  rows: number;
  left: number;
  share: number;
}

/** Whether those with a trait leave more or less often than those without. */
export interface TestedTrait {
  name: string;
  withIt: LeavingShare;
  without: LeavingShare;
  /** Share with it less share without, with Newcombe's 95% interval (1998, method 10). */
  difference: Interval & { estimate: number };
  /** Two-sided, of the difference of two proportions with pooled variance. */
  pValue: number;
  /** Beyond chance over all that were tested (`testTraits`). */
  holds: boolean;
}

/** Fewer rows on one side, or fewer leavers expected there, say nothing. */
export const FEWEST_TRAIT_ROWS = 50;
const FEWEST_EXPECTED = 5;
/** Of those said to hold, the share that may be chance. */
export const FALSE_DISCOVERIES = 0.05;
/** Rows that two traits share, of all that either has: above it they are one thing by two names. */
const SAME_ROWS = 0.8;

/**
 * Tests each trait against leaving, one row a customer, with Benjamini and Hochberg's control (1995): of all that are said to
 * hold at most one in twenty is chance, on average. Of traits that nearly the same rows have, or lack, the strongest is told
 * and the others are left out of the answer, though they count as tests. Those that hold come first, the surest first.
 */
export function testTraits(
  labels: Uint8Array,
  traits: readonly Trait[],
): { tested: number; traits: TestedTrait[] } {
  const all = labels.reduce((sum, label) => sum + label, 0) / Math.max(1, labels.length);
  const found = traits.flatMap((trait) => {
    const [withIt, without] = [shareOf(labels, trait.has, 1), shareOf(labels, trait.has, 0)];
    const fewest = Math.min(withIt.rows, without.rows);
    if (fewest < FEWEST_TRAIT_ROWS || fewest * Math.min(all, 1 - all) < FEWEST_EXPECTED) return [];
    const { difference, low, high } = newcombeInterval(
      { events: withIt.left, rows: withIt.rows },
      { events: without.left, rows: without.rows },
    );
    const error = Math.sqrt(all * (1 - all) * (1 / withIt.rows + 1 / without.rows));
    const pValue = normalTwoSidedP((withIt.share - without.share) / error);
    return [{ trait, withIt, without, difference: { estimate: difference, low, high }, pValue }];
  });
  found.sort((a, b) => a.pValue - b.pValue || (a.trait.name < b.trait.name ? -1 : 1));
  const last = found.findLastIndex(
    ({ pValue }, at) => pValue <= (FALSE_DISCOVERIES * (at + 1)) / found.length,
  );
  const kept: (typeof found)[number][] = [];
  for (const one of found) if (!kept.some((other) => isSame(one.trait.has, other.trait.has))) kept.push(one);
  return {
    tested: found.length,
    traits: kept.map(({ trait, ...one }) => ({
      name: trait.name,
      ...one,
      holds: found.findIndex((other) => other.trait === trait) <= last,
    })),
  };
}

function shareOf(labels: Uint8Array, has: Uint8Array, wanted: 0 | 1): LeavingShare {
  let [rows, left] = [0, 0];
  for (let row = 0; row < labels.length; row++) {
    if (has[row] !== wanted) continue;
    rows += 1;
    left += labels[row]!;
  }
  return { rows, left, share: rows === 0 ? 0 : left / rows, ...wilsonInterval(left, rows) };
}

/** Whether two traits are nearly the same rows, or one nearly the rows without the other. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let [both, neither, onlyA, onlyB] = [0, 0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    if (a[row] === 1) {
      if (b[row] === 1) both++;
      else onlyA++;
    } else if (b[row] === 1) onlyB++;
    else neither++;
  }
  const share = (same: number, other: number) => same / Math.max(1, same + other);
  return (
    (share(both, onlyA + onlyB) > SAME_ROWS && share(neither, onlyA + onlyB) > SAME_ROWS) ||
    (share(onlyA, both + neither) > SAME_ROWS && share(onlyB, both + neither) > SAME_ROWS)
  );
}
