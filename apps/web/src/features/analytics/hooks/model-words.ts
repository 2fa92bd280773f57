import type { ModelCard } from "@forestay/contracts/models";

/** Fields that one model looks at and the other does not, by their names for people. */
export function changedFeatures(
  before: Pick<ModelCard, "features">,
  after: Pick<ModelCard, "features">,
): { added: string[]; removed: string[] } {
  const labels = (card: Pick<ModelCard, "features">) => new Set(card.features.map(({ label }) => label));
  const [old, next] = [labels(before), labels(after)];
  const only = (own: Set<string>, other: Set<string>) => [...own].filter((label) => !other.has(label));
  return { added: only(next, old), removed: only(old, next) };
}
