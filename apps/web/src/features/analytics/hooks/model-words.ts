import type { DriftReport, Measured, ModelCard, ModelSummary } from "@forestay/contracts/wire";
import type { TagTone } from "@/components/ui/tag.tsx";
import { formatCount, formatCounted, formatShare, formatShortDate } from "@/lib/format/index.ts";

type DriftLevel = NonNullable<ModelSummary["driftLevel"]>;

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

/** What a model learned from: '17,139 customer-months, Aug 28, 2025 to Aug 23, 1,418 left (8.3%)'. */
export function dataWords(
  model: Pick<ModelSummary, "trainingSource" | "rows" | "outcomes" | "baseRate" | "dataWindow">,
): string {
  const rows = formatCounted(model.rows, model.trainingSource === "history" ? "customer-month" : "customer");
  const window =
    model.dataWindow === null
      ? ""
      : `, ${formatShortDate(model.dataWindow.from)} to ${formatShortDate(model.dataWindow.to)}`;
  return `${rows}${window}, ${formatCount(model.outcomes)} left (${formatShare(model.baseRate)})`;
}

/** A figure with its 95% interval where there is one: '0.844 (0.809 to 0.879)'. */
export function figureWords({ value, lower, upper }: Measured, digits: number): string {
  const range =
    lower === null || upper === null ? "" : ` (${lower.toFixed(digits)} to ${upper.toFixed(digits)})`;
  return value.toFixed(digits) + range;
}

export const driftLooks: Record<DriftLevel, { tone: TagTone; label: string; words: string }> = {
  stable: { tone: "ok", label: "Stable", words: "as in training" },
  shifting: { tone: "warning", label: "Shifting", words: "moving away from the training data" },
  drifted: { tone: "warning", label: "Drifted", words: "no longer like the training data" },
};

/** The latest look at a model's drift as a sentence. */
export function driftTitle(report: DriftReport): string {
  const drifted = report.features.filter(({ level }) => level === "drifted").length;
  const shifting = report.features.filter(({ level }) => level === "shifting").length;
  if (drifted > 0) return `${formatCounted(drifted, "field has", "fields have")} drifted since training`;
  if (shifting > 0) return `${formatCounted(shifting, "field is", "fields are")} shifting`;
  return report.score.level === "stable"
    ? "The customers are like those it learned from"
    : "The fields are stable, the scores have moved";
}
