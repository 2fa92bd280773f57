import type { FieldValues, Interval, TimingReport, TrainingReport, Verdict } from "@forestay/churn-model";
import type { Measured, ModelQuality } from "@forestay/contracts";
import { formatCount, formatDate } from "@forestay/contracts/words";
import type { FeaturePlan } from "#modules/features/index.ts";
import { scoreOf, type RiskBands } from "#modules/scoring-settings/index.ts";
import type { TrainingDescription } from "./describe-training.ts";
import { baseLabel } from "./to-drivers.ts";

const verdictWords: Record<Verdict, string> = {
  good: "The scores can be relied on.",
  weak: "The scores carry some signal; use them to rank, not alone.",
  provisional: "Few customers to learn from: take the scores as provisional.",
  unconfirmed:
    "Not confirmed: the model may know the answer beforehand. Say of the columns named whether they were known before a customer left.",
  not_reliable:
    "Not reliable: the data does not tell leavers and stayers apart, so scores stay close to the base rate.",
};

/** Held-out predictions with what happened: what the band edges are measured on. */
export interface HeldOut {
  probabilities: Float64Array;
  labels: Uint8Array;
}

/** The engine's report as the wire shows it, with what flagging at each band's edge would have found. */
export function toModelQuality(
  report: TrainingReport,
  heldOut: HeldOut,
  bands: RiskBands,
  plan: FeaturePlan,
  { measuredOn, fieldValues, divisions, findings }: Omit<TrainingDescription, "dependence">,
): ModelQuality {
  const { metrics } = report;
  const byScore = countByScore(heldOut);
  return {
    verdict: report.verdict,
    summary: [verdictWords[report.verdict], ...report.verdictReasons].join(" "),
    recipe: report.recipe,
    method: measuredMethod(report, measuredOn),
    rows: report.rows,
    outcomes: report.outcomes,
    baseRate: report.baseRate,
    auc: measured(metrics.rocAuc),
    prAuc: measured(metrics.prAuc),
    brier: measured(metrics.brier),
    logLoss: measured(metrics.logLoss),
    ece: measured(metrics.ece),
    topDecileLift: measured(metrics.lift),
    rocPoints: report.roc.map(({ falsePositiveRate, truePositiveRate }) => ({
      falsePositiveRate,
      truePositiveRate,
    })),
    calibrationBins: report.calibration.map((bin) => ({
      meanPredicted: bin.meanPredicted,
      observed: bin.observed,
      lower: bin.observedLower,
      upper: bin.observedUpper,
      count: bin.rows,
    })),
    liftByTenth: report.lift.map(({ tenth, lift, capture }) => ({ tenth, lift, shareOfLeavers: capture })),
    measuredOn,
    byScore,
    bandEdges: bandEdges(byScore, bands),
    baselines: report.baselines.map(({ label, rocAuc, logLoss, beaten }) => ({
      name: label,
      auc: rocAuc,
      logLoss,
      beaten,
    })),
    notCompared: report.notCompared.map(({ reason }) => reason),
    fieldValues:
      fieldValues === null
        ? null
        : {
            method: fieldMethod(fieldValues),
            rows: fieldValues.rows,
            auc: fieldValues.auc,
            fields: fieldValues.fields.map(({ name, aucAdded, aucAlone, isMeasurable }) => ({
              field: name,
              label: baseLabel(plan, name),
              added: measured(aucAdded),
              alone: aucAlone,
              verdict: !isMeasurable ? "nothing" : aucAdded.estimate > 0 ? "adds" : "disturbs",
            })),
          },
    findings,
    segments: divisions.map(({ name, groups, suppressed }) => ({
      field: name,
      label: baseLabel(plan, name),
      groups: groups.map(
        ({ group, customers, outcomes, meanPredicted, observed, auc, calibration, ranksWorse }) => ({
          group,
          customers,
          outcomes,
          meanPredicted,
          observed: measured(observed),
          auc: auc === null ? null : measured(auc),
          calibration,
          ranksWorse,
        }),
      ),
      suppressed,
    })),
    timing: report.timing === undefined ? null : timingQuality(report.timing),
    droppedColumns: [
      ...plan.excluded.map((one) => ({ ...one, field: null })),
      ...report.droppedColumns.map(({ name, label, reason, detail }) => ({
        column: label,
        field: reason === "requested" ? fieldOf(plan, name) : null,
        reason,
        detail,
      })),
    ],
    leakage: report.leaks.map(({ name, label, action, confirmed, screenAuc, detail }) => ({
      column: label,
      field: fieldOf(plan, name),
      verdict: action,
      confirmed,
      auc: screenAuc,
      message: detail,
    })),
    duplicateRows: report.duplicates.rows,
    clipped: report.clipped
      .toSorted((a, b) => b.count - a.count)
      .map(({ name, count }) => ({
        column: plan.columns.find((column) => column.name === name)?.label ?? name,
        count,
      })),
  };
}

