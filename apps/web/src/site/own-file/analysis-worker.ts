import "./buffer-stand-in.ts";
import { analyseOwnFile } from "./analyse-own-file.ts";
import { readOwnFile, wordsOf } from "./read-own-file.ts";
import type { OwnTable } from "./read-own-file.ts";
import type { WorkerAsk, WorkerSaid } from "./worker-messages.ts";

/** What the browser gives a worker of its own; TypeScript knows a window here. */
interface WorkerScope {
  postMessage(said: WorkerSaid): void;
  addEventListener(name: "message", hear: (event: MessageEvent<WorkerAsk>) => void): void;
}
const scope = self as unknown as WorkerScope;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page, not a window
const say = (said: WorkerSaid) => scope.postMessage(said);
let table: OwnTable | undefined;

/** Reads a visitor's file and analyses it, beside the page and never beyond it: this program has nobody to send to. */
scope.addEventListener("message", ({ data }) => {
  answer(data).catch((error: unknown) =>
    say({ said: "refused", message: error instanceof Error ? error.message : "The file could not be read." }),
  );
});

async function answer(asked: WorkerAsk): Promise<void> {
  if (asked.ask === "read") {
    const read = await readOwnFile(asked.file);
    if ("refused" in read) return say({ said: "refused", message: read.refused });
    const own = (table = read.table);
    const words = Object.fromEntries(own.names.map((name) => [name, wordsOf(own, name)]));
    return say({ said: "read", columns: read.columns, words });
  }
  if (table === undefined) throw new Error("There is no file yet.");
  const found = await analyseOwnFile(table, asked.mapping, asked.label, {
    now: new Date(),
    onProgress: (fraction, message) => say({ said: "progress", fraction, message }),
  });
  say("refused" in found ? { said: "refused", message: found.refused } : { said: "answer", answer: found });
}
