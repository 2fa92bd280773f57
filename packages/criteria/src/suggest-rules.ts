import type { Criterion } from "@forestay/contracts/vocabulary";

/** A line that a rule may be made of, and which rows meet it (1) or not (0). */
export interface CandidateLine {
  criterion: Criterion;
  met: Uint8Array;
  /** Lines on the same thing: a rule takes one of each. */
  base: string;
}

export interface SuggestedRule {
  lines: Criterion[];
  /** Rows that meet all of them (1), of those it was built on and of the others. */
  met: Uint8Array;
}

export interface SuggestOptions {
  /** Lines of a rule at most; default 3. */
  mostLines?: number;
  /** Rules at most; default 6. */
  mostRules?: number;
  /** Rows of those it is built on that a rule must hold at least; default 30, or one in a hundred. */
  fewest?: number;
}

/** A line under which the mean is hardly above the others' tells nothing worth acting on. */
const LEAST_RISE = 0.05;

/**
 * Plain rules whose rows have a higher target than the rest, grown from rows with `isBuilt` alone: the first line that tells
 * most, then the next within it, as down the branches of a shallow tree; what a rule holds is left out when the next is looked
 * for, so that each says something of its own. A line tells (m - M) * sqrt(n) of n rows with mean m among rows with mean M
 * (Kloesgen 1996): many rows a little above, or fewer far above. Whether a rule holds is for the rows it was not built on to say.
 */
export function suggestRules(
  candidates: readonly CandidateLine[],
  targets: ArrayLike<number>,
  isBuilt: ArrayLike<number>,
  { mostLines = 3, mostRules = 6, fewest }: SuggestOptions = {},
): SuggestedRule[] {
  const count = targets.length;
  const left = Uint8Array.from({ length: count }, (_, row) => (isBuilt[row] ? 1 : 0));
  const built = left.reduce((sum, one) => sum + one, 0);
  const least = fewest ?? Math.max(30, Math.ceil(built / 100));
  const overall = meanOf(left, targets);
  const rules: SuggestedRule[] = [];
  while (rules.length < mostRules) {
    const rule = growRule(candidates, targets, left, { mostLines, least, overall: overall.mean });
    if (rule === null) break;
    rules.push({
      lines: rule.map(({ criterion }) => criterion),
      met: Uint8Array.from({ length: count }, (_, row) => (rule.every(({ met }) => met[row] === 1) ? 1 : 0)),
    });
    for (let row = 0; row < count; row++) if (rules.at(-1)!.met[row] === 1) left[row] = 0;
  }
  return rules;
}

function growRule(
  candidates: readonly CandidateLine[],
  targets: ArrayLike<number>,
  among: Uint8Array,
  { mostLines, least, overall }: { mostLines: number; least: number; overall: number },
): CandidateLine[] | null {
  const rule: CandidateLine[] = [];
  let current = among;
  let told = 0;
  while (rule.length < mostLines) {
    let best: { line: CandidateLine; told: number } | null = null;
    for (const line of candidates) {
      if (rule.some(({ base }) => base === line.base)) continue;
      const { rows, mean } = meanOf(current, targets, line.met);
      const tells = (mean - overall) * Math.sqrt(rows);
      if (rows < least || mean - overall < LEAST_RISE * overall) continue;
      if (tells > (best?.told ?? told)) best = { line, told: tells };
    }
    if (best === null) break;
    rule.push(best.line);
    told = best.told;
    const { met } = best.line;
    current = Uint8Array.from(current, (one, row) => (one === 1 && met[row] === 1 ? 1 : 0));
  }
  return rule.length === 0 ? null : rule;
}

function meanOf(
  among: Uint8Array,
  targets: ArrayLike<number>,
  met?: Uint8Array,
): { rows: number; mean: number } {
  let rows = 0;
  let sum = 0;
  for (let row = 0; row < among.length; row++) {
    if (among[row] !== 1 || (met !== undefined && met[row] !== 1)) continue;
    rows++;
    sum += targets[row] ?? 0;
  }
  return { rows, mean: rows === 0 ? 0 : sum / rows };
}
