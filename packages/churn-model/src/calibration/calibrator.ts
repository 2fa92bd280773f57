import { clampLogit, logitOf, sigmoid, softplus } from "./logit.ts";

/** Stored form of a calibrator; plain JSON, read back by `calibratorFromJSON`. */
export type CalibratorDocument =
  | { readonly kind: "platt" | "shrunk-slope"; readonly slope: number; readonly intercept: number }
  | { readonly kind: "beta"; readonly a: number; readonly b: number; readonly c: number }
  | { readonly kind: "isotonic"; readonly logits: readonly number[]; readonly calibrated: readonly number[] }
  | { readonly kind: "shifted"; readonly offset: number; readonly inner: CalibratorDocument };

/**
 * A non-decreasing map from a model's raw logit to an honest probability. It never inverts two ranks (it may tie
 * them), and what leaves it is strictly between 0 and 1.
 */
export interface Calibrator {
  readonly kind: CalibratorDocument["kind"];
  /** Probability in (0, 1) for a raw logit. @throws RangeError for NaN. */
  apply(logit: number): number;
  /** The logit of that probability, exact where the probability itself would round. @throws RangeError for NaN. */
  applyToLogit(logit: number): number;
  toJSON(): CalibratorDocument;
}

/** A calibrator from its document, which is trusted here: documents from outside go through `calibratorFromJSON`. */
export function calibratorOf(document: CalibratorDocument): Calibrator {
  const map = mapOf(document);
  const applyToLogit = (logit: number): number => clampLogit(map(clampLogit(logit)));
  return {
    kind: document.kind,
    apply: (logit) => sigmoid(applyToLogit(logit)),
    applyToLogit,
    toJSON: () => document,
  };
}

function mapOf(document: CalibratorDocument): (logit: number) => number {
  switch (document.kind) {
    case "platt":
    case "shrunk-slope": {
      const { slope, intercept } = document;
      return (z) => slope * z + intercept;
    }
    case "beta": {
      // With s = sigmoid(z): a ln s - b ln(1 - s) + c, written with softplus so that neither logarithm overflows.
      const { a, b, c } = document;
      return (z) => b * softplus(z) - a * softplus(-z) + c;
    }
    case "isotonic":
      return (z) => interpolate(document.logits, document.calibrated, z);
    case "shifted": {
      const inner = calibratorOf(document.inner);
      return (z) => inner.applyToLogit(z) + document.offset;
    }
  }
}

/** Piecewise linear through sorted knots, flat outside them. */
function interpolate(knots: readonly number[], values: readonly number[], z: number): number {
  let low = 0;
  let high = knots.length - 1;
  if (z <= knots[low]!) return values[low]!;
  if (z >= knots[high]!) return values[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (knots[middle]! <= z) low = middle;
    else high = middle;
  }
  const part = (z - knots[low]!) / (knots[high]! - knots[low]!);
  const [from, to] = [values[low]!, values[high]!];
  // Held between the ends: the rounding of a product may step past them and invert a rank.
  return Math.min(to, Math.max(from, from + part * (to - from)));
}

/**
 * Corrects probabilities learnt on a sample whose share of leavers is not the true one ("our file is half
 * churners"): a shift of the logit by logit(trueRate) - logit(sampleRate), exact when the sample was drawn by outcome
 * only. Rates strictly between 0 and 1. Source: King and Zeng 2001, prior correction.
 * @throws RangeError for a rate of 0 or 1, from which nothing can be corrected.
 */
export function shiftToBaseRate(
  calibrator: Calibrator,
  rates: { readonly sampleRate: number; readonly trueRate: number },
): Calibrator {
  for (const rate of [rates.sampleRate, rates.trueRate]) {
    if (!(rate > 0 && rate < 1)) throw new RangeError(`base rate ${rate} is not strictly between 0 and 1`);
  }
  const offset = logitOf(rates.trueRate) - logitOf(rates.sampleRate);
  return calibratorOf({ kind: "shifted", offset, inner: calibrator.toJSON() });
}

/**
 * Reads a stored calibrator.
 * @throws RangeError for anything that is not a calibrator document or would invert ranks (negative slopes,
 * falling isotonic values), so that a tampered model is refused rather than obeyed.
 */
export function calibratorFromJSON(document: unknown): Calibrator {
  return calibratorOf(checked(document, 0));
}

function checked(document: unknown, depth: number): CalibratorDocument {
  if (typeof document !== "object" || document === null) throw new RangeError("calibrator is not an object");
  const fields = document as Record<string, unknown>;
  const numberOf = (name: string, lowest = Number.NEGATIVE_INFINITY): number => {
    const value = fields[name];
    if (typeof value !== "number" || !Number.isFinite(value) || value < lowest) {
      throw new RangeError(`calibrator ${name} is ${String(value)}`);
    }
    return value;
  };
  switch (fields["kind"]) {
    case "platt":
    case "shrunk-slope":
      return { kind: fields["kind"], slope: numberOf("slope", 0), intercept: numberOf("intercept") };
    case "beta":
      return { kind: "beta", a: numberOf("a", 0), b: numberOf("b", 0), c: numberOf("c") };
    case "isotonic": {
      const logits = risingNumbers(fields["logits"], "logits", true);
      const calibrated = risingNumbers(fields["calibrated"], "calibrated", false);
      if (logits.length === 0 || logits.length !== calibrated.length) {
        throw new RangeError(`calibrator has ${logits.length} knots for ${calibrated.length} values`);
      }
      return { kind: "isotonic", logits, calibrated };
    }
    case "shifted":
      if (depth > 3) throw new RangeError("calibrator is nested too deep");
      return { kind: "shifted", offset: numberOf("offset"), inner: checked(fields["inner"], depth + 1) };
    default:
      throw new RangeError(`calibrator kind ${String(fields["kind"])} is not known`);
  }
}

function risingNumbers(values: unknown, name: string, strictly: boolean): number[] {
  if (!Array.isArray(values)) throw new RangeError(`calibrator ${name} is not a list`);
  let before = Number.NEGATIVE_INFINITY;
  return values.map((value: unknown) => {
    if (
      typeof value !== "number" ||
      !Number.isFinite(value) ||
      value < before ||
      (strictly && value === before)
    ) {
      throw new RangeError(`calibrator ${name} does not rise at ${String(value)}`);
    }
    before = value;
    return value;
  });
}
