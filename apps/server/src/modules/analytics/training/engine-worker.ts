import { availableParallelism } from "node:os";
import { parentPort } from "node:worker_threads";
import {
  driftBaseline,
  explainRows,
  findCounterfactuals,
  parseModelDocument,
  scoreTable,
  selectRows,
  trainChurnModel,
  type ModelDocument,
  type Recipe,
  type TrainingProgress,
  type TrainingSet,
} from "@forestay/churn-model";
import type { EngineReply, EngineRequest } from "./engine-messages.ts";

// The engine's thread: sums of seconds run here, so that the process goes on answering requests and heartbeats.
const port = parentPort;
if (!port) throw new Error("engine-worker.ts runs as a worker thread only");

/**
 * Up to so many values (rows x columns) the stack, or for little data its small cousin, is affordable: a fit of 7,000
 * rows x 19 columns takes 4.5 CPU seconds. The sample company's 17,000 customer-months took a busy machine 50 to 110 s,
 * and somebody waits for it: above this the regression, which answers in seconds.
 */
const STACK_UP_TO_VALUES = 250_000;
/** Undated rows are measured by cross-validating the whole method, five more fits; above this the inner folds serve. */
const NESTED_UP_TO_ROWS = 3_000;
/** All cores but one: that one goes on answering. */
const threads = Math.max(1, availableParallelism() - 1);

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

let model: ModelDocument | null = null;
const reply = (message: EngineReply) => port.postMessage(message);

const stages: Partial<Record<TrainingProgress["stage"], "screening" | "training" | "measuring">> = {
  prepare: "screening",
  screen: "screening",
  // Held-out measuring trains a model per fold: to a person it is the training; what follows takes the measure.
  evaluate: "training",
  fit: "training",
  explain: "measuring",
};

async function answer(request: EngineRequest): Promise<void> {
  switch (request.kind) {
    case "train": {
      const outcome = await trainChurnModel(request.set, {
        seed: request.seed,
        ...recipeFor(request.set),
        threads,
        horizonDays: request.horizonDays,
        onProgress: ({ stage, fraction }) => {
          const named = stages[stage];
          if (named) reply({ kind: "progress", stage: named, fraction });
        },
      });
      if (outcome.kind === "refused") return reply({ kind: "refused", refusal: outcome });
      model = outcome.document;
      const baseProbability =
        explainRows(model, request.set.table, [0])[0]?.baseProbability ?? outcome.report.baseRate;
      const { report, heldOutProbabilities } = outcome;
      return reply({
        kind: "trained",
        documentText: JSON.stringify(model),
        report,
        baseProbability,
        heldOutProbabilities,
        featureBaselines: featureBaselinesOf(request.set),
      });
    }
    case "load": {
      const parsed = parseModelDocument(request.documentText);
      if (parsed.kind === "refused") return reply({ kind: "unusable", message: parsed.message });
      model = parsed.document;
      const nobody = { rowIds: ["nobody"], columns: [] };
      const baseProbability = explainRows(model, nobody, [0])[0]?.baseProbability ?? model.card.baseRate;
      return reply({ kind: "loaded", report: model.card, baseProbability });
    }
    case "score": {
      if (!model) throw new Error("No model is loaded");
      const { probabilities, inputs } = scoreTable(model, request.table);
      const explanations =
        request.explainRows.length > 0 ? explainRows(model, request.table, request.explainRows) : [];
      const unseen = inputs
        .filter((input) => input.unseen > 0)
        .map((input) => ({ feature: input.feature, rows: input.unseen }));
      return reply({ kind: "scored", probabilities, explanations, unseen });
    }
    case "counterfactuals": {
      if (!model) throw new Error("No model is loaded");
      const { table, actionable } = request;
      return reply({ kind: "counterfactuals", found: findCounterfactuals(model, table, 0, { actionable }) });
    }
  }
}

port.on("message", (request: EngineRequest) => {
  answer(request).catch((error: unknown) => {
    reply({
      kind: "failed",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  });
});
