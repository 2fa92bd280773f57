import { logLoss } from "../../metrics/log-loss.ts";
import { sigmoid } from "../../calibration/logit.ts";
import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { allRows, type Estimator } from "../estimator.ts";
import { createDesign, designRows, type Design, type DesignRows } from "./design.ts";
import { logisticModel, termLogit, type LogisticModel } from "./logistic-model.ts";
import { designLogits, inverseCurvature, logisticObjective } from "./logistic-objective.ts";
import { minimize } from "./minimize.ts";

export interface LogisticParameters {
  /** Candidate strengths (C: larger is freer), ascending; the one with the lowest log loss on the validation rows is used, the middle one without them. */
  inversePenalties: number[];
}

export const DEFAULT_LOGISTIC: LogisticParameters = { inversePenalties: [0.03, 0.1, 0.3, 1, 3, 10] };
/** Largest entry of the mean gradient at which a fit is done: ten times finer costs twice the time and moves no metric. */
const TOLERANCE = 1e-4;
/** With many rows the gradient's own noise is larger, so less is asked: */
const LOOSE_TOLERANCE = 4e-4;
/** but never more than this share of that noise, which is small where few leave. */
const NOISE_SHARE = 0.25;

/** The design of a matrix, evaluated once and used for every fit on subsets of its rows. */
export interface PreparedDesign {
  design: Design;
  rows: DesignRows;
}

export function prepareDesign(matrix: FeatureMatrix, { shared = false } = {}): PreparedDesign {
  const design = createDesign(matrix);
  return { design, rows: designRows(design, matrix, { shared }) };
}

export interface LogisticFit {
  model: LogisticModel;
  /** The strength that was used. */
  inversePenalty: number;
  /** Log odds of the validation rows, in their order. */
  validationLogits: Float64Array;
}

/** Fits on a prepared design, at the strength that does best on the validation rows (the middle one without any). */
export function fitLogistic(
  prepared: PreparedDesign,
  labels: Uint8Array,
  rows: Int32Array,
  validation: Int32Array,
  parameters: LogisticParameters,
): LogisticFit {
  const start = new Float64Array(prepared.design.width + 1);
  const path = validation.length > 0 ? parameters.inversePenalties : [middleOf(parameters.inversePenalties)];
  const fewer = fewerRows(labels, rows);
  const fewerHeldOut = fewerRows(labels, validation);
  start[start.length - 1] = priorLogit(labels, fewer);
  const { point, inversePenalty } = walkPath(prepared, labels, fewer, fewerHeldOut, path, start);
  const shift = priorLogit(labels, rows) - priorLogit(labels, fewer);
  point[point.length - 1]! += shift;
  // On many rows the path is walked on some of them; the fit on all then starts next to its end.
  const end = fewer === rows ? point : minimizeLoss(prepared, labels, rows, inversePenalty, point);
  return {
    model: asModel(prepared, end, rows),
    inversePenalty,
    validationLogits: designLogits(prepared.rows, end, validation),
  };
}

function minimizeLoss(
  { design, rows: designRows }: PreparedDesign,
  labels: Uint8Array,
  rows: Int32Array,
  inversePenalty: number,
  start: Float64Array,
): Float64Array {
  const curvature = inverseCurvature(designRows, labels, rows, design.width, inversePenalty);
  const tolerance =
    rows.length > PATH_ROWS
      ? Math.min(LOOSE_TOLERANCE, NOISE_SHARE * gradientNoise(labels, rows))
      : TOLERANCE;
  return minimize(logisticObjective(designRows, labels, rows, inversePenalty), start, tolerance, curvature);
}

/** Standard deviation of a mean gradient's entry where the model is right. */
function gradientNoise(labels: Uint8Array, rows: Int32Array): number {
  const rate = 1 / (1 + Math.exp(-priorLogit(labels, rows)));
  return Math.sqrt((rate * (1 - rate)) / rows.length);
}

/** Rows that the strength is chosen on. */
const PATH_ROWS = 20_000;
/** Rows of the commoner class beyond so many per row of the rarer tell next to nothing more of it. */
const COMMONER_PER_RARER = 10;

/**
 * Of more than 20,000 rows about as many, the rarer class first, as it is what the strength can be told by; never more
 * than ten of the commoner class per row of it. In the order of `rows`.
 */
function fewerRows(labels: Uint8Array, rows: Int32Array): Int32Array {
  if (rows.length <= PATH_ROWS) return rows;
  const left = rows.reduce((sum, row) => sum + labels[row]!, 0);
  const counts = [rows.length - left, left];
  const most = COMMONER_PER_RARER * Math.max(1, Math.min(...counts));
  const steps = counts.map((own, label) => {
    const room = Math.max(PATH_ROWS / 2, PATH_ROWS - counts[1 - label]!);
    return Math.max(1, own / Math.min(room, most));
  });
  const seen = [0, 0];
  // Every so manieth row of a class, the step being no whole number.
  return rows.filter((row) => {
    const label = labels[row]!;
    const nth = seen[label]!++;
    return Math.floor((nth + 1) / steps[label]!) > Math.floor(nth / steps[label]!);
  });
}

const middleOf = (values: number[]): number => values[values.length >> 1]!;

/** Fits from the strongest penalty to the freest, each starting where the last ended, while the validation loss falls. */
function walkPath(
  prepared: PreparedDesign,
  labels: Uint8Array,
  rows: Int32Array,
  validation: Int32Array,
  path: number[],
  start: Float64Array,
): { point: Float64Array; inversePenalty: number } {
  const truth = Uint8Array.from(validation, (row) => labels[row]!);
  let best: { point: Float64Array; inversePenalty: number; loss: number } | null = null;
  let point = start;
  for (const inversePenalty of path) {
    point = minimizeLoss(prepared, labels, rows, inversePenalty, point);
    const logits = designLogits(prepared.rows, point, validation);
    const loss = validation.length === 0 ? 0 : logLoss(truth, logits.map(sigmoid));
    // Log loss along the path has one valley.
    if (best !== null && loss >= best.loss) break;
    best = { point, inversePenalty, loss };
  }
  return best!;
}

/** Log odds of the share of leavers, with half a leaver and half a stayer added so that it is finite. */
function priorLogit(labels: Uint8Array, rows: Int32Array): number {
  let outcomes = 0;
  for (const row of rows) outcomes += labels[row]!;
  return Math.log((outcomes + 0.5) / (rows.length - outcomes + 0.5));
}

function asModel(prepared: PreparedDesign, point: Float64Array, rows: Int32Array): LogisticModel {
  const { design } = prepared;
  const termMeans = design.terms.map((_, term) => {
    let sum = 0;
    for (const row of rows) sum += termLogit(prepared.rows, point, row, term);
    return sum / rows.length;
  });
  return logisticModel({
    kind: "logistic",
    design,
    weights: Array.from(point.subarray(0, design.width)),
    intercept: point[design.width]!,
    termMeans,
  });
}

/** Cubic B-spline logistic regression with ridge penalty, fitted by L-BFGS. */
export function createLogisticRegression(
  parameters: LogisticParameters = DEFAULT_LOGISTIC,
): Estimator<LogisticModel> {
  return {
    name: "logistic",
    fit(data) {
      const rows = data.rows ?? allRows(data.matrix.rows);
      const validation = data.validation ?? new Int32Array(0);
      return fitLogistic(prepareDesign(data.matrix), data.labels, rows, validation, parameters).model;
    },
  };
}
