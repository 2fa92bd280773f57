import type { Feature } from "../preprocess/feature-matrix.ts";

/** A row's value of a feature as text, numbers to four significant digits or whole; null when missing. */
export function featureValueText(feature: Feature, row: number): string | null {
  if (feature.kind === "categorical") return feature.levels[feature.codes[row]!] ?? null;
  const value = feature.values[row]!;
  if (Number.isNaN(value)) return null;
  return Number.isInteger(value) || Math.abs(value) >= 1e4
    ? String(Math.round(value))
    : String(Number(value.toPrecision(4)));
}
