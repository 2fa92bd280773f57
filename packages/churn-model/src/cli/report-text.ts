import { countInWords, inThousands } from "../count-in-words.ts";
import type { DroppedColumn, Interval, LeakFinding, TrainingReport } from "../report.ts";

const figure = ({ estimate, lower, upper }: Interval): string =>
  `${estimate.toFixed(4)}  (95% interval ${lower.toFixed(4)} to ${upper.toFixed(4)})`;

/** The metrics of a report, one a line. */
export function metricLines(metrics: TrainingReport["metrics"]): string[] {
  return [
    `AUC        ${figure(metrics.rocAuc)}`,
    `PR-AUC     ${figure(metrics.prAuc)}`,
    `log loss   ${figure(metrics.logLoss)}`,
    `Brier      ${figure(metrics.brier)}`,
    `ECE        ${figure(metrics.ece)}`,
    `lift, top tenth  ${figure(metrics.lift)}`,
  ];
}

/** What was left out or gave the answer away, with how often over several trainings (`folds`) where it was not in all. */
export type Seen<T> = T & { folds?: { seen: number; of: number } };

type Judged = Pick<TrainingReport, "verdict" | "verdictReasons">;

/** How far the figures may be believed, in a line. */
export const verdictLine = ({ verdict, verdictReasons }: Judged): string =>
  `verdict: ${verdict}. ${verdictReasons.join(" ")}`;

/** Columns not used, columns that look as if they gave the answer away, and values clipped, one a line. */
export function columnLines(report: {
  droppedColumns: Seen<DroppedColumn>[];
  leaks: Seen<LeakFinding>[];
  clipped: TrainingReport["clipped"];
}): string[] {
  // What gives the answer away is told as a leak, with what it was seen to do.
  const leaking = new Set(report.leaks.map(({ name }) => name));
  return [
    ...report.droppedColumns
      .filter(({ name }) => !leaking.has(name))
      .map((one) => `dropped    ${one.label}: ${one.reason}, ${one.detail}${inFolds(one)}`),
    ...report.leaks.map(
      (one) =>
        `leak ${one.confirmed ? "confirmed as known before" : one.action}: ${one.detail}${inFolds(one)}`,
    ),
    ...report.clipped.map(
      ({ name, count }) =>
        `clipped    ${name}: ${inThousands(count)} infinite or absurd ${count === 1 ? "value" : "values"}`,
    ),
  ];
}

function inFolds({ folds }: { folds?: { seen: number; of: number } }): string {
  return folds === undefined || folds.seen === folds.of ? "" : ` (in ${folds.seen} of ${folds.of} folds)`;
}

/** Predicted against seen, a line per tenth of the rows, lowest first. */
export const calibrationLines = (bins: TrainingReport["calibration"]): string[] => [
  "calibration: said, left (95% interval), rows",
  ...bins.map(
    ({ meanPredicted, observed, observedLower, observedUpper, rows }) =>
      `  ${percent(meanPredicted)}  ${percent(observed)} (${percent(observedLower)} to ${percent(observedUpper)})  ${inThousands(rows)}`,
  ),
];

const sampledLine = ({ rows, outcomes }: NonNullable<TrainingReport["sampledFrom"]>): string =>
  `sampled    from ${countInWords(rows, "row")}, ${inThousands(outcomes)} left (${((100 * outcomes) / rows).toFixed(1)}%)`;

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`.padStart(6);

/** What a model is made of and how good it is, for people. */
export function reportText(report: TrainingReport): string {
  return [
    `${countInWords(report.rows, "row")}, ${inThousands(report.outcomes)} left (${(report.baseRate * 100).toFixed(1)}%), recipe ${report.recipe}, seed ${report.seed}`,
    ...(report.sampledFrom === undefined ? [] : [sampledLine(report.sampledFrom)]),
    verdictLine(report),
    `measured: ${report.evaluation}`,
    ...metricLines(report.metrics),
    ...report.baselines.map(
      ({ label, rocAuc, logLoss, difference, beaten }) =>
        `baseline   ${label}: AUC ${rocAuc.toFixed(4)}, log loss ${logLoss.toFixed(4)}, ${beaten ? "beaten" : difference.estimate < 0 ? "not beaten beyond chance" : "NOT beaten"}`,
    ),
    ...report.notCompared.map(({ reason }) => `baseline   not compared: ${reason}`),
    ...calibrationLines(report.calibration),
    ...columnLines(report),
    ...(report.duplicates.rows > 0
      ? [
          `duplicates ${countInWords(report.duplicates.rows, "row")} repeating another, kept together in every fold`,
        ]
      : []),
    "drivers",
    ...report.drivers
      .slice(0, 10)
      .map(
        ({ label, share, direction }) =>
          `  ${(share * 100).toFixed(1).padStart(5)}%  ${label} (${direction})`,
      ),
  ].join("\n");
}
