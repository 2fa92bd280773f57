import { flushCompileCache } from "node:module";
import { availableParallelism } from "node:os";
import {
  explainRows,
  findCounterfactuals,
  openScorer,
  parseModelDocument,
  scoreTable,
  selectRows,
  type ModelDocument,
  type OpenScorer,
  type Table,
} from "@forestay/churn-model";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { scoreSelection, type ResultCall } from "#modules/scoring/engine-door.ts";
import { guardProcess } from "./engine-guard.ts";
import type { EngineReply, EngineRequest } from "./engine-messages.ts";
import { learnUplift, type LearntUplift } from "./learn-uplift.ts";
import { trainModel } from "#modules/models/engine-door.ts";

// The engine's process: records are read and minutes of sums run here, so that the one that answers people neither
// waits nor grows, and all the memory goes back when the work is done (decision 0013).

/** All cores but one: that one goes on answering. */
const threads = Math.max(1, availableParallelism() - 1);

guardProcess({ givesWay: process.argv[2] === "background" });
// Whoever asked is gone: nobody will read on.
process.on("disconnect", () => process.exit());

let uplift: LearntUplift | null = null;
let db: Database | null = null;
let model: ModelDocument | null = null;
/** The last training's rows that the champion did not learn from, in the champion's columns. */
let unseen: Table | null = null;
/** Threads for what somebody waits for, with the model they hold. */
let atOnce: { document: ModelDocument; scorer: OpenScorer } | null = null;
const MOST_AT_ONCE = 4;
/** Fewer rows are scored before a thread has heard of them. */
const WORTH_SHARING_ROWS = 200;
let onTaken: ((riskiest: string[]) => void) | null = null;

function reply(message: EngineReply): void {
  // Nobody there any more: the disconnect that follows ends this process.
  process.send?.(message, () => {});
}

/** Hands results over and waits until they are stored: what is not yet stored stays bounded. */
function take(call: ResultCall): Promise<string[]> {
  return new Promise((resolve) => {
    onTaken = resolve;
    reply({ kind: "results", call });
  });
}

async function answer(request: EngineRequest): Promise<void> {
  switch (request.kind) {
    case "database":
      db = createDatabase({ ...request, maxConnections: 3, applicationName: "forestay-engine" });
      return;
    case "taken":
      return onTaken?.(request.riskiest);
    case "train": {
      if (!db) throw new Error("No database to read from");
      const outcome = await trainModel(db, request.task, {
        threads,
        onProgress: (stage, fraction) => reply({ kind: "progress", stage, fraction }),
      });
      if (outcome.kind === "refused") return reply(outcome);
      model = outcome.model;
      unseen = outcome.unseen;
      return reply(outcome.trained);
    }
    case "scoreUnseen": {
      const parsed = parseModelDocument(request.documentText);
      if (parsed.kind === "refused") return reply({ kind: "unusable", message: parsed.message });
      const table = unseen ?? { rowIds: [], columns: [] };
      return reply({ kind: "scored", probabilities: scoreTable(parsed.document, table).probabilities });
    }
    case "load": {
      const parsed = parseModelDocument(request.documentText);
      if (parsed.kind === "refused") return reply({ kind: "unusable", message: parsed.message });
      model = parsed.document;
      return reply({ kind: "loaded", report: model.card, baseProbability: baseProbabilityOf(model) });
    }
    case "scoreSelection": {
      if (!db) throw new Error("No database to read from");
      const scorer = model === null ? null : openScorer(model, threads);
      try {
        const result = await scoreSelection(db, request.task, {
          scorer,
          take,
          onProgress: (fraction) => reply({ kind: "progress", stage: "scoring", fraction }),
        });
        return reply({ kind: "scoredSelection", result });
      } finally {
        await scorer?.close();
      }
    }
    case "score": {
      if (!model) throw new Error("No model is loaded");
      return reply({ kind: "scored", probabilities: await scoreAtOnce(model, request.table) });
    }
    case "explain": {
      if (!model) throw new Error("No model is loaded");
      const { table } = request;
      const first = table.rowIds.length === 0 ? [] : explainRows(model, table, [0]);
      return reply({ kind: "explained", explanation: first[0] ?? null });
    }
    case "counterfactuals": {
      if (!model) throw new Error("No model is loaded");
      const { table, actionable } = request;
      return reply({ kind: "counterfactuals", found: findCounterfactuals(model, table, 0, { actionable }) });
    }
    case "learnUplift": {
      uplift = learnUplift(request.task);
      return reply({ kind: "learntUplift", learnt: uplift && { quality: uplift.quality } });
    }
    case "tellUplift": {
      if (!uplift) throw new Error("No uplift was learnt");
      return reply({ kind: "toldUplift", uplift: uplift.tell(request.facts) });
    }
  }
}

/** Somebody waits for the answer: a large table is scored by all cores, which stay for the next one. */
async function scoreAtOnce(document: ModelDocument, table: Table): Promise<Float64Array> {
  const rows = table.rowIds.length;
  if (rows === 0) return new Float64Array();
  if (rows < WORTH_SHARING_ROWS) return scoreTable(document, table).probabilities;
  if (atOnce?.document !== document) {
    await atOnce?.scorer.close();
    atOnce = { document, scorer: openScorer(document, Math.min(MOST_AT_ONCE, availableParallelism())) };
  }
  const { scorer } = atOnce;
  const perPart = Math.ceil(rows / Math.min(MOST_AT_ONCE, availableParallelism()));
  const parts: Promise<Float64Array>[] = [];
  for (let from = 0; from < rows; from += perPart) {
    const part = selectRows(
      table,
      Array.from({ length: Math.min(perPart, rows - from) }, (_, i) => from + i),
    );
    parts.push(scorer.score(part).then(({ probabilities }) => probabilities));
  }
  const probabilities = new Float64Array(rows);
  for (const [number, part] of (await Promise.all(parts)).entries())
    probabilities.set(part, number * perPart);
  return probabilities;
}

function baseProbabilityOf(document: ModelDocument): number {
  const nobody = { rowIds: ["nobody"], columns: [] };
  return explainRows(document, nobody, [0])[0]?.baseProbability ?? document.card.baseRate;
}

process.on("message", (request: EngineRequest) => {
  answer(request).catch((error: unknown) => {
    reply({
      kind: "failed",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  });
});

// Ended without a word when it is no longer needed: what was compiled is kept for the next one now.
flushCompileCache();
