import type { Column } from "../table.ts";

const DEPTH = 4;
const MAX_BINS = 255;
/** A leaf needs this many rows, so that a deep leaf is not one customer's name. */
const MIN_LEAF_ROWS = 5;

/**
 * Out-of-fold probability of each row from one column alone, by a tree of depth 4 per fold: ordered splits over at
 * most 255 quantile bins (categories ordered by their rate in the training part), missing values sent to the better
 * side. Both the leak screen and the baseline "best single column". `foldOf` numbers the folds from 0.
 */
export function outOfFoldColumnScores(
  column: Column,
  labels: ArrayLike<number>,
  foldOf: ArrayLike<number>,
): Float64Array {
  const { codes, bins } =
    column.kind === "numeric" ? numericCodes(column.values) : categoryCodes(column.values);
  let folds = 0;
  for (let row = 0; row < foldOf.length; row++) folds = Math.max(folds, foldOf[row]! + 1);
  const counts = Array.from({ length: folds }, () => emptyCounts(bins));
  for (let row = 0; row < codes.length; row++) {
    const fold = counts[foldOf[row]!]!;
    fold.rows[codes[row]!]! += 1;
    fold.events[codes[row]!]! += labels[row]!;
  }
  const scoreOf = counts.map((_, held) => {
    const training = emptyCounts(bins);
    for (const [fold, part] of counts.entries()) {
      if (fold === held) continue;
      for (let bin = 0; bin < bins; bin++) {
        training.rows[bin]! += part.rows[bin]!;
        training.events[bin]! += part.events[bin]!;
      }
    }
    return binScores(training, column.kind === "categorical");
  });
  return Float64Array.from(codes, (code, row) => scoreOf[foldOf[row]!]![code]!);
}

/** Rows and events per bin; bin 0 is the missing one. */
interface BinCounts {
  readonly rows: Float64Array;
  readonly events: Float64Array;
}

const emptyCounts = (bins: number): BinCounts => ({
  rows: new Float64Array(bins),
  events: new Float64Array(bins),
});

function numericCodes(values: Float64Array): { codes: Uint32Array; bins: number } {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  for (let k = 1; k <= MAX_BINS && known.length > 0; k++) {
    const edge = known[Math.ceil((k * known.length) / MAX_BINS) - 1]!;
    if (edge !== edges.at(-1)) edges.push(edge);
  }
  const codes = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    let low = 0;
    let high = edges.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edges[middle]! < value) low = middle + 1;
      else high = middle;
    }
    codes[row] = low + 1;
  }
  return { codes, bins: edges.length + 1 };
}

function categoryCodes(values: readonly (string | null)[]): { codes: Uint32Array; bins: number } {
  const levels = new Map<string, number>();
  const codes = Uint32Array.from(values, (value) => {
    if (value === null) return 0;
    let code = levels.get(value);
    if (code === undefined) levels.set(value, (code = levels.size + 1));
    return code;
  });
  return { codes, bins: levels.size + 1 };
}

/** Probability per bin from a tree grown on the counts; a category without training rows counts as missing. */
function binScores(counts: BinCounts, categorical: boolean): Float64Array {
  const { rows, events } = counts;
  const totalRows = rows.reduce((sum, count) => sum + count, 0);
  const totalEvents = events.reduce((sum, count) => sum + count, 0);
  const prior = (totalEvents + 0.5) / (totalRows + 1);
  const order = Array.from({ length: rows.length - 1 }, (_, i) => i + 1).filter((bin) => rows[bin]! > 0);
  if (categorical) {
    // Smoothed with the weight of ten rows, as rare levels are ordered by chance otherwise.
    const rate = (bin: number): number => (events[bin]! + 10 * prior) / (rows[bin]! + 10);
    order.sort((a, b) => rate(a) - rate(b) || a - b);
  }
  const scores = new Float64Array(rows.length).fill(prior);
  // In both kinds the missing bin is one more value whose place is learnt: first or last.
  grow(counts, order, rows[0]! > 0, DEPTH, prior, scores);
  if (categorical) {
    for (let bin = 1; bin < scores.length; bin++) if (rows[bin] === 0) scores[bin] = scores[0]!;
  } else fillUnseen(scores, rows);
  return scores;
}

function grow(
  counts: BinCounts,
  order: readonly number[],
  withMissing: boolean,
  depth: number,
  prior: number,
  scores: Float64Array,
): void {
  const { rows, events } = counts;
  const sum = (part: Float64Array): number =>
    order.reduce((total, bin) => total + part[bin]!, withMissing ? part[0]! : 0);
  const nodeRows = sum(rows);
  const nodeEvents = sum(events);
  const cut = depth === 0 ? null : bestCut(counts, order, withMissing, nodeRows, nodeEvents);
  if (cut === null) {
    const value = (nodeEvents + prior) / (nodeRows + 1);
    for (const bin of order) scores[bin] = value;
    if (withMissing) scores[0] = value;
    return;
  }
  grow(counts, order.slice(0, cut.at), withMissing && cut.missingLeft, depth - 1, prior, scores);
  grow(counts, order.slice(cut.at), withMissing && !cut.missingLeft, depth - 1, prior, scores);
}

/** The cut with the largest drop in Gini impurity; `at` bins go left. Null when no allowed cut helps. */
function bestCut(
  counts: BinCounts,
  order: readonly number[],
  withMissing: boolean,
  nodeRows: number,
  nodeEvents: number,
): { at: number; missingLeft: boolean } | null {
  const purity = (eventsIn: number, rowsIn: number): number =>
    rowsIn === 0 ? 0 : (eventsIn * eventsIn + (rowsIn - eventsIn) ** 2) / rowsIn;
  let best: { at: number; missingLeft: boolean } | null = null;
  let most = purity(nodeEvents, nodeRows) + 1e-9;
  let leftRows = 0;
  let leftEvents = 0;
  for (let at = 0; at <= order.length; at++) {
    for (const missingLeft of withMissing ? [true, false] : [true]) {
      const rowsIn = leftRows + (withMissing && missingLeft ? counts.rows[0]! : 0);
      const eventsIn = leftEvents + (withMissing && missingLeft ? counts.events[0]! : 0);
      if (rowsIn < MIN_LEAF_ROWS || nodeRows - rowsIn < MIN_LEAF_ROWS) continue;
      const gain = purity(eventsIn, rowsIn) + purity(nodeEvents - eventsIn, nodeRows - rowsIn);
      if (gain > most) {
        most = gain;
        best = { at, missingLeft };
      }
    }
    if (at === order.length) break;
    leftRows += counts.rows[order[at]!]!;
    leftEvents += counts.events[order[at]!]!;
  }
  return best;
}

/** A numeric bin that no training row fell into takes the value of the next lower one that some did. */
function fillUnseen(scores: Float64Array, rows: Float64Array): void {
  let last: number | null = null;
  const leading: number[] = [];
  for (let bin = 1; bin < scores.length; bin++) {
    if (rows[bin]! > 0) {
      last = scores[bin]!;
      for (const before of leading.splice(0)) scores[before] = last;
    } else if (last === null) leading.push(bin);
    else scores[bin] = last;
  }
}
