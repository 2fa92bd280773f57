import { Worker } from "node:worker_threads";

import type { Explanation } from "../explain/explanation.ts";
import type { ModelDocument } from "../document/document.ts";
import type { Scores } from "../scoring/scores.ts";
import { scoreAndExplain } from "../scoring/use-model.ts";
import type { Table } from "../table.ts";
import { workerUrl } from "./worker-url.ts";

/** Scores of a table's rows, and explanations of the rows that were asked for, in the order asked. */
export interface ExplainedScores extends Scores {
  explanations: Explanation[];
}

export interface ScoreTask {
  table: Table;
  explainedRows: ArrayLike<number>;
}

export type ScoreReply = ExplainedScores;

/** Scores table after table with one model. */
export interface OpenScorer {
  /**
   * Answers in the order of the questions or not: each with its own promise. On threads of its own the table's numbers
   * are handed over, not copied: the caller's arrays are empty afterwards.
   */
  score(table: Table, explainedRows?: ArrayLike<number>): Promise<ExplainedScores>;
  /** Ends the threads; what is still waited for is rejected. */
  close(): Promise<void>;
}

interface Waiting {
  task: ScoreTask;
  resolve(reply: ScoreReply): void;
  reject(error: unknown): void;
}

/**
 * Opens a model for scoring on `threads` threads of its own, while this one stays free; 0: on this one, when asked.
 * A row's score does not depend on the threads or on the rows it came with.
 */
export function openScorer(document: ModelDocument, threads: number): OpenScorer {
  if (threads === 0)
    return {
      score: async (table, explainedRows = []) => scoreAndExplain(document, table, explainedRows),
      close: async () => {},
    };
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  let ended: Error | null = null;

  const next = (): void => {
    while (idle.length > 0 && waiting.length > 0) {
      const worker = idle.pop()!;
      const asked = waiting.shift()!;
      busy.set(worker, asked);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(asked.task, buffersOf(asked.task.table));
    }
  };
  const end = (error: Error): void => {
    ended ??= error;
    for (const asked of [...busy.values(), ...waiting]) asked.reject(ended);
    busy.clear();
    waiting.length = 0;
  };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(workerUrl("score-worker"), {
      workerData: document,
      execArgv: [],
    });
    worker.on("message", (reply: ScoreReply) => {
      const asked = busy.get(worker);
      busy.delete(worker);
      idle.push(worker);
      asked?.resolve(reply);
      next();
    });
    worker.on("error", end);
    worker.on("exit", (code) => end(new Error(`a scoring thread ended with code ${code}`)));
    return worker;
  });
  idle.push(...workers);
  return {
    score(table, explainedRows = []) {
      if (ended !== null) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting.push({ task: { table, explainedRows }, resolve, reject });
        next();
      });
    },
    async close() {
      end(new Error("the scorer was closed"));
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function buffersOf(table: Table): ArrayBuffer[] {
  const buffers = table.columns.flatMap((column) =>
    column.kind === "numeric" && column.values.buffer instanceof ArrayBuffer ? [column.values.buffer] : [],
  );
  return [...new Set(buffers)];
}
