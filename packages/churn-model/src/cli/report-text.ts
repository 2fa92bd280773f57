import { countInWords, inThousands } from "../count-in-words.ts";
import type { Interval, TrainingReport } from "../pipeline/report.ts";

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

/** What a model is made of and how good it is, for people. */
export function reportText(report: TrainingReport): string {
  // What gives the answer away is told below, with what it was seen to do.
  const leaking = new Set(report.leaks.map(({ name }) => name));
  return [
    `${countInWords(report.rows, "row")}, ${inThousands(report.outcomes)} left (${(report.baseRate * 100).toFixed(1)}%), recipe ${report.recipe}, seed ${report.seed}`,
    `verdict: ${report.verdict}. ${report.verdictReasons.join(" ")}`,
    `measured: ${report.evaluation}`,
    ...metricLines(report.metrics),
    ...report.baselines.map(
      ({ label, rocAuc, logLoss, difference, beaten }) =>
        `baseline   ${label}: AUC ${rocAuc.toFixed(4)}, log loss ${logLoss.toFixed(4)}, ${beaten ? "beaten" : difference.estimate < 0 ? "not beaten beyond chance" : "NOT beaten"}`,
    ),
    ...report.notCompared.map(({ reason }) => `baseline   not compared: ${reason}`),
    ...report.droppedColumns
      .filter(({ name }) => !leaking.has(name))
      .map(({ label, reason, detail }) => `dropped    ${label}: ${reason}, ${detail}`),
    ...report.leaks.map(({ detail, action }) => `leak ${action}: ${detail}`),
    ...(report.duplicates.rows > 0
      ? [
          `duplicates ${countInWords(report.duplicates.rows, "row")} repeating another, kept together in every fold`,
        ]
      : []),
    ...report.clipped.map(
      ({ name, count }) =>
        `clipped    ${name}: ${inThousands(count)} infinite or absurd ${count === 1 ? "value" : "values"}`,
    ),
    "drivers",
    ...report.drivers
      .slice(0, 10)
      .map(
        ({ label, share, direction }) =>
          `  ${(share * 100).toFixed(1).padStart(5)}%  ${label} (${direction})`,
      ),
  ].join("\n");
}
