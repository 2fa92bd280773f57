/** A logistic regression of a few columns: the last coefficient is the intercept. */
export interface SmallLogisticFit {
  readonly coefficients: readonly number[];
  /** Negative log likelihood, without the penalty. */
  readonly loss: number;
}

export interface SmallLogisticOptions {
  /** Columns whose coefficient may not be negative (their positions). */
  readonly nonNegative: readonly number[];
  /** Weight of 1/2 (coefficient - centre)^2 for each column; the intercept is free. */
  readonly ridge: number;
  readonly centre: readonly number[];
}

/**
 * Logistic regression on a few columns (calibration, stack) with targets in [0, 1], exact under non-negativity: of
 * the sub-problems with some constrained coefficients held at 0, fewest held first, the first that is feasible and
 * whose held ones would only go further down is the answer, the problem being convex. Mostly that is the first or
 * second; the best feasible one stands in where rounding hides it. Newton with step halving.
 */
export function fitSmallLogistic(
  columns: readonly Float64Array[],
  targets: Float64Array,
  options: SmallLogisticOptions,
): SmallLogisticFit {
  let best: Solution | null = null;
  const subsets = Array.from({ length: 1 << options.nonNegative.length }, (_, bits) =>
    options.nonNegative.filter((_column, i) => (bits >> i) & 1),
  ).sort((a, b) => a.length - b.length);
  for (const held of subsets) {
    const solved = newton(columns, targets, options, new Set(held));
    if (options.nonNegative.some((column) => solved.fit.coefficients[column]! < 0)) continue;
    if (best === null || solved.objective < best.objective) best = solved;
    if (held.every((column) => solved.gradient[column]! >= 0)) return solved.fit;
  }
  // The sub-problem with every constrained coefficient at 0 is always feasible.
  return best!.fit;
}

interface Solution {
  readonly fit: SmallLogisticFit;
  readonly objective: number;
  /** Of the objective at the solution, held coefficients included. */
  readonly gradient: readonly number[];
}

function newton(
  columns: readonly Float64Array[],
  targets: Float64Array,
  options: SmallLogisticOptions,
  zeros: ReadonlySet<number>,
): Solution {
  const size = columns.length + 1;
  const free = Array.from({ length: size }, (_, i) => i).filter((i) => !zeros.has(i));
  let coefficients = Array.from({ length: size }, () => 0);
  coefficients[size - 1] = startIntercept(targets);
  let here = roomFor(targets.length);
  let there = roomFor(targets.length);
  let loss = lossOf(columns, targets, coefficients, here);
  let objective = loss + penalty(coefficients, options, zeros);
  for (let step = 0; step < 60; step++) {
    const { gradient, hessian } = derivatives(columns, targets, coefficients, options, here);
    const direction = solve(
      free.map((i) => free.map((j) => hessian[i]![j]! + (i === j ? 1e-12 : 0))),
      free.map((i) => gradient[i]!),
    );
    let scale = 1;
    let improved = false;
    for (; scale > 1e-6; scale /= 2) {
      const next = [...coefficients];
      for (const [k, i] of free.entries()) next[i] = coefficients[i]! - scale * direction[k]!;
      const nextLoss = lossOf(columns, targets, next, there);
      const nextObjective = nextLoss + penalty(next, options, zeros);
      if (nextObjective < objective) {
        improved = objective - nextObjective > 1e-13 * (1 + Math.abs(objective));
        coefficients = next;
        loss = nextLoss;
        objective = nextObjective;
        [here, there] = [there, here];
        break;
      }
    }
    if (!improved) break;
  }
  const { gradient } = derivatives(columns, targets, coefficients, options, here);
  return { fit: { coefficients, loss }, objective, gradient };
}

/** What the loss at a point leaves for its derivatives: per row the log odds z and e^-|z|. */
interface Point {
  logits: Float64Array;
  odds: Float64Array;
}

