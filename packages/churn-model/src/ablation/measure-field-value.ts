import { chainsCustomers, groupDuplicates, mergeGroups } from "../duplicates/duplicate-groups.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import { createBoosting } from "../models/boosting/boosting-model.ts";
import type { ModelDocument } from "../document/document.ts";
import { foldsFor } from "../pipeline/folds-for.ts";
import type { Interval } from "../report.ts";
import { sampleTrainingSet } from "../pipeline/sample-training-set.ts";
import { selectMatrixRows, type FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { encodeTable } from "../preprocess/preprocessor.ts";
import type { TrainingSet } from "../table.ts";
import { rollingTimeFolds } from "../validation/time-ordered-split.ts";
import { compareClusteredAuc } from "../metrics/clustered-auc.ts";

/** What a person knows as one field, and the model's columns that are made of it. */
export interface Field {
  name: string;
  columns: readonly string[];
}

/** What ranking loses on rows not learned from when a field and all that is made of it is left out. */
export interface FieldValue {
  name: string;
  /** AUC with everything less AUC without the field, its interval at 95% for all fields together; below 0: it disturbs more than it tells. */
  aucAdded: Interval;
  /** AUC of a model that knows this field alone: far above .5 with nothing added means that others say it too. */
  aucAlone: number;
  /** Whether the interval keeps clear of 0. */
  isMeasurable: boolean;
}

export interface FieldValues {
  /** Date of the oldest held-out row, milliseconds since 1970; null where rows were held out by folds. */
  heldOutFromMs: number | null;
  /** Held-out rows that it was measured on, and the customers (groups) among them. */
  rows: number;
  customers: number;
  /** AUC of the quick model with every field. */
  auc: number;
  /** Of the fields that the model uses; those that add most first. */
  fields: FieldValue[];
}

/** Rows that the refits learn and measure on: more cost time and narrow intervals that are narrow enough. */
const MOST_ROWS = 20_000;
/** Fewer leavers, or stayers, than this among the held-out rows: nothing about single fields can be said. */
const FEWEST_OUTCOMES = 20;
const FOLDS = 3;
const DAY_MS = 86_400_000;
/** That none of the fields which add nothing is taken for one that does, however many there are (Bonferroni). */
const CONFIDENCE_OF_ALL = 0.95;
/** Quick, and without sampling of its own: two refits differ by the field alone. */
const quick = createBoosting({ rounds: 80, patience: 0, maxLeaves: 8, minData: 20, l2: 5 });

/**
 * Measures by ablation what each field adds: a quick model (80 small boosted trees) is refitted without the field and
 * compared with one that has them all, on the same rows that neither had seen: up to three later windows, each predicted from its
 * past, where rows carry dates, else three folds, customers and exact duplicates kept together. A field whose content others carry too adds
 * little by this measure, though a model may lean on it. Null where too few outcomes are held out to say anything.
 * Same document, set and seed, same figures; throws only when `signal` is aborted.
 */
export function measureFieldValue(
  document: ModelDocument,
  set: TrainingSet,
  fields: readonly Field[],
  options: {
    seed: number;
    horizonDays?: number;
    signal?: AbortSignal;
    onProgress?: (fraction: number) => void;
  },
): FieldValues | null {
  const sampled = sampleTrainingSet(set, options.seed, { most: MOST_ROWS })?.set ?? set;
  const { matrix } = encodeTable(document.model.preprocessor, sampled.table);
  const customers = sampled.groups ?? sampled.table.rowIds;
  const copies = groupDuplicates({
    ...sampled.table,
    columns: sampled.table.columns.filter(({ name }) => matrix.features.some((one) => one.name === name)),
  }).groupOf;
  const isChance = sampled.groups !== undefined && chainsCustomers(customers, copies);
  const groups = mergeGroups(customers, isChance ? customers : copies);
  const split = splitsOf(sampled, groups, options);
  if (split === null) return null;
  const labels = Uint8Array.from(split.parts.flatMap(({ test }) => [...pick(sampled.labels, test)]));
  const clusters = split.parts.flatMap(({ test }) => Array.from(test, (row) => groups[row]!));
  const predict = (features: FeatureMatrix["features"]): Float64Array => {
    options.signal?.throwIfAborted();
    const some = { rows: matrix.rows, features };
    return Float64Array.from(
      split.parts.flatMap(({ train, test }) => {
        // Learned from the train rows alone, its bins included.
        const rows = selectMatrixRows(some, train);
        const model = quick.fit({ matrix: rows, labels: pick(sampled.labels, train) }, options.seed);
        return [...model.predictLogit(selectMatrixRows(some, test))];
      }),
    );
  };
  const whole = predict(matrix.features);
  const guess = new Float64Array(labels.length);
  const used = fields
    .map((field) => ({ field, without: withoutField(document, matrix, field) }))
    .filter(({ without }) => without.length < matrix.features.length);
  const confidence = 1 - (1 - CONFIDENCE_OF_ALL) / Math.max(1, used.length);
  const measured = used.map(({ field, without }, done): FieldValue | null => {
    const rest = without.length === 0 ? guess : predict(without);
    options.onProgress?.((done + 1) / used.length);
    const compared = compareClusteredAuc(labels, whole, rest, clusters, confidence);
    if (compared === null) return null;
    const { difference, low, high } = compared;
    const alone = predict(matrix.features.filter((feature) => !without.includes(feature)));
    return {
      name: field.name,
      aucAlone: rocAuc(labels, alone) ?? 0.5,
      aucAdded: { estimate: difference, lower: low, upper: high },
      isMeasurable: low > 0 || high < 0,
    };
  });
  const auc = compareClusteredAuc(labels, whole, guess, clusters)?.aucA;
  if (auc === undefined) return null;
  return {
    heldOutFromMs: split.fromMs,
    rows: labels.length,
    customers: new Set(clusters).size,
    auc,
    fields: measured
      .filter((one) => one !== null)
      .sort((a, b) => b.aucAdded.estimate - a.aucAdded.estimate || (a.name < b.name ? -1 : 1)),
  };
}

const pick = (labels: Uint8Array, rows: Int32Array) => Uint8Array.from(rows, (row) => labels[row]!);

/** The features left without a field: sums that one of its columns is a part of go with it. */
function withoutField(document: ModelDocument, matrix: FeatureMatrix, field: Field) {
  const gone = new Set(field.columns);
  for (const spec of document.model.preprocessor.features)
    if (spec.kind === "sum" && spec.parts.some((part) => gone.has(part))) gone.add(spec.name);
  return matrix.features.filter(({ name }) => !gone.has(name));
}

interface Splits {
  fromMs: number | null;
  parts: { train: Int32Array; test: Int32Array }[];
}

function splitsOf(
  set: TrainingSet,
  groups: Uint32Array,
  { seed, horizonDays = 0 }: { seed: number; horizonDays?: number },
): Splits | null {
  const rarer = (rows: Int32Array): number => {
    const left = rows.reduce((sum, row) => sum + set.labels[row]!, 0);
    return Math.min(left, rows.length - left);
  };
  // One window alone would hold too few leavers to tell small effects from none.
  const windows =
    set.times === undefined
      ? []
      : rollingTimeFolds(set.times, { horizonMs: horizonDays * DAY_MS, folds: FOLDS })
          .map(({ train, test, testFromMs }) => ({
            train: Int32Array.from(train),
            test: Int32Array.from(test),
            testFromMs,
          }))
          .filter(({ train, test }) => Math.min(rarer(train), rarer(test)) >= FEWEST_OUTCOMES);
  if (windows[0] !== undefined) return { fromMs: windows[0].testFromMs, parts: windows };
  const rows = Int32Array.from(set.labels.keys());
  if (rarer(rows) < FEWEST_OUTCOMES) return null;
  const foldOf = foldsFor(
    { labels: set.labels, rowIds: set.table.rowIds, groups },
    rows,
    FOLDS,
    seed,
    "fields",
  );
  if (foldOf === null) return null;
  const folds = [...new Set(foldOf)].sort((a, b) => a - b);
  return {
    fromMs: null,
    parts: folds.map((fold) => ({
      train: rows.filter((row) => foldOf[row] !== fold),
      test: rows.filter((row) => foldOf[row] === fold),
    })),
  };
}
