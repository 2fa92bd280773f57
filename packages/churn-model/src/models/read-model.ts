import type { FittedModel } from "./estimator.ts";
import { logisticModel, type LogisticDocument } from "./logistic/logistic-model.ts";

/**
 * Reads a stored model of any kind.
 * The document's checksum has been verified before (see `parseModelDocument`); throws for a kind this version does not know.
 */
export function readModel(document: unknown): FittedModel {
  const kind = (document as { kind?: unknown } | null)?.kind;
  if (kind === "logistic") return logisticModel(document as LogisticDocument);
  throw new RangeError(`unknown kind of model: ${String(kind)}`);
}
