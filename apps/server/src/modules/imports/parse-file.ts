import { Worker } from "node:worker_threads";
import type {
  FileProfile,
  FromParser,
  ParsedBatch,
  ParseTask,
  ProfileTask,
  ToParser,
} from "./parse-protocol.ts";

/** Batches parsed ahead while one is being written: parser and database work at the same time. */
const BATCHES_AHEAD = 1;
/** The parser's heap; the whole server stays under 512 MB at any file size. */
const PARSER_HEAP_MB = 192;

/** The file itself cannot be imported; `message` says why, for its owner. */
export class FileRefusedError extends Error {
  override readonly name = "FileRefusedError";
}

function startParser(task: ParseTask | ProfileTask): Worker {
  return new Worker(new URL("./parse-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: PARSER_HEAP_MB },
  });
}

function failureOf(message: Extract<FromParser, { type: "error" }>): Error {
  return message.isRefusal ? new FileRefusedError(message.message) : new Error(message.message);
}

/** Looks at the file's first rows in a thread of its own. Throws FileRefusedError. */
export async function profileFile(task: Omit<ProfileTask, "kind">): Promise<FileProfile> {
  const worker = startParser({ kind: "profile", ...task });
  try {
    return await new Promise<FileProfile>((resolve, reject) => {
      worker.on("message", (message: FromParser) => {
        if (message.type === "profile") resolve(message.profile);
        if (message.type === "error") reject(failureOf(message));
      });
      worker.on("error", (error) => reject(outOfMemory(error)));
      worker.on("exit", () => reject(new Error("The parser ended without an answer")));
    });
  } finally {
    await worker.terminate();
  }
}

/** A file being parsed: batches in order, at most a few of them in memory. */
export interface FileParser extends AsyncIterable<ParsedBatch> {
  /** The cells of rows of the batch last handed out. */
  cellsOf(rows: readonly number[]): Promise<Map<number, string[]>>;
  close(): Promise<void>;
}

/** Starts parsing in a thread of its own, from the beginning or a resume point. Iteration throws FileRefusedError. */
export function parseFile(task: Omit<ParseTask, "kind">): FileParser {
  const worker = startParser({ kind: "parse", ...task });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  const ask = (message: ToParser) => worker.postMessage(message);
  const arrived: (FromParser | Error)[] = [];
  const cellAnswers: ((cells: Map<number, string[]>) => void)[] = [];
  let wake: () => void = () => {};
  const arrive = (message: FromParser | Error) => {
    arrived.push(message);
    wake();
  };
  worker.on("message", (message: FromParser) => {
    if (message.type === "cells") cellAnswers.shift()?.(new Map(message.cells));
    else arrive(message);
  });
  worker.on("error", (error) => arrive(outOfMemory(error)));
  // After its last message this is not read any more.
  worker.on("exit", () => arrive(new Error("The parser ended early")));

  async function* batches(): AsyncGenerator<ParsedBatch> {
    for (let ahead = 0; ahead <= BATCHES_AHEAD; ahead++) ask({ type: "next" });
    for (;;) {
      while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const message = arrived.shift();
      if (message === undefined || message instanceof Error)
        throw message ?? new Error("The parser gave no batch");
      if (message.type === "error") throw failureOf(message);
      if (message.type === "end") return;
      if (message.type !== "batch") continue;
      ask({ type: "next" });
      yield message.batch;
    }
  }

  return {
    [Symbol.asyncIterator]: batches,
    cellsOf(rows) {
      const answer = new Promise<Map<number, string[]>>((resolve) => cellAnswers.push(resolve));
      ask({ type: "cells", rows: [...rows] });
      return answer;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function outOfMemory(error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  return (known as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new FileRefusedError("The file needs more memory than an import may use. Split it, or save it as CSV.")
    : known;
}