const timingQuality = ({ reachDays, byDays }: TimingReport): NonNullable<ModelQuality["timing"]> => ({
  reachDays,
  byDays: byDays.map(({ days, rows, outcomes, meanPredicted, baseLogLoss, metrics }) => ({
    days,
    rows,
    outcomes,
    meanPredicted,
    logLoss: metrics && measured(metrics.logLoss),
    baseLogLoss,
    ece: metrics && measured(metrics.ece),
    auc: metrics && measured(metrics.rocAuc),
  })),
});

const fieldOf = (plan: FeaturePlan, name: string) =>
  plan.columns.find((column) => column.name === name)?.base ?? null;
const longDay = (time: number) => formatDate(time, "UTC", "long");

/** The engine names the moment of a row; here that is the end of a day, and a person means the day. */
function measuredMethod(
  report: TrainingReport,
  { day, customers }: TrainingDescription["measuredOn"],
): string {
  return day === null
    ? report.evaluation
    : `Learned from what came before, measured on the ${formatCount(customers)} customers as they were on ${longDay(Date.parse(day))}.`;
}

function fieldMethod({ heldOutFromMs, rows, customers }: FieldValues): string {
  const on =
    heldOutFromMs === null
      ? `${formatCount(rows)} customers, each predicted by models that had not learned from them`
      : `${formatCount(rows)} later records of ${formatCount(customers)} customers, from ${longDay(heldOutFromMs - 1)} on`;
  return `A quick model was refitted without each field in turn and compared with one that has them all, on ${on}.`;
}

/** A figure of the engine's as the wire shows it. */
export function measured({ estimate, lower, upper }: Interval): Measured {
  const bound = (value: number) => (Number.isFinite(value) ? value : null);
  return { value: estimate, lower: bound(lower), upper: bound(upper) };
}

/** How many held-out rows have each score from 0 to 100, and how many of them left. */
export function countByScore({ probabilities, labels }: HeldOut): NonNullable<ModelQuality["byScore"]> {
  const rows = Array.from({ length: 101 }, () => 0);
  const leavers = Array.from({ length: 101 }, () => 0);
  probabilities.forEach((probability, row) => {
    const score = scoreOf(probability);
    rows[score] = (rows[score] ?? 0) + 1;
    leavers[score] = (leavers[score] ?? 0) + (labels[row] ?? 0);
  });
  return { rows, leavers };
}

/** At the lower edge of each band: how many held-out rows it flags, how many of them left, and how many it misses. */
export function bandEdges(
  { rows, leavers }: NonNullable<ModelQuality["byScore"]>,
  bands: RiskBands,
): ModelQuality["bandEdges"] {
  const from = (counts: readonly number[], cutOff: number) =>
    counts.reduce((sum, count, score) => (score >= cutOff ? sum + count : sum), 0);
  const allLeavers = from(leavers, 0);
  return ([bands.medium, bands.high, bands.critical] as const).map((cutOff, index) => {
    const flagged = from(rows, cutOff);
    const leaversFound = from(leavers, cutOff);
    return {
      level: index + 1,
      cutOff,
      flagged,
      leaversFound,
      missed: allLeavers - leaversFound,
      falseAlarms: flagged - leaversFound,
      precision: flagged === 0 ? 0 : leaversFound / flagged,
      recall: allLeavers === 0 ? 0 : leaversFound / allLeavers,
    };
  });
}

/** The quality with its band edges at these bands: a person may have moved them since the training. */
export function atBands(quality: ModelQuality, bands: RiskBands | null): ModelQuality {
  return bands === null || quality.byScore === null
    ? quality
    : { ...quality, bandEdges: bandEdges(quality.byScore, bands) };
}

/**
 * Half width, in points, of the interval around a probability: that of the observed rate among held-out customers
 * with such scores, between bins in proportion.
 */
export function probabilityRangeAt(
  bins: ModelQuality["calibrationBins"],
  probability: number,
): number | null {
  const sorted = bins.toSorted((a, b) => a.meanPredicted - b.meanPredicted);
  const width = (bin: (typeof bins)[number]) => 50 * (bin.upper - bin.lower);
  const above = sorted.findIndex((bin) => bin.meanPredicted >= probability);
  const upper = above === -1 ? sorted.at(-1) : sorted[above];
  if (!upper) return null;
  const lower = above > 0 ? sorted[above - 1] : undefined;
  if (!lower || above === -1) return round(width(upper));
  const share = (probability - lower.meanPredicted) / (upper.meanPredicted - lower.meanPredicted || 1);
  return round(width(lower) + share * (width(upper) - width(lower)));
}

const round = (value: number) => Math.round(value * 10) / 10;
