/** From this many rows on the radix sort is faster; both give the same order. */
const RADIX_FROM_ROWS = 2000;

/** Row numbers sorted by score, equal scores in row order, so that the order is the same on every machine. */
export function ascendingOrder(scores: ArrayLike<number>): Uint32Array {
  // Adding 0 turns -0 into 0, which is equal to it but has other bits.
  return orderOf(Float64Array.from({ length: scores.length }, (_, row) => scores[row]! + 0));
}

/** As `ascendingOrder`, highest score first. */
export function descendingOrder(scores: ArrayLike<number>): Uint32Array {
  return orderOf(Float64Array.from({ length: scores.length }, (_, row) => 0 - scores[row]!));
}

function orderOf(keys: Float64Array): Uint32Array {
  const rows = keys.length;
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  if (rows < RADIX_FROM_ROWS) return order.sort((a, b) => keys[a]! - keys[b]! || a - b);
  // Least significant digit first over the bits of the numbers, made to order as unsigned integers: stable, and
  // three to five times as fast as comparing at a million rows.
  const words = new Uint32Array(keys.buffer);
  for (let row = 0; row < rows; row++) {
    const negative = words[2 * row + 1]! >>> 31 === 1;
    words[2 * row]! ^= negative ? 0xffffffff : 0;
    words[2 * row + 1]! ^= negative ? 0xffffffff : 0x80000000;
  }
  let next = new Uint32Array(rows);
  for (let digit = 0; digit < 4; digit++) {
    const word = digit >> 1;
    const shift = (digit & 1) * 16;
    const starts = new Uint32Array(65_537);
    for (let row = 0; row < rows; row++) starts[((words[2 * row + word]! >>> shift) & 0xffff) + 1]! += 1;
    if (starts.includes(rows)) continue; // All rows share this digit: nothing moves.
    for (let value = 0; value < 65_536; value++) starts[value + 1]! += starts[value]!;
    for (const row of order) next[starts[(words[2 * row + word]! >>> shift) & 0xffff]!++] = row;
    [order, next] = [next, order];
  }
  return order;
}

/** Ranks from 1; equal scores share the mean of their ranks, which is what makes AUC exact under ties. */
export function midranks(scores: ArrayLike<number>): Float64Array {
  const order = ascendingOrder(scores);
  const ranks = new Float64Array(order.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && scores[order[end]!] === scores[order[start]!]) end++;
    const rank = (start + end + 1) / 2;
    for (let i = start; i < end; i++) ranks[order[i]!] = rank;
    start = end;
  }
  return ranks;
}

/** A run of rows with one and the same score, highest score first. */
export interface TieGroup {
  readonly score: number;
  readonly rows: number;
  readonly events: number;
}

/** The rows as runs of equal scores from the highest down: every curve over cut-offs walks these. */
export function tieGroups(labels: ArrayLike<number>, scores: ArrayLike<number>): TieGroup[] {
  const order = descendingOrder(scores);
  const groups: TieGroup[] = [];
  for (let start = 0; start < order.length;) {
    const score = scores[order[start]!]!;
    let end = start;
    let events = 0;
    while (end < order.length && scores[order[end]!] === score) events += labels[order[end++]!]!;
    groups.push({ score, rows: end - start, events });
    start = end;
  }
  return groups;
}
