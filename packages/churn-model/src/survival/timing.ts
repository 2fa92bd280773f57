import { logitOf, sigmoid } from "../calibration/logit.ts";
import { readModel } from "../models/read-model.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { PERIOD_FEATURE, type HazardDocument } from "./hazard-model.ts";

/** Name of the feature that carries the log odds of leaving within the horizon; a table must not have one of this name. */
export const CHANCE_FEATURE = "hazard_chance";

/**
 * When a customer leaves, given the chance that it does so within the horizon. Part of a model's document.
 *
 * The hazard of leaving is split where the horizon ends, which loses nothing: whether somebody leaves within it is the
 * model's own calibrated chance, `within` says in which period those leave who do, `after` how those go on who stay.
 * So the curve goes through that chance, and never falls.
 */
export interface TimingDocument {
  readonly kind: "timing";
  readonly version: 1;
  readonly horizonDays: number;
  readonly periodDays: number;
  /** How far leaving was watched: nothing is said beyond. */
  readonly reachDays: number;
  /** Hazard per period among those who leave within the horizon; null = evenly (one period, or too few to tell). */
  readonly within: HazardDocument | null;
  /** Whether `within` looks at what is known of a customer, or at its chance alone, as where few have left. */
  readonly withinByColumns: boolean;
  /** Hazard per period, counted from the horizon, of those who stayed through it; null = not watched for longer. */
  readonly after: HazardDocument | null;
}

/** What is said of each row, in the order of the rows. */
export interface LeavingTimes {
  /** Per number of days asked for, the chance of leaving within it; NaN beyond what was watched. */
  readonly chances: Float64Array[];
  /** Days until the chance of having left is a half; NaN = not within what was watched. */
  readonly medianDays: Float64Array;
}

/** A timing ready to be asked. */
export interface Timing {
  readonly reachDays: number;
  /**
   * `probabilities`: the model's calibrated chance per row of leaving within the horizon, strictly between 0 and 1; the
   * answer for exactly the horizon is that number itself.
   * @throws RangeError for days that are not positive.
   */
  timesOf(matrix: FeatureMatrix, probabilities: Float64Array, days: readonly number[]): LeavingTimes;
}

/** Ends of the periods in days, the horizon among them: its own part is counted from the row's date, the rest from it. */
export function periodEnds({
  horizonDays,
  periodDays,
  reachDays,
}: Pick<TimingDocument, "horizonDays" | "periodDays" | "reachDays">): { within: number[]; after: number[] } {
  const within: number[] = [];
  for (let end = periodDays; end < horizonDays; end += periodDays) within.push(end);
  const after: number[] = [];
  for (let end = horizonDays + periodDays; end <= reachDays; end += periodDays) after.push(end);
  return { within: [...within, horizonDays], after };
}

/** @throws RangeError for anything that is not a timing of this version. */
export function timingOf(document: TimingDocument): Timing {
  if (document.kind !== "timing" || document.version !== 1) throw new RangeError("not a timing of version 1");
  const { horizonDays, reachDays } = document;
  const { within, after } = periodEnds(document);
  const ends = [...within, ...after];
  const withinHazard = document.within && periodLogits(document.within, within.length - 1);
  const afterHazard = document.after && periodLogits(document.after, after.length);
  const lastWithin = within.length - 1;

  return {
    reachDays,
    timesOf(matrix, probabilities, days) {
      for (const day of days) if (!(day > 0)) throw new RangeError(`${day} days`);
      const { rows } = matrix;
      const chance = {
        name: CHANCE_FEATURE,
        label: "Chance within the horizon",
        kind: "numeric" as const,
        values: probabilities.map(logitOf),
      };
      const leaving = withinHazard?.({
        rows,
        features: document.withinByColumns ? [...matrix.features, chance] : [chance],
      });
      const going = afterHazard?.({ rows, features: [chance] });
      const chances = days.map(() => new Float64Array(rows));
      const medianDays = new Float64Array(rows);
      const left = new Float64Array(ends.length);
      for (let row = 0; row < rows; row++) {
        const probability = probabilities[row]!;
        let stay = 1;
        for (let period = 0; period < lastWithin; period++) {
          if (leaving === undefined) left[period] = levelChance(probability, within[period]! / horizonDays);
          else {
            stay *= 1 - sigmoid(leaving(row, period));
            left[period] = probability * (1 - stay);
          }
        }
        left[lastWithin] = probability;
        let remaining = 1 - probability;
        for (let period = 0; period < after.length; period++) {
          if (going !== undefined) remaining *= 1 - sigmoid(going(row, period));
          left[lastWithin + 1 + period] = Math.max(left[lastWithin + period]!, 1 - remaining);
        }
        days.forEach((day, i) => (chances[i]![row] = chanceAt(day, ends, left)));
        medianDays[row] = medianOf(ends, left);
      }
      return { chances, medianDays };
    },
  };
}

