/** Degree of every spline here: cubic. */
const DEGREE = 3;

/** Number of basis functions over the given distinct, ascending knots. */
export const splineWidth = (knots: ArrayLike<number>): number => knots.length + DEGREE - 1;

/** Knots at evenly spaced quantiles, ends included; ties fall together, so there may be fewer than asked for. */
export function quantileKnots(sorted: Float64Array, count: number): number[] {
  const knots: number[] = [];
  for (let i = 0; i < count; i++) {
    const position = (i / (count - 1)) * (sorted.length - 1);
    const below = Math.floor(position);
    const value =
      sorted[below]! +
      (sorted[Math.min(below + 1, sorted.length - 1)]! - sorted[below]!) * (position - below);
    if (knots.length === 0 || value > knots.at(-1)! + 1e-12 * Math.abs(value)) knots.push(value);
  }
  return knots;
}

/**
 * Evaluates the four cubic B-splines that are not zero at x (de Boor's recurrence on clamped knots).
 * Writes their values into `out` at `at` and returns the index of the first. Outside the knots the value at the nearest end.
 */
export function evaluateSpline(knots: ArrayLike<number>, x: number, out: Float64Array, at: number): number {
  const last = knots.length - 1;
  const clamped = Math.min(Math.max(x, knots[0]!), knots[last]!);
  let span = 0;
  while (span < last - 1 && clamped >= knots[span + 1]!) span++;
  const knot = (i: number): number => knots[Math.min(Math.max(i, 0), last)]!;
  out[at] = 1;
  for (let order = 1; order <= DEGREE; order++) {
    let carried = 0;
    for (let r = 0; r < order; r++) {
      const right = knot(span + r + 1);
      const left = knot(span + r + 1 - order);
      const share = right === left ? 0 : out[at + r]! / (right - left);
      out[at + r] = carried + (right - clamped) * share;
      carried = (clamped - left) * share;
    }
    out[at + order] = carried;
  }
  return span;
}
