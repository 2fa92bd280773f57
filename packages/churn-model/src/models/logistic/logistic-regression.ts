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
/** With many rows the gradient's own noise is larger, so less is asked. */
const LOOSE_TOLERANCE = 4e-4;

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
  start[start.length - 1] = priorLogit(labels, rows);
  const path = validation.length > 0 ? parameters.inversePenalties : [middleOf(parameters.inversePenalties)];
  const fewer = everyNth(rows, PATH_ROWS);
  const chosen = walkPath(prepared, labels, fewer, everyNth(validation, PATH_ROWS), path, start);
  // On many rows the path is walked on some of them; the fit on all then starts next to its end.
  const point =
    fewer === rows ? chosen.point : minimizeLoss(prepared, labels, rows, chosen.inversePenalty, chosen.point);
  return {
    model: asModel(prepared, point, rows),
    inversePenalty: chosen.inversePenalty,
    validationLogits: designLogits(prepared.rows, point, validation),
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
  const tolerance = rows.length > PATH_ROWS ? LOOSE_TOLERANCE : TOLERANCE;
  return minimize(logisticObjective(designRows, labels, rows, inversePenalty), start, tolerance, curvature);
}

/** Rows that the strength is chosen on. */
const PATH_ROWS = 20_000;

function everyNth(rows: Int32Array, most: number): Int32Array {
  const step = Math.ceil(rows.length / most);
  return step <= 1 ? rows : rows.filter((_, i) => i % step === 0);
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
