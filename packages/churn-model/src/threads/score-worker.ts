// Scores tables on its own thread: gets the model once, then one table at a time.
import { parentPort, workerData } from "node:worker_threads";

import type { ModelDocument } from "../document/document.ts";
import { scoreAndExplain } from "../scoring/use-model.ts";
import type { ScoreReply, ScoreTask } from "./open-scorer.ts";

const document = workerData as ModelDocument;

parentPort!.on("message", ({ table, explainedRows }: ScoreTask) => {
  const reply: ScoreReply = scoreAndExplain(document, table, explainedRows);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(reply, [reply.probabilities.buffer as ArrayBuffer]);
});
