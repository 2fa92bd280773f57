import { boostingModel, type BoostingModelDocument } from "./boosting/boosting-model.ts";
import type { Binning } from "./boosting/binning.ts";
import type { FittedModel } from "./estimator.ts";
import { forestModel, type ForestDocument } from "./forest/forest-model.ts";
import { logisticModel, type LogisticDocument } from "./logistic/logistic-model.ts";

/**
 * Reads a stored model of any kind that stands alone.
 * The document is trusted (its container is checksummed); throws RangeError for a kind this version does not know.
 */
export function readModel(document: unknown): FittedModel {
  const kind = (document as { kind?: unknown } | null)?.kind;
  if (kind === "logistic") return logisticModel(document as LogisticDocument);
  if (kind === "boosting") return boostingModel(document as BoostingModelDocument);
  if (kind === "forest") return forestModel(document as ForestDocument & { binning: Binning });
  throw new RangeError(`unknown kind of model: ${String(kind)}`);
}
