export type { CategoricalColumn, Column, NumericColumn, Table, TrainingSet } from "./table.ts";
export { findColumn, selectRows } from "./table.ts";
export type { Random } from "./random.ts";
export { createRandom, deriveSeed } from "./random.ts";
export type {
  Contribution,
  Explanation,
  Recipe,
  Scores,
  Trained,
  TrainingOptions,
  TrainingOutcome,
  TrainingProgress,
} from "./pipeline/contract.ts";
export type { ModelDocument, ParsedDocument } from "./pipeline/document.ts";
export { parseModelDocument } from "./pipeline/document.ts";
export { ENGINE_VERSION, trainChurnModel } from "./pipeline/train-churn-model.ts";
export { explainRows, scoreTable } from "./pipeline/use-model.ts";
export type {
  BaselineResult,
  CalibrationBin,
  Driver,
  DroppedColumn,
  DropReason,
  Interval,
  LeakFinding,
  LiftTenth,
  Refusal,
  RefusalReason,
  RocPoint,
  TrainingReport,
  Verdict,
} from "./pipeline/report.ts";
