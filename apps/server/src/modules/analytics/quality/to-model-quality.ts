import type { FieldValues, Interval, TrainingReport, Verdict } from "@forestay/churn-model";
import type { Measured, ModelQuality } from "@forestay/contracts";
import type { FeaturePlan } from "../features/feature-plan.ts";
import type { RiskBands } from "../scoring/risk-bands.ts";
import type { TrainingDescription } from "./describe-training.ts";
import { baseLabel } from "./to-drivers.ts";

const verdictWords: Record<Verdict, string> = {
  good: "The scores can be relied on.",
  weak: "The scores carry some signal; use them to rank, not alone.",
  provisional: "Few customers to learn from: take the scores as provisional.",
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
  { measuredOn, fieldValues, divisions }: Omit<TrainingDescription, "dependence">,
): ModelQuality {
  const { metrics } = report;
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
    bandEdges: bandEdges(heldOut, bands),
    baselines: report.baselines.map(({ label, rocAuc, logLoss, beaten }) => ({
      name: label,
      auc: rocAuc,
      logLoss,
      beaten,
    })),
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
    droppedColumns: [
      ...plan.excluded,
      ...report.droppedColumns.map(({ label, reason, detail }) => ({ column: label, reason, detail })),
    ],
    leakage: report.leaks.map(({ label, action, screenAuc, detail }) => ({
      column: label,
      verdict: action,
      auc: screenAuc,
      message: detail,
    })),
    duplicateRows: report.duplicates.rows,
  };
}

const count = (value: number) => value.toLocaleString("en-US");
const longDay = (time: number) =>
  new Date(time).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The engine names the moment of a row; here that is the end of a day, and a person means the day. */
function measuredMethod(
  report: TrainingReport,
  { day, customers }: TrainingDescription["measuredOn"],
): string {
  return day === null
    ? report.evaluation
    : `Learned from what came before, measured on the ${count(customers)} customers as they were on ${longDay(Date.parse(day))}.`;
}

function fieldMethod({ heldOutFromMs, rows, customers }: FieldValues): string {
  const on =
    heldOutFromMs === null
      ? `${count(rows)} customers, each predicted by models that had not learned from them`
      : `${count(rows)} later records of ${count(customers)} customers, from ${longDay(heldOutFromMs - 1)} on`;
  return `A quick model was refitted without each field in turn and compared with one that has them all, on ${on}.`;
}

/** A figure of the engine's as the wire shows it. */
export function measured({ estimate, lower, upper }: Interval): Measured {
  const bound = (value: number) => (Number.isFinite(value) ? value : null);
  return { value: estimate, lower: bound(lower), upper: bound(upper) };
}

/** At the lower edge of each band: how many held-out rows it would have flagged, and how many of them left. */
export function bandEdges({ probabilities, labels }: HeldOut, bands: RiskBands): ModelQuality["bandEdges"] {
  const leavers = labels.reduce<number>((sum, label) => sum + label, 0);
  return ([bands.medium, bands.high, bands.critical] as const).map((cutOff, index) => {
    let flagged = 0;
    let leaversFound = 0;
    for (let row = 0; row < probabilities.length; row++) {
      if (Math.round(100 * (probabilities[row] ?? 0)) < cutOff) continue;
      flagged++;
      leaversFound += labels[row] ?? 0;
    }
    return {
      level: index + 1,
      cutOff,
      flagged,
      leaversFound,
      precision: flagged === 0 ? 0 : leaversFound / flagged,
      recall: leavers === 0 ? 0 : leaversFound / leavers,
    };
  });
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
