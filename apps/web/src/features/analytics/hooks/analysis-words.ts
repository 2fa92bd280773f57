import { JobStatus, RiskLevel } from "@forestay/contracts/wire";
import type { Analysis, analysisStages, ModelQuality, RiskLevelValue } from "@forestay/contracts/wire";
import type { TagTone } from "@/components/ui/tag.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { answerTitle } from "./answer-words.ts";

type Stage = (typeof analysisStages)[number];

/** What the job is doing, for a person who waits. */
export const stageWords: Record<Stage, string> = {
  queued: "Waiting for a free worker",
  reading: "Reading customers and their history",
  screening: "Screening columns for leaks and gaps",
  training: "Training on what is known",
  measuring: "Measuring on customers it has not seen",
  scoring: "Scoring customers",
  writing: "Writing scores",
  done: "Done",
};

/** Stages in the order a job goes through them. */
export const runningStages: readonly Stage[] = [
  "reading",
  "screening",
  "training",
  "measuring",
  "scoring",
  "writing",
];

/** Where nobody got a score because all had left before: that. */
function nobodyTitle({ customersAnalyzed, notScored }: Analysis): string | null {
  const [only, ...others] = notScored;
  if (customersAnalyzed > 0 || only?.reason !== "Already left" || others.length > 0) return null;
  return `Nobody to score: ${only.count === 1 ? "the one customer has" : `all ${formatCount(only.count)} customers have`} already left`;
}

/** The finding as the page's title. */
export function analysisTitle(analysis: Analysis): string {
  if (analysis.status === JobStatus.Failed) return "The analysis failed";
  if (analysis.status === JobStatus.Cancelled) return "The analysis was cancelled";
  if (analysis.status !== JobStatus.Completed) return "Churn analysis";
  return nobodyTitle(analysis) ?? answerTitle(analysis);
}

export const verdictLooks: Record<ModelQuality["verdict"], { tone: TagTone; label: string }> = {
  good: { tone: "ok", label: "Good quality" },
  weak: { tone: "warning", label: "Weak" },
  provisional: { tone: "warning", label: "Provisional" },
  unconfirmed: { tone: "warning", label: "To be confirmed" },
  not_reliable: { tone: "danger", label: "Not reliable" },
};

/** A figure with its 95% interval in words: '0.84 to 0.87', or '' where there is none to give. */
export function intervalWords(
  measured: { lower: number | null; upper: number | null },
  format: (value: number) => string,
): string {
  if (measured.lower === null || measured.upper === null) return "";
  return `95% interval ${format(measured.lower)} to ${format(measured.upper)}`;
}

/** Where most scores lie, as the histogram's title. */
export function distributionTitle(
  analysis: Pick<Analysis, "customersAnalyzed" | "levels" | "scoreHistogram" | "quality">,
): string {
  const total = analysis.customersAnalyzed;
  const count = (level: RiskLevelValue) => analysis.levels.find((one) => one.level === level)?.customers ?? 0;
  if (total === 0) return "No scores";
  // A model that tells nobody apart gives everybody about the average: that is no low and no high.
  const filled = analysis.scoreHistogram.filter((bin) => bin.count > 0);
  if (filled.length === 1 && total > 1) return "All customers score about the same";
  if (count(RiskLevel.Low) > total / 2) return "Most scores are low";
  if (count(RiskLevel.High) + count(RiskLevel.Critical) > total / 2) return "Most scores are high";
  return "Scores are spread";
}
