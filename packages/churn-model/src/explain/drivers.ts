import type { Contributions } from "../models/estimator.ts";
import type { Driver } from "../report.ts";
import type { Feature, FeatureMatrix } from "../preprocess/feature-matrix.ts";
import type { Reference } from "../document/reference.ts";
import { featureValueText } from "./feature-value-text.ts";

const GROUPS = 8;
/** A correlation of value and contribution below this is called mixed. */
const CLEAR_DIRECTION = 0.4;

/** Ranks features by their mean absolute contribution over a sample of rows, with direction and effect by value. */
export function rankDrivers(matrix: FeatureMatrix, sample: Contributions, reference: Reference): Driver[] {
  const width = matrix.features.length;
  const measured = matrix.features.map((feature, index) => {
    const logits = Float64Array.from(
      { length: matrix.rows },
      (_, row) => sample.values[row * width + index]! - reference.offsets[index]!,
    );
    const importance = logits.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, matrix.rows);
    return { feature, logits, importance };
  });
  const total = measured.reduce((sum, { importance }) => sum + importance, 0);
  return measured
    .sort((a, b) => b.importance - a.importance || (a.feature.name < b.feature.name ? -1 : 1))
    .map(({ feature, logits, importance }) => ({
      feature: feature.name,
      label: feature.label,
      importance,
      share: total > 0 ? importance / total : 0,
      direction: directionOf(feature, logits),
      effect: effectOf(feature, logits),
    }));
}

function directionOf(feature: Feature, logits: Float64Array): Driver["direction"] {
  if (feature.kind === "categorical") return "mixed";
  const rows = [...logits.keys()].filter((row) => !Number.isNaN(feature.values[row]!));
  const order = [...rows].sort((a, b) => feature.values[a]! - feature.values[b]!);
  // Ranks instead of values: one extreme customer must not decide the direction.
  const rank = new Float64Array(logits.length);
  for (let i = 0; i < order.length;) {
    let end = i;
    while (end < order.length && feature.values[order[end]!] === feature.values[order[i]!]) end++;
    for (let j = i; j < end; j++) rank[order[j]!] = (i + end - 1) / 2;
    i = end;
  }
  const correlation = correlate(
    rows.map((row) => rank[row]!),
    rows.map((row) => logits[row]!),
  );
  if (correlation > CLEAR_DIRECTION) return "raises";
  return correlation < -CLEAR_DIRECTION ? "lowers" : "mixed";
}

function correlate(a: number[], b: number[]): number {
  const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  let both = 0;
  let squaresA = 0;
  let squaresB = 0;
  a.forEach((value, i) => {
    both += (value - meanA) * (b[i]! - meanB);
    squaresA += (value - meanA) ** 2;
    squaresB += (b[i]! - meanB) ** 2;
  });
  return squaresA === 0 || squaresB === 0 ? 0 : both / Math.sqrt(squaresA * squaresB);
}

function effectOf(feature: Feature, logits: Float64Array): Driver["effect"] {
  const rows = [...logits.keys()];
  const groups =
    feature.kind === "categorical" ? byLevel(feature.codes, rows) : byQuantile(feature.values, rows);
  return groups.map((members) => ({
    value: groupText(feature, members),
    logit: members.reduce((sum, row) => sum + logits[row]!, 0) / members.length,
    rows: members.length,
  }));
}

function byLevel(codes: Int32Array, rows: number[]): number[][] {
  const groups = Map.groupBy(rows, (row) => codes[row]!);
  return [...groups]
    .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
    .slice(0, 10)
    .map(([, members]) => members);
}

/** Neighbouring values in groups of about equal size; equal values stay together, missing ones come last. */
function byQuantile(values: Float64Array, rows: number[]): number[][] {
  const present = rows.filter((row) => !Number.isNaN(values[row]!)).sort((a, b) => values[a]! - values[b]!);
  const missing = rows.filter((row) => Number.isNaN(values[row]!));
  const groups: number[][] = [];
  const size = present.length / GROUPS;
  for (const row of present) {
    const current = groups.at(-1);
    const last = current?.at(-1);
    if (
      current !== undefined &&
      last !== undefined &&
      (values[row] === values[last] || current.length < size)
    )
      current.push(row);
    else groups.push([row]);
  }
  return missing.length > 0 ? [...groups, missing] : groups;
}

function groupText(feature: Feature, members: number[]): string {
  const first = featureValueText(feature, members[0]!);
  const last = featureValueText(feature, members.at(-1)!);
  if (first === null || last === null) return "missing";
  return first === last ? first : `${first} to ${last}`;
}
