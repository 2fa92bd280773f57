import type { DesignRows } from "./design.ts";
import type { Objective } from "./minimize.ts";

/**
 * Mean log loss of the chosen rows plus ridge 1 / (2 C rows); the last entry of the point is the intercept, which is
 * not penalised.
 */
export function logisticObjective(
  design: DesignRows,
  labels: Uint8Array,
  rows: Int32Array,
  inversePenalty: number,
): Objective {
  const { perRow, columns, values } = design;
  const count = rows.length;
  const penalty = 1 / (inversePenalty * count);
  return (point, gradient) => {
    const last = point.length - 1;
    gradient.fill(0);
    let loss = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      const start = row * perRow;
      let z = point[last]!;
      for (let at = start; at < start + perRow; at++) z += point[columns[at]!]! * values[at]!;
      const odds = Math.exp(-Math.abs(z));
      const label = labels[row]!;
      loss += Math.log1p(odds) + (z > 0 ? z : 0) - label * z;
      const residual = (z > 0 ? 1 / (1 + odds) : odds / (1 + odds)) - label;
      gradient[last]! += residual;
      for (let at = start; at < start + perRow; at++) gradient[columns[at]!]! += residual * values[at]!;
    }
    loss /= count;
    for (let i = 0; i < last; i++) {
      const weight = point[i]!;
      gradient[i] = gradient[i]! / count + penalty * weight;
      loss += 0.5 * penalty * weight * weight;
    }
    gradient[last]! /= count;
    return loss;
  };
}

/** Inverse of the diagonal of the objective's Hessian where everybody has the mean probability. */
export function inverseCurvature(
  design: DesignRows,
  labels: Uint8Array,
  rows: Int32Array,
  width: number,
  inversePenalty: number,
): Float64Array {
  const { perRow, columns, values } = design;
  let outcomes = 0;
  const squares = new Float64Array(width + 1);
  for (const row of rows) {
    outcomes += labels[row]!;
    for (let at = row * perRow; at < (row + 1) * perRow; at++)
      squares[columns[at]!]! += values[at]! * values[at]!;
  }
  squares[width] = rows.length;
  const rate = (outcomes + 0.5) / (rows.length + 1);
  const weight = (rate * (1 - rate)) / rows.length;
  const penalty = 1 / (inversePenalty * rows.length);
  return squares.map((square, i) => 1 / (weight * square + (i < width ? penalty : 0)));
}

/** Log odds of the chosen rows under a fitted point. */
export function designLogits(design: DesignRows, point: ArrayLike<number>, rows: Int32Array): Float64Array {
  const { perRow, columns, values } = design;
  return Float64Array.from(rows, (row) => {
    let z = point[point.length - 1]!;
    for (let at = row * perRow; at < (row + 1) * perRow; at++) z += point[columns[at]!]! * values[at]!;
    return z;
  });
}
