import type { Estimator, FittedModel } from "../models/estimator.ts";
import { type FeatureMatrix, selectMatrixRows } from "../preprocess/feature-matrix.ts";
import { groupedFolds } from "../validation/folds.ts";
import type { FollowUp } from "./kaplan-meier.ts";
import { expandPersonPeriods, type PersonPeriodOptions } from "./person-periods.ts";

/** Name of the feature that carries the period's number; a table must not have one of this name. */
export const PERIOD_FEATURE = "hazard_period";

/** Stored form of a hazard model; `model` is the classifier's own document. */
export interface HazardDocument {
  readonly kind: "hazard";
  readonly periodLength: number;
  /** Highest period number seen in training. */
  readonly lastPeriod: number;
  readonly model: unknown;
}

/**
 * Probability of leaving within any horizon, from one model of the chance to leave in the next period.
 * Longer horizons never get a smaller probability: they are products of the same hazards.
 */
export interface HazardModel {
  /**
   * Probability per row of leaving within each horizon (in the unit of the durations), one array per horizon.
   * `entries` are the rows' ages now, 0 where left out; periods past the last one seen in training take its hazard.
   * @throws RangeError for a horizon that is not positive, or that without entries reaches past what was trained.
   */
  probabilities(
    matrix: FeatureMatrix,
    horizons: readonly number[],
    entries?: ArrayLike<number>,
  ): Float64Array[];
  /** Chance per row to leave in the given period, having stayed until it began. */
  hazard(matrix: FeatureMatrix, period: number): Float64Array;
  toJSON(): HazardDocument;
}

/** What a hazard is learnt from: one row per customer or snapshot. */
export interface HazardRows {
  readonly matrix: FeatureMatrix;
  readonly followUp: FollowUp;
  /** Rows of one group (snapshots of a customer) stay together when some are held out. */
  readonly groups?: ArrayLike<string | number>;
}

/**
 * Fits a discrete-time hazard with any classifier: person-period rows, the period's number as one more feature.
 * Durations count from the row's date (snapshots: features at t, followed from t) or from the customer's start
 * (with entries). A fifth of the customers, never parted, chooses the strength or the length of the fit.
 * Null when the rows hold no period of both kinds (survived and left).
 * @throws RangeError when a feature already has the name of the period's.
 * Source: Singer and Willett 1993; the likelihood of the rows is that of the survival data (Brown 1975).
 */
export function fitHazard(
  estimator: Estimator,
  data: HazardRows,
  options: PersonPeriodOptions,
  seed: number,
): HazardModel | null {
  if (data.matrix.features.some((feature) => feature.name === PERIOD_FEATURE)) {
    throw new RangeError(`a feature is named ${PERIOD_FEATURE}, which the hazard model adds itself`);
  }
  const { sourceRows, periods, labels } = expandPersonPeriods(data.followUp, options);
  const events = labels.reduce((sum, label) => sum + label, 0);
  if (events === 0 || events === labels.length) return null;
  const { groups: groupOf } = data;
  const groups = Array.from(sourceRows, (row) => groupOf?.[row] ?? row);
  const matrix = withPeriod(selectMatrixRows(data.matrix, sourceRows), periods);
  const model = estimator.fit({ matrix, labels, ...heldOut(labels, groups, seed) }, seed);
  return hazardModel(
    {
      kind: "hazard",
      periodLength: options.periodLength,
      lastPeriod: periods.reduce((last, period) => Math.max(last, period), 0),
      model: model.toJSON(),
    },
    model,
  );
}

/**
 * Reads a stored hazard model; `readModel` reads the classifier inside.
 * @throws RangeError for anything that is not a hazard document.
 */
export function hazardModelFromJSON(
  document: unknown,
  readModel: (document: unknown) => FittedModel,
): HazardModel {
  const { kind, periodLength, lastPeriod, model } = (document ?? {}) as Partial<HazardDocument>;
  if (
    kind !== "hazard" ||
    typeof periodLength !== "number" ||
    !(periodLength > 0 && Number.isFinite(periodLength)) ||
    typeof lastPeriod !== "number" ||
    !Number.isInteger(lastPeriod) ||
    lastPeriod < 0
  ) {
    throw new RangeError("not a hazard model");
  }
  return hazardModel({ kind, periodLength, lastPeriod, model }, readModel(model));
}

function hazardModel(document: HazardDocument, model: FittedModel): HazardModel {
  const { periodLength, lastPeriod } = document;
  const hazard = (matrix: FeatureMatrix, periods: Int32Array): Float64Array =>
    model.predictProba(
      withPeriod(
        matrix,
        periods.map((period) => Math.min(period, lastPeriod)),
      ),
    );

  return {
    hazard: (matrix, period) => hazard(matrix, new Int32Array(matrix.rows).fill(period)),
    toJSON: () => document,
    probabilities(matrix, horizons, entries) {
      for (const horizon of horizons) {
        if (!(horizon > 0 && Number.isFinite(horizon))) throw new RangeError(`horizon ${horizon}`);
        if (entries === undefined && horizon > (lastPeriod + 1) * periodLength * (1 + 1e-12)) {
          throw new RangeError(
            `horizon ${horizon} reaches past the ${(lastPeriod + 1) * periodLength} that customers were followed`,
          );
        }
      }
      const first = Int32Array.from({ length: matrix.rows }, (_, row) =>
        Math.floor((entries?.[row] ?? 0) / periodLength),
      );
      const logStay = horizons.map(() => new Float64Array(matrix.rows));
      const periods = Math.ceil(Math.max(0, ...horizons) / periodLength - 1e-12);
      for (let step = 0; step < periods; step++) {
        const leaving = hazard(
          matrix,
          first.map((period) => period + step),
        );
        for (const [i, horizon] of horizons.entries()) {
          // A horizon that ends inside a period takes its share of it, the hazard being level within.
          const share = Math.min(1, Math.max(0, horizon / periodLength - step));
          if (share === 0) continue;
          for (let row = 0; row < matrix.rows; row++) logStay[i]![row]! += share * Math.log1p(-leaving[row]!);
        }
      }
      return logStay.map((logs) => logs.map((log) => Math.min(1, Math.max(0, -Math.expm1(log)))));
    },
  };
}

function withPeriod(matrix: FeatureMatrix, periods: Int32Array): FeatureMatrix {
  const period = {
    name: PERIOD_FEATURE,
    label: "Period",
    kind: "numeric" as const,
    values: Float64Array.from(periods),
  };
  return { rows: matrix.rows, features: [...matrix.features, period] };
}

/** A fifth of the customers as validation rows; none when there are fewer than ten customers. */
function heldOut(
  labels: Uint8Array,
  groups: readonly (string | number)[],
  seed: number,
): { rows: Int32Array; validation: Int32Array } | Record<string, never> {
  if (new Set(groups).size < 10) return {};
  const foldOf = groupedFolds(labels, groups, 5, { seed });
  const all = Int32Array.from(labels, (_, row) => row);
  return {
    rows: all.filter((row) => foldOf[row] !== 0),
    validation: all.filter((row) => foldOf[row] === 0),
  };
}
