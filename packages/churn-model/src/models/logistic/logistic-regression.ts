import { logLoss } from "../../metrics/log-loss.ts";
import { sigmoid } from "../../calibration/logit.ts";
import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { allRows, type Estimator } from "../estimator.ts";
import { createDesign, designRows, type Design, type DesignRows } from "./design.ts";
import { logisticModel, termLogit, type LogisticModel } from "./logistic-model.ts";
import { designLogits, logisticObjective } from "./logistic-objective.ts";
import { minimize } from "./minimize.ts";

export interface LogisticParameters {
  /** Candidate strengths (C: larger is freer), ascending; the one with the lowest log loss on the validation rows is used, the middle one without them. */
  inversePenalties: number[];
}

export const DEFAULT_LOGISTIC: LogisticParameters = { inversePenalties: [0.03, 0.1, 0.3, 1, 3, 10] };
/** Largest entry of the mean gradient at which a fit is done: ten times finer costs twice the time and moves no metric. */
const TOLERANCE = 1e-4;

/** The design of a matrix, evaluated once and used for every fit on subsets of its rows. */
export interface PreparedDesign {
  design: Design;
  rows: DesignRows;
}

export function prepareDesign(matrix: FeatureMatrix): PreparedDesign {
  const design = createDesign(matrix);
  return { design, rows: designRows(design, matrix) };
}

export interface LogisticFit {
  model: LogisticModel;
  /** The strength that was used. */
  inversePenalty: number;
  /** Log odds of the validation rows, in their order. */
  validationLogits: Float64Array;
}

/** Fits on a prepared design: warm-started from the strongest penalty to the freest, which costs little more than one fit. */
export function fitLogistic(
  prepared: PreparedDesign,
  labels: Uint8Array,
  rows: Int32Array,
  validation: Int32Array,
  parameters: LogisticParameters,
): LogisticFit {
  const candidates =
    validation.length > 0
      ? parameters.inversePenalties
      : [parameters.inversePenalties[parameters.inversePenalties.length >> 1]!];
  let point: Float64Array = new Float64Array(prepared.design.width + 1);
  point[point.length - 1] = priorLogit(labels, rows);
  let best: { point: Float64Array; inversePenalty: number; loss: number; logits: Float64Array } = {
    point,
    inversePenalty: candidates[0]!,
    loss: Infinity,
    logits: new Float64Array(0),
  };
  const truth = Uint8Array.from(validation, (row) => labels[row]!);
  for (const inversePenalty of candidates) {
    point = minimize(logisticObjective(prepared.rows, labels, rows, inversePenalty), point, TOLERANCE);
    const logits = designLogits(prepared.rows, point, validation);
    const loss = validation.length === 0 ? 0 : logLoss(truth, logits.map(sigmoid));
    if (best.loss === Infinity || loss < best.loss) best = { point, inversePenalty, loss, logits };
    else break; // Log loss along the path has one valley.
  }
  return {
    model: asModel(prepared, best.point, rows),
    inversePenalty: best.inversePenalty,
    validationLogits: best.logits,
  };
}

/** Log odds of the share of leavers, with half a leaver and half a stayer added so that it is finite. */
function priorLogit(labels: Uint8Array, rows: Int32Array): number {
  let outcomes = 0;
  for (const row of rows) outcomes += labels[row]!;
  return Math.log((outcomes + 0.5) / (rows.length - outcomes + 0.5));
}

function asModel(prepared: PreparedDesign, point: Float64Array, rows: Int32Array): LogisticModel {
  const { design } = prepared;
  let slot = 0;
  const termMeans = design.terms.map((term) => {
    const slots = term.kind === "spline" ? 4 : 1;
    let sum = 0;
    for (const row of rows) sum += termLogit(prepared.rows, point, row, slot, slots);
    slot += slots;
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
