import { churnRuleInWords, type Measured, type ModelCard } from "@forestay/contracts";

const percent = (value: number, digits = 0) => `${(100 * value).toFixed(digits)}%`;
const day = (iso: string) => iso.slice(0, 10);
const measured = ({ value, lower, upper }: Measured, digits = 4) =>
  lower === null || upper === null
    ? value.toFixed(digits)
    : `${value.toFixed(digits)} (95% interval ${lower.toFixed(digits)} to ${upper.toFixed(digits)})`;
/** A label from a file may hold anything; in a table cell a bar or a line break would end it. */
const cell = (text: string) => text.replace(/[|\r\n]+/g, " ");

/** A model's card as Markdown, for a file that leaves the product. */
export function cardText(card: ModelCard): string {
  const { quality, decision, drift } = card;
  const lines = [
    `# Churn model ${card.version}`,
    "",
    quality.summary,
    "",
    `- In use: ${card.isCurrent ? "yes" : "no"}${decision ? `. ${decision.reason}` : ""}`,
    `- Trained: ${card.trainedAt}`,
    `- Learned from: ${card.trainingSource === "label_column" ? "labels, each customer once as it stood then" : "dated history"}${card.dataWindow ? `, ${day(card.dataWindow.from)} to ${day(card.dataWindow.to)}` : ""}`,
    `- Rows: ${card.rows}, of which ${card.outcomes} left (${percent(card.baseRate, 1)})`,
    ...(card.trueLeavingShare === null
      ? []
      : [
          `- Corrected to the share that really leaves, as the company set it: ${percent(card.trueLeavingShare, 1)}`,
        ]),
    `- Predicts: ${card.trainingSource === "label_column" ? "who leaves, not when" : `leaving within ${card.horizonDays} days`}. A customer has left when ${churnRuleInWords(card.churn)}; a label of the company's own goes before that.${card.fitsChurn ? "" : " The company calls something else having left by now: this model scores nobody."}`,
    `- Recipe: ${card.recipe} (${card.members.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(", ")})`,
    `- Engine ${card.engineVersion}, seed ${card.seed}, data fingerprint ${card.dataFingerprint}`,
    "",
    "## Quality on customers it had not seen",
    "",
    quality.method,
    "",
    `- AUC ${measured(quality.auc)}`,
    `- PR-AUC ${measured(quality.prAuc)}`,
    `- Log loss ${measured(quality.logLoss)}`,
    `- Brier score ${measured(quality.brier)}`,
    `- Calibration error ${measured(quality.ece)}`,
    `- Lift of the top tenth ${measured(quality.topDecileLift, 2)}`,
    "",
    "| Baseline | AUC | Log loss | Beaten |",
    "|---|---|---|---|",
    ...quality.baselines.map(
      ({ name, auc, logLoss, beaten }) =>
        `| ${cell(name)} | ${auc === null ? "" : auc.toFixed(4)} | ${logLoss.toFixed(4)} | ${beaten ? "yes" : "no"} |`,
    ),
    "",
    ...quality.notCompared.map((reason) => `Not compared: ${cell(reason)}`),
    ...(quality.notCompared.length > 0 ? [""] : []),
    ...timingLines(quality),
    ...fieldValueLines(quality),
    ...segmentLines(quality),
    "## Features",
    "",
    "| Feature | Coverage |",
    "|---|---|",
    ...card.features.map(
      ({ label, coverage }) => `| ${cell(label)} | ${coverage === null ? "" : percent(coverage)} |`,
    ),
    "",
    "## Left out, and leakage",
    "",
    ...(card.excluded.length + quality.leakage.length === 0 ? ["Nothing."] : []),
    ...card.excluded.map(({ column, detail }) => `- ${cell(column)}: ${cell(detail)}`),
    ...quality.leakage.map(
      ({ column, verdict, confirmed, message }) =>
        `- ${cell(column)} (${confirmed ? "confirmed as known before" : verdict}): ${cell(message)}`,
    ),
    "",
    ...quality.clipped.map(
      ({ column, count }) => `- ${cell(column)}: ${count} infinite or absurd values were clipped`,
    ),
    ...(quality.clipped.length > 0 ? [""] : []),
    "## Drift since training",
    "",
    drift === null
      ? "Not measured yet."
      : `Measured ${day(drift.measuredAt)} on ${drift.rows} customers. Score: PSI ${drift.score.psi.toFixed(3)}, ${drift.score.level}.`,
    ...(drift?.features ?? []).flatMap(({ label, unseen }) =>
      unseen ? [`- ${cell(label)}: ${unseen} with a value that training did not have`] : [],
    ),
    ...(drift?.features ?? []).flatMap(({ message }) => (message === null ? [] : [`- ${cell(message)}`])),
    "",
  ];
  return lines.join("\n");
}

function timingLines({ timing }: ModelCard["quality"]): string[] {
  if (timing === null) return [];
  return [
    "## When customers leave",
    "",
    `Said for up to ${timing.reachDays} days ahead: for longer than that no customer was followed.`,
    "",
    "| Within | Predicted | Left | Log loss (95% interval) | Of the same share for all | Calibration error |",
    "|---|---|---|---|---|---|",
    ...timing.byDays.map(({ days, rows, outcomes, meanPredicted, logLoss, baseLogLoss, ece }) =>
      meanPredicted === null
        ? `| ${days} days | not measured | | | | |`
        : `| ${days} days | ${percent(meanPredicted, 1)} | ${percent(outcomes / rows, 1)} (${outcomes} of ${rows}) | ${logLoss === null ? "" : measured(logLoss)} | ${baseLogLoss === null ? "" : baseLogLoss.toFixed(4)} | ${ece === null ? "" : measured(ece)} |`,
    ),
    "",
  ];
}

function fieldValueLines({ fieldValues }: ModelCard["quality"]): string[] {
  if (fieldValues === null) return [];
  return [
    "## What each field adds to the ranking",
    "",
    fieldValues.method,
    "",
    "| Field | AUC added (95% interval for all fields together) |",
    "|---|---|",
    ...fieldValues.fields.map(
      ({ label, added, verdict }) =>
        `| ${cell(label)} | ${verdict === "nothing" ? "nothing measurable: " : ""}${measured(added, 3)} |`,
    ),
    "",
  ];
}

function segmentLines({ segments }: ModelCard["quality"]): string[] {
  return segments.flatMap(({ label, groups, suppressed }) => [
    `## Quality by ${cell(label)}`,
    "",
    "| Group | Customers | Predicted | Left (95% interval) | AUC (95% interval) | Remark |",
    "|---|---|---|---|---|---|",
    ...groups.map(({ group, customers, meanPredicted, observed, auc, calibration, ranksWorse }) => {
      const remarks = [
        ...(calibration === "right"
          ? []
          : [calibration === "above" ? "predicts too much" : "predicts too little"]),
        ...(ranksWorse ? ["ranks worse"] : []),
      ];
      return `| ${cell(group)} | ${customers} | ${percent(meanPredicted, 1)} | ${percent(observed.value, 1)} (${percent(observed.lower ?? 0, 1)} to ${percent(observed.upper ?? 1, 1)}) | ${auc === null ? "too few of one outcome" : measured(auc, 2)} | ${remarks.join(", ")} |`;
    }),
    ...suppressed.map(
      ({ group, customers, reason }) => `| ${cell(group)} | ${customers} | | | | ${cell(reason)} |`,
    ),
    "",
  ]);
}
