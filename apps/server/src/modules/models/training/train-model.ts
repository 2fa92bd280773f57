import {
  driftBaseline,
  explainRows,
  selectRows,
  trainChurnModel,
  type ModelDocument,
  type Recipe,
  type Refusal,
  type Table,
  type TrainingProgress,
  type TrainingSet,
} from "@forestay/churn-model";
import type { Database } from "#platform/db/database.ts";
import { columnsOfFields, type FeaturePlan } from "#modules/features/engine-door.ts";
import { describeTraining } from "../quality/describe-training.ts";
import type { TrainedModel, TrainingStage, TrainingTask } from "./training-task.ts";
import { loadDates } from "./load-dates.ts";
import { loadHistory } from "./load-history.ts";
import { heldOutOf, packHeldOut, readHeldOut } from "./held-out-rows.ts";
import { loadLabels, type ChampionRows } from "./load-labels.ts";

/**
 * Up to so many values (rows x columns) the stack, or for little data its small cousin, is affordable: the sample
 * company's 17,000 customer-months x 31 columns take 21 CPU seconds, measuring included, the largest sample of 200,000
 * x 31 about 75 (decision 0013). Above this, tables of hundreds of columns, the regression.
 */
const STACK_UP_TO_VALUES = 10_000_000;
/** Undated rows are measured by cross-validating the whole method, five more fits; above this the inner folds serve. */
const NESTED_UP_TO_ROWS = 3_000;

const stages: Partial<Record<TrainingProgress["stage"], TrainingStage>> = {
  prepare: "screening",
  screen: "screening",
  // Held-out measuring trains a model per fold: to a person it is the training; what follows takes the measure.
  evaluate: "training",
  fit: "training",
  explain: "measuring",
};

/** Reads what there is to learn from, trains on it, and gives the model with everything its card needs. */
export async function trainModel(
  db: Database,
  task: TrainingTask,
  { threads, onProgress }: { threads: number; onProgress: (stage: TrainingStage, fraction: number) => void },
): Promise<
  | { kind: "trained"; trained: TrainedModel; model: ModelDocument; unseen: Table | null }
  | { kind: "refused"; refusal: Refusal }
> {
  const { companyId, rule, expectedRows, horizonDays, champion } = task;
  // Whoever asked ends the whole process instead.
  const { signal } = new AbortController();
  const compared = champion && {
    ...champion,
    heldOut: champion.heldOut && readHeldOut(champion.heldOut),
  };
  const by = { rule, horizonDays, signal, champion: compared };
  const load = {
    history: () => loadHistory(db, companyId, { ...by, expectedRows }),
    dates: () => loadDates(db, companyId, { ...by, customers: expectedRows }),
    labels: () => loadLabels(db, companyId, { ...by, expectedRows }),
  };
  const loaded = await load[task.source]();
  const { set } = loaded;
  const outcome = await trainChurnModel(set, {
    seed: task.seed,
    ...recipeFor(set),
    threads,
    horizonDays,
    // The sample is drawn already, at the company's own rate (sample-customers.ts).
    mostRows: Infinity,
    // Dated history knows its own share; a labelled file may be half leavers.
    ...(task.source === "labels" && task.trueLeavingShare !== null
      ? { truePriorRate: task.trueLeavingShare }
      : {}),
    keep: columnsOfFields(loaded.plan, task.columns.keep),
    drop: columnsOfFields(loaded.plan, task.columns.leaveOut),
    onProgress: ({ stage, fraction }) => {
      const named = stages[stage];
      if (named) onProgress(named, fraction);
    },
  });
  if (outcome.kind === "refused") return { kind: "refused", refusal: outcome };
  const { document: model, report, heldOutProbabilities, measuredRows } = outcome;
  const { seed, currency } = task;
  const description = describeTraining(
    loaded.plan,
    set,
    outcome,
    { seed, horizonDays, currency },
    // What was reported up to here is nearly all of the training's own.
    (fraction) => onProgress("measuring", 0.9 + 0.1 * fraction),
  );
  const trained: TrainedModel = {
    kind: "trained",
    plan: loaded.plan,
    trainingSource: loaded.trainingSource,
    dataWindow: loaded.dataWindow,
    documentText: JSON.stringify(model),
    report,
    baseProbability: explainRows(model, set.table, [0])[0]?.baseProbability ?? report.baseRate,
    labels: set.labels,
    times: set.times ?? null,
    heldOutProbabilities,
    measuredRows,
    description,
    customers: set.groups ? numberedCustomers(set.groups) : null,
    heldOut: packHeldOut(set.table.rowIds, set.labels, heldOutProbabilities),
    unseen: loaded.unseen?.rows ?? null,
    heldOutByChampion: heldOutByChampion(set, loaded.plan, compared),
    featureBaselines: featureBaselinesOf(set),
  };
  return { kind: "trained", trained, model, unseen: loaded.unseen?.table ?? null };
}

/** Of a row whose outcome is another by now nothing: what was said of it then was not about this one. */
function heldOutByChampion(
  { table, labels }: TrainingSet,
  { source }: FeaturePlan,
  champion: ChampionRows | null,
): Float64Array | null {
  const said = champion?.plan.source === source ? champion.heldOut : null;
  if (said === null) return null;
  return Float64Array.from(table.rowIds, (id, row) => {
    const known = heldOutOf(said, id);
    return known !== null && known.left === labels[row] ? known.probability : Number.NaN;
  });
}

/** Customers as numbers in the order they come: their ids would take most of the message. */
function numberedCustomers(groups: readonly string[]): Uint32Array {
  const numbers = new Map<string, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return Uint32Array.from(groups, (group) => numbers.get(group) ?? 0);
}

function recipeFor({ table, times }: TrainingSet): { recipe: Recipe; evaluation: "full" | "folds" } {
  const rows = table.rowIds.length;
  return {
    recipe: rows * table.columns.length > STACK_UP_TO_VALUES ? "logistic" : "auto",
    evaluation: times === undefined && rows > NESTED_UP_TO_ROWS ? "folds" : "full",
  };
}

/** Undated rows hold those who have left, who are never scored again: their absence would look like drift. */
function featureBaselinesOf({ table, labels, times }: TrainingSet) {
  const rows = Array.from(labels.keys()).filter((row) => times !== undefined || labels[row] === 0);
  return driftBaseline(selectRows(table, rows));
}
