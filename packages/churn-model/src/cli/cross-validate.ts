import { groupDuplicates } from "../duplicates/duplicate-groups.ts";
import { measureHeldOut, type HeldOutQuality } from "../metrics/held-out-quality.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import type { Recipe } from "../pipeline/contract.ts";
import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { scoreTable } from "../pipeline/use-model.ts";
import { deriveSeed } from "../random.ts";
import { selectRows, type Table } from "../table.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";
import { CommandError } from "./command-error.ts";
import type { Progress } from "./output.ts";

export interface CrossValidation {
  table: Table;
  labels: Uint8Array;
  foldOf: ArrayLike<number>;
  seed: number;
  threads: number;
  recipe: Recipe;
  onProgress: Progress;
}

export interface CrossValidated {
  probabilities: Float64Array;
  folds: { fold: number; rows: number; rocAuc: number | null; logLoss: number }[];
  pooled: HeldOutQuality | null;
}

/** Trains on all folds but one, as the product trains, and scores the one left out, for each fold. */
export async function crossValidate(options: CrossValidation): Promise<CrossValidated> {
  const { table, labels, foldOf } = options;
  const rows = Array.from(labels.keys());
  const names = [...new Set(Array.from(foldOf))].sort((a, b) => a - b);
  const probabilities = new Float64Array(labels.length);
  const folds: CrossValidated["folds"] = [];
  for (const [done, fold] of names.entries()) {
    const train = rows.filter((row) => foldOf[row] !== fold);
    const test = rows.filter((row) => foldOf[row] === fold);
    const set = { table: selectRows(table, train), labels: Uint8Array.from(train, (row) => labels[row]!) };
    const outcome = await trainChurnModel(set, {
      seed: deriveSeed(options.seed, "cross-validate", fold),
      threads: options.threads,
      recipe: options.recipe,
      evaluation: "folds",
      onProgress: ({ fraction, message }) =>
        options.onProgress((done + fraction) / names.length, `fold ${fold}: ${message}`),
    });
    if (outcome.kind === "refused")
      throw new CommandError(`fold ${fold} cannot be trained: ${outcome.message}`);
    const scores = scoreTable(outcome.document, selectRows(table, test)).probabilities;
    test.forEach((row, i) => (probabilities[row] = scores[i]!));
    const truth = Uint8Array.from(test, (row) => labels[row]!);
    folds.push({ fold, rows: test.length, rocAuc: rocAuc(truth, scores), logLoss: logLoss(truth, scores) });
  }
  return { probabilities, folds, pooled: measureHeldOut(labels, probabilities, { seed: options.seed }) };
}

/** Folds made here: five, both classes dealt evenly, equal rows kept together when asked. */
export function ownFolds(table: Table, labels: Uint8Array, seed: number, together: boolean): Uint32Array {
  const options = { seed: deriveSeed(seed, "cross-validate"), keys: table.rowIds };
  const outcomes = labels.reduce((sum, label) => sum + label, 0);
  const folds = Math.min(5, outcomes, labels.length - outcomes);
  if (folds < 2)
    throw new CommandError(`${outcomes} of ${labels.length} rows left: nothing to cross-validate`);
  if (!together) return stratifiedFolds(labels, folds, options);
  return groupedFolds(labels, groupDuplicates(table).groupOf, folds, options);
}

/** Mean of the folds' figures, and the pooled ones, as text. */
export function crossValidationText(result: CrossValidated): string[] {
  const mean = (pick: (fold: CrossValidated["folds"][number]) => number): string =>
    (result.folds.reduce((sum, fold) => sum + pick(fold), 0) / result.folds.length).toFixed(5);
  return [
    ...result.folds.map(
      ({ fold, rows, rocAuc, logLoss }) =>
        `fold ${fold}: ${rows} rows, AUC ${rocAuc === null ? "none (one class)" : rocAuc.toFixed(5)}, log loss ${logLoss.toFixed(5)}`,
    ),
    `mean of folds: AUC ${mean(({ rocAuc }) => rocAuc ?? Number.NaN)}, log loss ${mean(({ logLoss }) => logLoss)}`,
  ];
}