/** The chance within a share of the horizon, were the hazard level throughout. */
const levelChance = (probability: number, share: number): number =>
  -Math.expm1(share * Math.log1p(-probability));

/** The chance of having left by a day: the hazard is level within a period. NaN beyond the last end. */
function chanceAt(day: number, ends: readonly number[], left: Float64Array): number {
  const at = ends.findIndex((end) => end >= day);
  if (at === -1) return Number.NaN;
  if (ends[at] === day) return left[at]!;
  const start = at === 0 ? 0 : ends[at - 1]!;
  const before = at === 0 ? 0 : left[at - 1]!;
  const share = (day - start) / (ends[at]! - start);
  const logStay = (1 - share) * Math.log1p(-before) + share * Math.log1p(-left[at]!);
  return Math.min(left[at]!, Math.max(before, -Math.expm1(logStay)));
}

function medianOf(ends: readonly number[], left: Float64Array): number {
  const at = left.findIndex((chance) => chance >= 0.5);
  if (at === -1) return Number.NaN;
  const start = at === 0 ? 0 : ends[at - 1]!;
  const before = at === 0 ? 0 : Math.log1p(-left[at - 1]!);
  const share = (Math.log(0.5) - before) / (Math.log1p(-left[at]!) - before);
  return start + share * (ends[at]! - start);
}

/**
 * Log odds of leaving per period and row. In a regression a period moves every row's by
 * the same: each row is evaluated once. What it adds is taken from a row of which nothing is known, so that no row's
 * answer depends on the others.
 */
function periodLogits(
  { model: stored, lastPeriod }: HazardDocument,
  periods: number,
): (matrix: FeatureMatrix) => (row: number, period: number) => number {
  const model = readModel(stored);
  const logitsOf = ({ rows, features }: FeatureMatrix, period: number): Float64Array =>
    model.predictLogit({
      rows,
      features: [
        ...features,
        {
          name: PERIOD_FEATURE,
          label: "Period",
          kind: "numeric",
          // The last period seen in training goes on.
          values: new Float64Array(rows).fill(Math.min(period, lastPeriod)),
        },
      ],
    });
  const numbers = Array.from({ length: periods }, (_, period) => period);
  if (model.kind !== "logistic")
    return (matrix) => {
      const logits = numbers.map((period) => logitsOf(matrix, period));
      return (row, period) => logits[period]![row]!;
    };
  return (matrix) => {
    const nobody = {
      rows: 1,
      features: matrix.features.map((feature) =>
        feature.kind === "numeric"
          ? { ...feature, values: Float64Array.of(Number.NaN) }
          : { ...feature, codes: Int32Array.of(-1) },
      ),
    };
    const [base] = logitsOf(nobody, 0);
    const added = numbers.map((period) => logitsOf(nobody, period)[0]! - base!);
    const first = logitsOf(matrix, 0);
    return (row, period) => first[row]! + added[period]!;
  };
}
