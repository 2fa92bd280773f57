import { logLoss } from "../metrics/log-loss.ts";
import type { Calibrator } from "./calibrator.ts";
import { fitRisingCurve } from "./fit-rising-curve.ts";
import { fitBeta, fitPlatt } from "./fit-sloped-calibrator.ts";

/**
 * How logits become probabilities. `beta`: three parameters, all that a few hundred leavers can tell. `curve`: a free
 * rising curve, which takes thousands.
 */
export type CalibrationKind = "beta" | "curve";

/** Fewer leavers, or stayers, than this and a free curve follows chance: decision 0049. */
export const CURVE_FROM_OUTCOMES = 2000;

/**
 * Chooses by how many have left and stayed, never by rows: 190 leavers in 40,000 rows are 190. With thousands of each
 * both kinds are fitted on all folds but one and the one with the lower log loss on the folds left out is taken.
 * `logits` out of fold; `foldOf` from 0 without gaps, a customer's rows in one fold.
 */
export function chooseCalibration(
  labels: Uint8Array,
  logits: Float64Array,
  foldOf: ArrayLike<number>,
): CalibrationKind {
  const left = labels.reduce((sum, label) => sum + label, 0);
  if (Math.min(left, labels.length - left) < CURVE_FROM_OUTCOMES) return "beta";
  return heldOutLoss("curve", labels, logits, foldOf) < heldOutLoss("beta", labels, logits, foldOf)
    ? "curve"
    : "beta";
}

/**
 * Fits one kind. What comes out keeps apart all that the logits keep apart, wherever they rank better than chance:
 * a beta curve that is flat at an end (one slope held at 0) gives way to a single slope.
 */
export function fitCalibration(
  kind: CalibrationKind,
  labels: ArrayLike<number>,
  logits: ArrayLike<number>,
): Calibrator {
  const beta = fitBeta(labels, logits);
  const document = beta.toJSON();
  const isFlat = document.kind === "beta" && Math.min(document.a, document.b) <= 0;
  const rising = isFlat ? fitPlatt(labels, logits) : beta;
  return kind === "beta" ? rising : (fitRisingCurve(labels, logits, rising) ?? rising);
}

function heldOutLoss(
  kind: CalibrationKind,
  labels: Uint8Array,
  logits: Float64Array,
  foldOf: ArrayLike<number>,
): number {
  const probabilities = new Float64Array(labels.length);
  for (const fold of new Set(Array.from(foldOf))) {
    const isOther = (_: number, row: number): boolean => foldOf[row] !== fold;
    const calibrator = fitCalibration(kind, labels.filter(isOther), logits.filter(isOther));
    for (let row = 0; row < labels.length; row++)
      if (foldOf[row] === fold) probabilities[row] = calibrator.apply(logits[row]!);
  }
  return logLoss(labels, probabilities);
}
