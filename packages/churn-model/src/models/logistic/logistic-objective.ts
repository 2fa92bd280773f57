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
  const { places, columns, values } = design;
  const terms = places.length - 1;
  const perRow = places[terms]!;
  const count = rows.length;
  const penalty = 1 / (inversePenalty * count);
  return (point, gradient) => {
    const last = point.length - 1;
    gradient.fill(0);
    let loss = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      let z = point[last]!;
      const start = row * perRow;
      for (let term = 0, at = start; term < terms; term++) {
        const column = columns[row * terms + term]!;
        z += point[column]! * values[at++]!;
        if (at === start + places[term + 1]!) continue;
        z += point[column + 1]! * values[at++]!;
        z += point[column + 2]! * values[at++]!;
        z += point[column + 3]! * values[at++]!;
      }
      const odds = Math.exp(-Math.abs(z));
      const label = labels[row]!;
      loss += Math.log1p(odds) + (z > 0 ? z : 0) - label * z;
      const residual = (z > 0 ? 1 / (1 + odds) : odds / (1 + odds)) - label;
      gradient[last]! += residual;
      for (let term = 0, at = start; term < terms; term++) {
        const column = columns[row * terms + term]!;
        gradient[column]! += residual * values[at++]!;
        if (at === start + places[term + 1]!) continue;
        gradient[column + 1]! += residual * values[at++]!;
        gradient[column + 2]! += residual * values[at++]!;
        gradient[column + 3]! += residual * values[at++]!;
      }
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
  const { places, columns, values } = design;
  const terms = places.length - 1;
  const perRow = places[terms]!;
  let outcomes = 0;
  const squares = new Float64Array(width + 1);
  for (const row of rows) {
    outcomes += labels[row]!;
    const start = row * perRow;
    for (let term = 0, at = start; term < terms; term++) {
      let column = columns[row * terms + term]!;
      const end = start + places[term + 1]!;
      for (; at < end; at++) squares[column++]! += values[at]! * values[at]!;
    }
  }
  squares[width] = rows.length;
  const rate = (outcomes + 0.5) / (rows.length + 1);
  const weight = (rate * (1 - rate)) / rows.length;
  const penalty = 1 / (inversePenalty * rows.length);
  return squares.map((square, i) => 1 / (weight * square + (i < width ? penalty : 0)));
}

/** Log odds of the chosen rows under a fitted point. */
export function designLogits(design: DesignRows, point: ArrayLike<number>, rows: Int32Array): Float64Array {
  const { places, columns, values } = design;
  const terms = places.length - 1;
  const perRow = places[terms]!;
  return Float64Array.from(rows, (row) => {
    let z = point[point.length - 1]!;
    const start = row * perRow;
    for (let term = 0, at = start; term < terms; term++) {
      let column = columns[row * terms + term]!;
      for (const end = start + places[term + 1]!; at < end; at++) z += point[column++]! * values[at]!;
    }
    return z;
  });
}
