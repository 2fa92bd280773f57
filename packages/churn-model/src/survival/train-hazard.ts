import { measureHeldOut } from "../metrics/held-out-quality.ts";
import type { Estimator } from "../models/estimator.ts";
import { createLogisticRegression } from "../models/logistic/logistic-regression.ts";
import { readModel } from "../models/read-model.ts";
import { checksumOf } from "../document/document.ts";
import type { DroppedColumn, TrainingReport } from "../report.ts";
import { selectMatrixRows } from "../preprocess/feature-matrix.ts";
import { countInWords, inThousands } from "../count-in-words.ts";
import { encodeTable, fitPreprocessor, type Preprocessor } from "../preprocess/preprocessor.ts";
import { deriveSeed } from "../random.ts";
import type { Table } from "../table.ts";
import { foldsOf, groupedFolds } from "../validation/folds.ts";
import { fitHazard, type HazardDocument, type HazardRows, hazardModelFromJSON } from "./hazard-model.ts";
import { checkFollowUp, type FollowUp } from "./kaplan-meier.ts";

export interface HazardTrainingOptions {
  readonly seed: number;
  /** Length of a period in the unit of the durations; 30 (days) by default. */
  readonly periodLength?: number;
  /** Periods each row is followed for at most; 3 by default, which gives horizons up to 90 days. */
  readonly maxPeriods?: number;
  /** Duration up to which each row could have been watched; see `expandPersonPeriods`. */
  readonly observable?: ArrayLike<number>;
  /** Rows of one group (snapshots of a customer) never straddle a fold. */
  readonly groups?: ArrayLike<string | number>;
  /** Columns to leave out, by name: at least those that give the outcome away. */
  readonly drop?: readonly string[];
  /** The classifier of the periods; the spline regression by default. */
  readonly estimator?: Estimator;
}

/** A trained hazard model as data: versioned JSON with a checksum of all the rest. */
export interface HazardModelDocument {
  readonly format: "forestay-hazard-model";
  readonly version: 1;
  readonly checksum: string;
  readonly preprocessor: Preprocessor;
  readonly hazard: HazardDocument;
}

/** How the held-out probabilities of one horizon did, on rows whose outcome at it is known. */
export interface HorizonQuality {
  readonly horizon: number;
  readonly rows: number;
  readonly outcomes: number;
  /** Null where only one class is known. */
  readonly metrics: TrainingReport["metrics"] | null;
}

export type HazardTraining =
  | {
      readonly kind: "trained";
      readonly document: HazardModelDocument;
      /** One per whole number of periods, shortest first. */
      readonly quality: readonly HorizonQuality[];
      readonly dropped: readonly DroppedColumn[];
    }
  | { readonly kind: "refused"; readonly message: string };

/** Fewest leavers a hazard is learnt from, as for any model of this package. */
const MIN_LEAVERS = 5;
const FOLDS = 5;

/**
 * Trains one model that gives the chance of leaving within one, two or more periods (30, 60, 90 days), and measures
 * each horizon on rows held out with their groups. Needs to know when customers left, not only whether; durations
 * count from the row's date. Same data, seed and version give the same document.
 * @throws RangeError for follow-up that makes no sense (see `kaplanMeier`).
 */
