import { createRandom, type Feature, type FeatureMatrix } from "@forestay/churn-model";

export interface WideCustomers {
  matrix: FeatureMatrix;
  labels: Uint8Array;
}

const COLUMNS = 30;
const LEVELS = [3, 5, 8, 12, 20, 50, 100, 200];

/** Customers of 30 columns, 8 of them categorical, whose leaving depends on most of them, some bent, two together. Effects are the same for every seed. */
export function simulateWideCustomers(rows: number, seed: number): WideCustomers {
  const effects = createRandom(77);
  const random = createRandom(seed);
  const logits = new Float64Array(rows).fill(-1.6);
  const add = (effectOf: (row: number) => number): void => {
    for (let row = 0; row < rows; row++) logits[row]! += effectOf(row);
  };
  const features = Array.from({ length: COLUMNS }, (_, i): Feature => {
    const name = `column ${i}`;
    const levels = i % 4 === 3 ? LEVELS[(i - 3) / 4] : i === COLUMNS - 1 ? LEVELS[7] : undefined;
    if (levels !== undefined) {
      const effect = Float64Array.from({ length: levels }, () => effects.normal() * 0.4);
      const codes = Int32Array.from({ length: rows }, () => Math.floor(levels * random.next() ** 2));
      add((row) => effect[codes[row]!]!);
      return {
        name,
        label: name,
        kind: "categorical",
        codes,
        levels: Array.from(effect, (_, code) => String(code)),
      };
    }
    const values = Float64Array.from({ length: rows }, () => random.normal());
    const weight = effects.normal() * 0.3;
    add((row) => weight * (i % 3 === 0 ? Math.abs(values[row]!) : values[row]!));
    return { name, label: name, kind: "numeric", values };
  });
  const [first, second] = features;
  if (first?.kind === "numeric" && second?.kind === "numeric")
    add((row) => (first.values[row]! > 0.5 && second.values[row]! < 0 ? 1 : 0));
  const labels = Uint8Array.from(logits, (z) => (random.next() < 1 / (1 + Math.exp(-z)) ? 1 : 0));
  return { matrix: { rows, features }, labels };
}
