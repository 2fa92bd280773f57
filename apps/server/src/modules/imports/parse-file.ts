import { employParser, type ParserEvent } from "./parser-pool.ts";
import type { FileProfile, FromParser, ParsedBatch, ParseTask, ProfileTask } from "./parse-protocol.ts";

/** Batches parsed ahead while one is being written: parser and database work at the same time. */
const BATCHES_AHEAD = 1;

/** The file itself cannot be imported; `message` says why, for its owner. */
export class FileRefusedError extends Error {
  override readonly name = "FileRefusedError";
}

/** The parser was killed or crashed; the same file may well be read the next time. */
export class ParserCrashedError extends Error {
  override readonly name = "ParserCrashedError";
}

function failureOf(event: Extract<ParserEvent, { type: "error" | "exit" }>): Error {
  if (event.type === "error") {
    return event.isRefusal ? new FileRefusedError(event.message) : new Error(event.message);
  }
  // V8 ends a process that is out of heap with SIGABRT; a shell's view of the same is 134.
  return event.signal === "SIGABRT" || event.code === 134
    ? new FileRefusedError("The file needs more memory than an import may use. Split it, or save it as CSV.")
    : new ParserCrashedError(`The parser ended early (${event.signal ?? event.code})`);
}

/** Looks at the file's first rows in a process of its own. Throws FileRefusedError. */
export async function profileFile(task: Omit<ProfileTask, "kind">): Promise<FileProfile> {
  const answer = Promise.withResolvers<FileProfile>();
  const parser = employParser({ kind: "profile", ...task }, (event) => {
    if (event.type === "profile") answer.resolve(event.profile);
    if (event.type === "error" || event.type === "exit") answer.reject(failureOf(event));
  });
  try {
    const profile = await answer.promise;
    parser.release();
    return profile;
  } catch (error) {
    parser.kill();
    throw error;
  }
}

/** A file being parsed: batches in order, at most a few of them in memory. */
export interface FileParser extends AsyncIterable<ParsedBatch> {
  /** The cells of rows of the batch last handed out. */
  cellsOf(rows: readonly number[]): Promise<Map<number, string[]>>;
  /** Needed in the end, whether or not the file was read to its end. */
  close(): void;
}

/** Starts parsing in a process of its own, from the beginning or a resume point. Iteration throws FileRefusedError. */
export function parseFile(task: Omit<ParseTask, "kind">): FileParser {
  const arrived: Exclude<ParserEvent, Extract<FromParser, { type: "cells" | "profile" }>>[] = [];
  const cellAnswers: PromiseWithResolvers<Map<number, string[]>>[] = [];
  let wake: () => void = () => {};
  let hasEnded = false;
  const parser = employParser({ kind: "parse", ...task }, (event) => {
    if (event.type === "cells") cellAnswers.shift()?.resolve(new Map(event.cells));
    else if (event.type !== "profile") {
      if (event.type === "exit") for (const answer of cellAnswers.splice(0)) answer.reject(failureOf(event));
      arrived.push(event);
      wake();
    }
  });

  async function* batches(): AsyncGenerator<ParsedBatch> {
    for (let ahead = 0; ahead <= BATCHES_AHEAD; ahead++) parser.send({ type: "next" });
    for (;;) {
      while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const event = arrived.shift();
      if (event?.type === "error" || event?.type === "exit") throw failureOf(event);
      if (event?.type === "end") {
        hasEnded = true;
        return;
      }
      if (event?.type !== "batch") continue;
      parser.send({ type: "next" });
      yield event.batch;
    }
  }

  return {
    [Symbol.asyncIterator]: batches,
    cellsOf(rows) {
      const answer = Promise.withResolvers<Map<number, string[]>>();
      cellAnswers.push(answer);
      parser.send({ type: "cells", rows: [...rows] });
      return answer.promise;
    },
    close: () => (hasEnded ? parser.release() : parser.kill()),
  };
}