const roomFor = (rows: number): Point => ({ logits: new Float64Array(rows), odds: new Float64Array(rows) });

function startIntercept(targets: Float64Array): number {
  let sum = 0;
  for (const target of targets) sum += target;
  return Math.log((sum + 0.5) / (targets.length - sum + 0.5));
}

function penalty(
  coefficients: readonly number[],
  options: SmallLogisticOptions,
  zeros: ReadonlySet<number>,
): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length - 1; i++) {
    if (!zeros.has(i)) sum += (coefficients[i]! - options.centre[i]!) ** 2;
    else sum += options.centre[i]! ** 2;
  }
  return (options.ridge * sum) / 2;
}

function lossOf(
  columns: readonly Float64Array[],
  targets: Float64Array,
  coefficients: readonly number[],
  { logits, odds }: Point,
): number {
  const rows = targets.length;
  logits.fill(coefficients[columns.length]!);
  for (const [i, column] of columns.entries()) {
    const coefficient = coefficients[i]!;
    for (let row = 0; row < rows; row++) logits[row]! += coefficient * column[row]!;
  }
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const z = logits[row]!;
    const odd = Math.exp(-Math.abs(z));
    odds[row] = odd;
    loss += Math.max(z, 0) + Math.log1p(odd) - targets[row]! * z;
  }
  return loss;
}

/** Of the objective, at the point that `lossOf` has looked at. Column by column: each sum goes through the rows once. */
function derivatives(
  columns: readonly Float64Array[],
  targets: Float64Array,
  coefficients: readonly number[],
  options: SmallLogisticOptions,
  { logits, odds }: Point,
): { gradient: number[]; hessian: number[][] } {
  const rows = targets.length;
  const size = columns.length + 1;
  const gradient = Array.from({ length: size }, () => 0);
  const hessian = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const residuals = new Float64Array(rows);
  const weights = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const odd = odds[row]!;
    const probability = (logits[row]! >= 0 ? 1 : odd) / (1 + odd);
    residuals[row] = probability - targets[row]!;
    weights[row] = probability * (1 - probability);
  }
  const last = columns.length;
  gradient[last] = sumOf(residuals);
  hessian[last]![last] = sumOf(weights);
  const weighted = new Float64Array(rows);
  for (const [i, column] of columns.entries()) {
    for (let row = 0; row < rows; row++) weighted[row] = weights[row]! * column[row]!;
    gradient[i] = sumOfProducts(residuals, column);
    for (let j = 0; j <= i; j++) hessian[i]![j] = sumOfProducts(weighted, columns[j]!);
    hessian[last]![i] = sumOf(weighted);
  }
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) hessian[i]![j] = hessian[j]![i]!;
    if (i === size - 1) continue;
    gradient[i]! += options.ridge * (coefficients[i]! - options.centre[i]!);
    hessian[i]![i]! += options.ridge;
  }
  return { gradient, hessian };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function sumOfProducts(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < left.length; row++) sum += left[row]! * right[row]!;
  return sum;
}

/** Gaussian elimination with partial pivots; a vanishing pivot gives that unknown no step. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  const work = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(work[k]![i]!) > Math.abs(work[pivot]![i]!)) pivot = k;
    [work[i], work[pivot]] = [work[pivot]!, work[i]!];
    if (Math.abs(work[i]![i]!) < 1e-300) continue;
    for (let k = i + 1; k < size; k++) {
      const factor = work[k]![i]! / work[i]![i]!;
      for (let j = i; j <= size; j++) work[k]![j]! -= factor * work[i]![j]!;
    }
  }
  const answer = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    if (Math.abs(work[i]![i]!) < 1e-300) continue;
    let sum = work[i]![size]!;
    for (let j = i + 1; j < size; j++) sum -= work[i]![j]! * answer[j]!;
    answer[i] = sum / work[i]![i]!;
  }
  return answer;
}
