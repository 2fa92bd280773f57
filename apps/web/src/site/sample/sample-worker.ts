import { explainSample, readSampleModel } from "./explain-sample.ts";
import type { SampleExplanation, SampleValues } from "./sample-fields.ts";
import document from "./sample-model.json?raw";

interface WorkerScope {
  postMessage(said: SampleExplanation): void;
  addEventListener(name: "message", hear: (event: MessageEvent<SampleValues>) => void): void;
}
const scope = self as unknown as WorkerScope;
const model = readSampleModel(document);

/** Explains the sample's customer anew with each change, by the engine itself, beside the page. */
scope.addEventListener("message", ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page, not a window
  scope.postMessage(explainSample(model, data));
});
