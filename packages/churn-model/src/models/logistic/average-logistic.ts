import type { LogisticDocument } from "./logistic-model.ts";

/** One regression equal to the weighted mean of several on the same design; shares add up to 1. */
export function averageLogistic(parts: { share: number; model: LogisticDocument }[]): LogisticDocument {
  const { design } = parts[0]!.model;
  const mean = (pick: (model: LogisticDocument) => number): number =>
    parts.reduce((sum, { share, model }) => sum + share * pick(model), 0);
  return {
    kind: "logistic",
    design,
    weights: Array.from({ length: design.width }, (_, i) => mean((model) => model.weights[i]!)),
    intercept: mean((model) => model.intercept),
    termMeans: design.terms.map((_, i) => mean((model) => model.termMeans[i]!)),
  };
}
