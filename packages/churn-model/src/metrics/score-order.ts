/** Row numbers sorted by score, equal scores in row order, so that the order is the same on every machine. */
export function ascendingOrder(scores: ArrayLike<number>): Uint32Array {
  const order = new Uint32Array(scores.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  return order.sort((a, b) => scores[a]! - scores[b]! || a - b);
}

/** As `ascendingOrder`, highest score first. */
export function descendingOrder(scores: ArrayLike<number>): Uint32Array {
  const order = new Uint32Array(scores.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  return order.sort((a, b) => scores[b]! - scores[a]! || a - b);
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
