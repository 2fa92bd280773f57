// The narrow door (as customers/engine-door.ts): training, and what scoring reads of a model, without routes, card and champion.

export type { ScoredSample } from "./drift/measure-model-drift.ts";
export { probabilityRangeAt } from "./quality/to-model-quality.ts";
export {
  closedOf,
  newestSnapshotMs,
  readKnownUntil,
  readLatestSnapshots,
  readPasts,
} from "./training/load-history.ts";
export { trainModel } from "./training/train-model.ts";
export type { TrainedModel, TrainingStage, TrainingTask } from "./training/training-task.ts";
