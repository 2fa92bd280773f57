import type { ServerModule } from "#platform/server-module.ts";
import { bindModelsRoutes } from "./routes.ts";

export * from "./engine-door.ts";
export { anotherMeaning } from "./champion/another-meaning.ts";
export {
  challengeChampion,
  firstModel,
  inPlaceOfBroken,
  type Challenger,
} from "./champion/challenge-champion.ts";
export { readColumnChoices, type ColumnChoices } from "./column-choices.ts";
export { readModelDrift, storeModelDrift } from "./drift/drift-reports.ts";
export { measureModelDrift, type DriftBaselines } from "./drift/measure-model-drift.ts";
export {
  churnOf,
  findChampion,
  findModel,
  findModelChurn,
  insertModel,
  isChampionUndated,
  listKnownVersions,
  listModels,
  nextModelVersion,
  type NewModel,
} from "./models-repository.ts";
export { readModelDrivers } from "./quality/read-drivers.ts";
export { readModelFindings } from "./quality/read-findings.ts";
export { readLearnedFields, type LearnedFields } from "./quality/read-learned-fields.ts";
export { readFieldKnowledge } from "./quality/read-field-values.ts";
export { toDrivers } from "./quality/to-drivers.ts";
export { atBands, measured, toModelQuality } from "./quality/to-model-quality.ts";
export { removeModels } from "./remove-models.ts";
export { listModelSummaries } from "./read-models.ts";
export {
  asScored,
  readDocument,
  readScoringModel,
  unusable,
  type ScoringModel,
} from "./read-scoring-model.ts";

/** A company's churn models: trained, measured, compared with the one in use, and watched for drift. */
export const modelsModule: ServerModule = { name: "models", routes: bindModelsRoutes };