export function trainHazard(
  table: Table,
  followUp: FollowUp,
  options: HazardTrainingOptions,
): HazardTraining {
  checkFollowUp(followUp);
  const { periodLength = 30, maxPeriods = 3, observable, seed } = options;
  const estimator = options.estimator ?? createLogisticRegression();
  const fitted = fitPreprocessor(table, new Set(options.drop));
  const { matrix } = encodeTable(fitted.preprocessor, table);
  const rows = matrix.rows;
  const labels = Uint8Array.from({ length: rows }, (_, row) => followUp.events[row]!);
  const leavers = labels.reduce((sum, label) => sum + label, 0);
  if (matrix.features.length === 0)
    return { kind: "refused", message: "No column can be used for learning." };
  if (leavers < MIN_LEAVERS) {
    return {
      kind: "refused",
      message: `${inThousands(leavers)} of ${countInWords(rows, "row")} left at a known time; ${MIN_LEAVERS} are needed.`,
    };
  }
  const groups = Array.from({ length: rows }, (_, row) => options.groups?.[row] ?? row);
  const partOf = (chosen: ArrayLike<number>) => {
    const pick = (values: ArrayLike<number>): Float64Array =>
      Float64Array.from(chosen, (row) => values[row]!);
    const part: HazardRows = {
      matrix: selectMatrixRows(matrix, chosen),
      groups: Array.from(chosen, (row) => groups[row]!),
      followUp: {
        durations: pick(followUp.durations),
        events: pick(followUp.events),
        ...(followUp.entries === undefined ? {} : { entries: pick(followUp.entries) }),
      },
    };
    const periods = {
      periodLength,
      maxPeriods,
      ...(observable === undefined ? {} : { observable: pick(observable) }),
    };
    return { part, periods };
  };
  const fitOn = (chosen: ArrayLike<number>, own: number) => {
    const { part, periods } = partOf(chosen);
    return fitHazard(estimator, part, periods, own);
  };
  const all = Uint32Array.from(labels, (_, row) => row);
  const model = fitOn(all, seed);
  if (model === null) {
    return { kind: "refused", message: `No customer was watched for a whole period of ${periodLength}.` };
  }
  const horizons = Array.from({ length: maxPeriods }, (_, i) => (i + 1) * periodLength);
  const heldOut = horizons.map(() => new Float64Array(rows).fill(Number.NaN));
  const folds = Math.min(FOLDS, new Set(groups).size);
  if (folds >= 2) {
    const foldOf = groupedFolds(labels, groups, folds, { seed, keys: table.rowIds });
    for (const [fold, { train, test }] of foldsOf(foldOf).entries()) {
      const part = fitOn(train, deriveSeed(seed, "fold", fold));
      if (part === null) continue;
      const entries = followUp.entries && Float64Array.from(test, (row) => followUp.entries![row]!);
      // A fold whose rows are followed for less than the whole has fewer horizons of its own; it takes its last hazard.
      const ages = entries ?? new Float64Array(test.length);
      const predicted = part.probabilities(selectMatrixRows(matrix, test), horizons, ages);
      for (const [i, values] of predicted.entries()) {
        for (const [at, row] of test.entries()) heldOut[i]![row] = values[at]!;
      }
    }
  }
  return {
    kind: "trained",
    document: sealed({
      format: "forestay-hazard-model",
      version: 1,
      preprocessor: fitted.preprocessor,
      hazard: model.toJSON(),
    }),
    quality: horizons.map((horizon, i) =>
      qualityAt({ followUp, observable, groups }, heldOut[i]!, horizon, seed),
    ),
    dropped: fitted.dropped,
  };
}

/** Through JSON once, so that what is returned is exactly what will be read back. */
function sealed(content: Omit<HazardModelDocument, "checksum">): HazardModelDocument {
  const written = JSON.parse(JSON.stringify(content)) as typeof content;
  return { ...written, checksum: checksumOf(written) };
}

/** Only rows that left by the horizon or were watched past it have a known outcome; the others say nothing of it. */
function qualityAt(
  {
    followUp,
    observable,
    groups,
  }: {
    followUp: FollowUp;
    observable: ArrayLike<number> | undefined;
    groups: readonly (string | number)[];
  },
  heldOut: Float64Array,
  horizon: number,
  seed: number,
): HorizonQuality {
  const labels: number[] = [];
  const probabilities: number[] = [];
  const clusterOf: (string | number)[] = [];
  for (const [row, probability] of heldOut.entries()) {
    const entry = followUp.entries?.[row] ?? 0;
    const since = followUp.durations[row]! - entry;
    const left = followUp.events[row] === 1 && since <= horizon;
    // Where it is known how long a row could be watched, leavers are held to it as stayers are: else they are too many.
    const watched = observable === undefined ? left || since >= horizon : observable[row]! - entry >= horizon;
    if (!watched || Number.isNaN(probability)) continue;
    labels.push(left ? 1 : 0);
    probabilities.push(probability);
    clusterOf.push(groups[row]!);
  }
  const outcomes = labels.reduce((sum, label) => sum + label, 0);
  const measured = labels.length === 0 ? null : measureHeldOut(labels, probabilities, { seed, clusterOf });
  return { horizon, rows: labels.length, outcomes, metrics: measured?.metrics ?? null };
}

/**
 * Probability per row of leaving within each horizon, one array per horizon; columns are found by name.
 * @throws RangeError for a document of another kind or version, one changed after training, or a horizon past what was
 * trained.
 */
export function scoreHazard(
  document: HazardModelDocument,
  table: Table,
  horizons: readonly number[],
  entries?: ArrayLike<number>,
): Float64Array[] {
  if (document.format !== "forestay-hazard-model" || document.version !== 1) {
    throw new RangeError("not a hazard model of version 1");
  }
  if (document.checksum !== checksumOf(document)) {
    throw new RangeError("the hazard model was changed after training: its checksum does not match");
  }
  const model = hazardModelFromJSON(document.hazard, readModel);
  return model.probabilities(encodeTable(document.preprocessor, table).matrix, horizons, entries);
}
