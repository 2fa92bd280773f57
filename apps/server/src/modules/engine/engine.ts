import { fork, type ChildProcess } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import type { Counterfactual, Explanation, Table, TrainingReport, Uplift } from "@forestay/churn-model";
import type { Database } from "#platform/db/database.ts";
import type { ResultCall, ScoringResult, ScoringTask } from "#modules/scoring/index.ts";
import { OVER_MEMORY_SIGNAL } from "./engine-guard.ts";
import type { EngineReply, EngineRequest, UpliftTask } from "./engine-messages.ts";
import type { TrainedModel, TrainingTask } from "#modules/models/index.ts";

type Reply<K extends EngineReply["kind"]> = Extract<EngineReply, { kind: K }>;
export type EngineProgress = Omit<Reply<"progress">, "kind">;
type OnProgress = (progress: EngineProgress) => void;

export interface LoadedModel {
  report: TrainingReport;
  /** Where explanations start from: the average customer's probability. */
  baseProbability: number;
}

/** The churn engine in a process of its own; holds one model at a time. Calls are made one after the other. */
export interface Engine {
  /** Reads what there is to learn from and trains on it. */
  train(task: TrainingTask, onProgress: OnProgress): Promise<TrainedModel | Reply<"refused">>;
  /** Probabilities by another model of the last training's `unseen` rows; null when that model cannot be used. */
  scoreUnseen(documentText: string): Promise<Float64Array | null>;
  /** Loads a stored document; `unusable` when it is of another version or was changed. */
  load(documentText: string): Promise<({ kind: "loaded" } & LoadedModel) | Reply<"unusable">>;
  /** Reads and scores a selection; `take` gets the results batch by batch and is waited for. */
  scoreSelection(
    task: ScoringTask,
    take: (call: ResultCall) => Promise<string[]>,
    onProgress: OnProgress,
  ): Promise<ScoringResult>;
  score(table: Table): Promise<Float64Array>;
  /** What the probability of the table's first row is made of; null for an empty table. */
  explain(table: Table): Promise<Explanation | null>;
  /** The smallest changes of the named columns that lower the probability of the table's first row. */
  counterfactuals(table: Table, actionable: string[]): Promise<Counterfactual[]>;
  /** Learns from campaigns whom contact keeps, and judges that; null: too little to learn from. */
  learnUplift(task: UpliftTask): Promise<Reply<"learntUplift">["learnt"]>;
  /** The same told of customers as they are now, by what was learnt last. */
  tellUplift(facts: Float64Array): Promise<Uplift>;
  /** Ends the process at once, whatever it is doing. */
  close(): Promise<void>;
}

const ENGINE = fileURLToPath(new URL("./engine-process.ts", import.meta.url));
/** What V8 may keep; columns, bins and histograms lie outside and are watched by the process itself (engine-guard.ts). */
const MAX_HEAP_MB = 1536;

export interface EngineOptions {
  /** The records' database, for what the process reads itself; what-ifs bring their rows along. */
  db?: Database;
  /** Nobody waits for each answer: gives way to everything else on the machine. */
  inBackground: boolean;
}

/** Starts the process. An aborted `signal` kills it and rejects what is waited for with the signal's reason. */
export function startEngine(signal: AbortSignal, { db, inBackground }: EngineOptions): Engine {
  const child = forkEngine(inBackground);
  // What-ifs wait for answers, not for this process: it keeps nobody from ending.
  if (!inBackground) {
    child.unref();
    child.channel?.unref();
  }
  let waiting: { resolve: (reply: EngineReply) => void; reject: (error: unknown) => void } | null = null;
  let onProgress: OnProgress | null = null;
  let take: ((call: ResultCall) => Promise<string[]>) | null = null;
  let ended: unknown = null;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));

  const end = (error: unknown) => {
    ended ??= error;
    waiting?.reject(ended);
    waiting = null;
  };
  const send = (request: EngineRequest) => {
    // A process that is gone says so by its exit.
    if (child.connected) child.send(request, () => {});
  };
  const onResults = async (call: ResultCall) => {
    try {
      send({ kind: "taken", riskiest: (await take?.(call)) ?? [] });
    } catch (error) {
      // Half-taken results: this process has nothing more to say.
      end(error);
      child.kill("SIGKILL");
    }
  };
  child.on("message", (message) => {
    const reply = message as EngineReply;
    if (reply.kind === "progress") return onProgress?.(reply);
    if (reply.kind === "results") return void onResults(reply.call);
    const asked = waiting;
    waiting = null;
    if (reply.kind === "failed") asked?.reject(new Error(`The churn engine failed: ${reply.message}`));
    else asked?.resolve(reply);
  });
  child.on("error", end);
  child.on("exit", (code, killedBy) =>
    end(new Error(`The churn engine's process ${endInWords(code, killedBy)}`)),
  );
  const onAbort = () => {
    end(signal.reason);
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  if (db) {
    const { connectionString, statementTimeoutMs } = db;
    send({ kind: "database", connectionString, statementTimeoutMs });
  }

  const ask = <K extends EngineReply["kind"]>(request: EngineRequest): Promise<Reply<K>> =>
    new Promise<EngineReply>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      if (waiting) return reject(new Error("The churn engine is busy"));
      waiting = { resolve, reject };
      send(request);
    }) as Promise<Reply<K>>;

  return {
    train(task, report) {
      onProgress = report;
      return ask<"trained" | "refused">({ kind: "train", task });
    },
    async scoreUnseen(documentText) {
      const reply = await ask<"scored" | "unusable">({ kind: "scoreUnseen", documentText });
      return reply.kind === "scored" ? reply.probabilities : null;
    },
    load: (documentText) => ask<"loaded" | "unusable">({ kind: "load", documentText }),
    async scoreSelection(task, store, report) {
      onProgress = report;
      take = store;
      return (await ask<"scoredSelection">({ kind: "scoreSelection", task })).result;
    },
    score: async (table) => (await ask<"scored">({ kind: "score", table })).probabilities,
    explain: async (table) => (await ask<"explained">({ kind: "explain", table })).explanation,
    async counterfactuals(table, actionable) {
      return (await ask<"counterfactuals">({ kind: "counterfactuals", table, actionable })).found;
    },
    learnUplift: async (task) => (await ask<"learntUplift">({ kind: "learnUplift", task })).learnt,
    tellUplift: async (facts) => (await ask<"toldUplift">({ kind: "tellUplift", facts })).uplift,
    async close() {
      signal.removeEventListener("abort", onAbort);
      ended ??= new Error("The churn engine was closed");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function endInWords(code: number | null, killedBy: string | null): string {
  if (killedBy === OVER_MEMORY_SIGNAL) return "needed more memory than it may have";
  return `ended (${killedBy ?? `code ${code}`})`;
}

function forkEngine(inBackground: boolean): ChildProcess {
  const compileCache = getCompileCacheDir();
  return fork(ENGINE, inBackground ? ["background"] : [], {
    // Fewer malloc arenas: freed buffers go back instead of staying with each thread.
    env: { MALLOC_ARENA_MAX: "2", ...(compileCache ? { NODE_COMPILE_CACHE: compileCache } : {}) },
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
