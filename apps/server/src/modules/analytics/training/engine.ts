import { Worker } from "node:worker_threads";
import type { Counterfactual, Table, TrainingReport, TrainingSet } from "@forestay/churn-model";
import type { EngineReply, EngineRequest } from "./engine-messages.ts";

type Reply<K extends EngineReply["kind"]> = Extract<EngineReply, { kind: K }>;
export type EngineProgress = Omit<Reply<"progress">, "kind">;
export type EngineScores = Omit<Reply<"scored">, "kind">;

export interface LoadedModel {
  documentText: string;
  report: TrainingReport;
  /** Where explanations start from: the average customer's probability. */
  baseProbability: number;
}

/** The churn engine on a thread of its own; holds one model at a time. Calls are made one after the other. */
export interface Engine {
  train(
    set: TrainingSet,
    options: { seed: number; horizonDays: number; onProgress: (progress: EngineProgress) => void },
  ): Promise<Reply<"trained"> | Reply<"refused">>;
  /** Loads a stored document; `unusable` when it is of another version or was changed. */
  load(documentText: string): Promise<({ kind: "loaded" } & LoadedModel) | Reply<"unusable">>;
  score(table: Table, explainRows: Int32Array): Promise<EngineScores>;
  /** The smallest changes of the named columns that lower the probability of the table's first row. */
  counterfactuals(table: Table, actionable: string[]): Promise<Counterfactual[]>;
  /** Ends the thread at once, whatever it is doing. */
  close(): Promise<void>;
}

/** Memory the engine's thread may take (issue: worker under 2 GB). */
const MAX_HEAP_MB = 1536;

/** Starts the thread. An aborted `signal` ends it and rejects what is waited for with the signal's reason. */
export function startEngine(signal: AbortSignal, { inBackground = false } = {}): Engine {
  const worker = new Worker(new URL("./engine-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Nothing waits for a background thread when the process ends.
  if (inBackground) worker.unref();
  let waiting: { resolve: (reply: EngineReply) => void; reject: (error: unknown) => void } | null = null;
  let onProgress: ((progress: EngineProgress) => void) | null = null;
  let ended: unknown = null;

  const end = (error: unknown) => {
    ended ??= error;
    waiting?.reject(ended);
    waiting = null;
  };
  worker.on("message", (reply: EngineReply) => {
    if (reply.kind === "progress") return onProgress?.(reply);
    const asked = waiting;
    waiting = null;
    if (reply.kind === "failed") asked?.reject(new Error(`The churn engine failed: ${reply.message}`));
    else asked?.resolve(reply);
  });
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`The churn engine's thread ended (code ${code})`)));
  const onAbort = () => {
    end(signal.reason);
    void worker.terminate();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();

  const ask = <K extends EngineReply["kind"]>(request: EngineRequest): Promise<Reply<K>> =>
    new Promise<EngineReply>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      if (waiting) return reject(new Error("The churn engine is busy"));
      waiting = { resolve, reject };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      worker.postMessage(request, handedOver(request));
    }) as Promise<Reply<K>>;

  return {
    async train(set, options) {
      onProgress = options.onProgress;
      return ask<"trained" | "refused">({
        kind: "train",
        set,
        seed: options.seed,
        horizonDays: options.horizonDays,
      });
    },
    async load(documentText) {
      const reply = await ask<"loaded" | "unusable">({ kind: "load", documentText });
      return reply.kind === "loaded" ? { ...reply, documentText } : reply;
    },
    score: (table, explainRows) => ask<"scored">({ kind: "score", table, explainRows }),
    async counterfactuals(table, actionable) {
      return (await ask<"counterfactuals">({ kind: "counterfactuals", table, actionable })).found;
    },
    async close() {
      signal.removeEventListener("abort", onAbort);
      ended ??= new Error("The churn engine was closed");
      await worker.terminate();
    },
  };
}

/** Numeric columns are handed over, not copied: a large training set would stop this thread for the copying. */
function handedOver(request: EngineRequest): ArrayBuffer[] {
  const table =
    request.kind === "train" ? request.set.table : request.kind === "score" ? request.table : null;
  return (table?.columns ?? []).flatMap((column) =>
    column.kind === "numeric" && column.values.buffer instanceof ArrayBuffer ? column.values.buffer : [],
  );
}
