import { riskLevelLabel, type Analysis, type ContactPlan, type ModelQuality } from "@forestay/contracts";
import {
  formatCount,
  formatCounted,
  formatDate,
  formatMoney,
  nextStepWords,
} from "@forestay/contracts/words";
import { drawCalibration } from "./calibration-chart.ts";
import { writable } from "#platform/pdf/pdf-fonts.ts";
import { colors, type PdfPage } from "#platform/pdf/pdf-page.ts";
import { expected, interval, percent } from "./report-words.ts";

const verdicts: Record<ModelQuality["verdict"], string> = {
  good: "Good quality",
  weak: "Weak",
  provisional: "Provisional",
  unconfirmed: "To be confirmed",
  not_reliable: "Not reliable",
};
const MOST_DRIVERS = 8;

/** Can the scores be trusted: the verdict, the figures with their intervals, the calibration. */
export function writeQuality(doc: PDFKit.PDFDocument, page: PdfPage, analysis: Analysis): void {
  const { quality } = analysis;
  page.heading("Can you trust these scores?");
  if (quality === null) {
    page.paragraph("Rules, not trained", { weight: "strong" });
    page.paragraph(
      `${analysis.sourceReason ?? "There was not enough known to train a model."} The scores come from transparent rules. Their quality has not been measured: read them as an order, not as chances.`,
      { color: colors.ink2 },
    );
    return;
  }
  page.paragraph(`${verdicts[quality.verdict]}. ${quality.summary}`, { weight: "strong" });
  page.paragraph(
    `${quality.method} ${formatCount(quality.rows)} rows, of which ${formatCount(quality.outcomes)} left (${percent(quality.baseRate)}).`,
    { color: colors.ink2 },
  );
  const fixed = (digits: number) => (value: number) => value.toFixed(digits);
  const figures: [string, ModelQuality["auc"], (value: number) => string][] = [
    ["Ranking: AUC, 0.5 is guessing", quality.auc, fixed(3)],
    ["PR-AUC", quality.prAuc, fixed(3)],
    ["Log loss", quality.logLoss, fixed(4)],
    ["Brier score", quality.brier, fixed(4)],
    ["Calibration: average error (ECE)", quality.ece, percent],
    ["Lift of the top tenth", quality.topDecileLift, (value) => `${value.toFixed(2)}×`],
  ];
  page.table(
    [
      { head: "On customers it had not seen", width: 5 },
      { head: "Value", width: 2, align: "right" },
      { head: "95% interval", width: 3, align: "right" },
    ],
    figures.map(([name, measured, format]) => [
      { text: name },
      { text: format(measured.value), weight: "strong" },
      { text: interval(measured, format) },
    ]),
  );
  const lost = quality.baselines.filter(({ beaten }) => !beaten).map(({ name }) => name);
  page.paragraph(
    [
      lost.length === 0
        ? `Better than ${quality.baselines.map(({ name }) => name).join(", ")}.`
        : `Not better beyond chance than: ${lost.join(", ")}.`,
      ...quality.notCompared.map((reason) => `Not compared: ${reason}`),
    ].join(" "),
    { color: colors.ink2 },
  );
  if (quality.calibrationBins.length > 0) {
    page.heading("Calibration", 200);
    drawCalibration(doc, page, quality.calibrationBins);
  }
}

/** How many customers at which level, and the money at stake. */
export function writeLevels(page: PdfPage, analysis: Analysis): void {
  const { riskBands: bands, expectedRevenueAtRisk: atRisk, currency } = analysis;
  const from = bands === null ? null : [0, bands.medium, bands.high, bands.critical];
  page.heading("Customers by level", 110);
  if (atRisk !== null) {
    page.paragraph(
      `Yearly revenue of those expected to leave${analysis.isUndated ? "" : ` within ${analysis.horizonDays} days`}: ${formatMoney(atRisk.value, currency)}, with a chance of 8 in 10 between ${formatMoney(atRisk.lower, currency)} and ${formatMoney(atRisk.upper, currency)} (${atRisk.basis}).`,
      { color: colors.ink2 },
    );
  }
  page.table(
    [
      { head: "Level", width: 3 },
      { head: "From score", width: 2, align: "right" },
      { head: "Customers", width: 2, align: "right" },
      { head: "Revenue a month", width: 3, align: "right" },
      { head: "Lifetime value", width: 3, align: "right" },
    ],
    analysis.levels.toReversed().map((level) => [
      {
        text: riskLevelLabel(level.level),
        weight: "strong",
        color: colors.levels[level.level] ?? colors.ink,
      },
      { text: from === null ? "" : String(from[level.level]) },
      { text: formatCount(level.customers) },
      { text: formatMoney(level.monthlyRevenue, currency) },
      { text: formatMoney(level.lifetimeValue, currency) },
    ]),
  );
}

/** What moves the scores most, strongest = 100. */
export function writeDrivers(doc: PDFKit.PDFDocument, page: PdfPage, analysis: Analysis): void {
  if (analysis.drivers.length === 0) return;
  page.heading("What mattered most", 120);
  for (const driver of analysis.drivers.slice(0, MOST_DRIVERS)) {
    page.need(16);
    page.line(driver.label, page.left, page.y, { width: 150 });
    const room = page.width - 200;
    doc
      .roundedRect(page.left + 160, page.y + 2, Math.max(1, (room * driver.importance) / 100), 6, 2)
      .fillColor(colors.brand)
      .fill();
    page.line(String(Math.round(driver.importance)), page.left, page.y, {
      weight: "strong",
      align: "right",
      width: page.width,
    });
    page.skip(16);
  }
  page.paragraph("Influence on the score, strongest = 100. An influence is no proof of a cause.", {
    color: colors.ink2,
    size: 8,
  });
}

const leftWords = ({ leftAt }: ContactPlan["items"][number]) =>
  leftAt === null ? "Has left" : `Left on ${formatDate(leftAt, "UTC", "medium")}`;

/** Whom to contact, with the assumption said; and the customers themselves. */
export function writePlan(page: PdfPage, analysis: Analysis, plan: ContactPlan): void {
  const saves = plan.expectedSaves;
  const people = formatCounted(plan.contacts, "customer");
  page.heading(`Plan: contact ${people}`, 120);
  page.paragraph(
    `Among them are ${expected(plan.expectedLeavers)} expected leavers, ${percent(plan.shareOfLeavers)} of all, and ${formatMoney(plan.valueAtRisk, plan.currency)} at risk, ${percent(plan.shareOfValueAtRisk)} of all. Ordered by ${plan.orderedBy === "valueAtRisk" ? "the money at risk" : "the chance of leaving"}.`,
  );
  if (saves !== null) {
    page.paragraph(
      `If contacting keeps ${percent(saves.saveRate)} of those who would leave, that is ${expected(saves.customers)} customers and ${formatMoney(saves.value, plan.currency)} a year. The ${percent(saves.saveRate)} is an assumption, not a measurement.`,
      { color: colors.ink2 },
    );
  }
  const measured = plan.measuredSaves;
  if (measured !== null) {
    const { lower, value, upper } = measured.keepShare;
    page.paragraph(
      `Measured for ${formatCount(measured.contacts)} of them: where their next step was taken, ${percent(Math.max(0, value))} fewer of those who would leave did${lower === null || upper === null ? "" : ` (95% interval ${percent(lower)} to ${percent(upper)})`}. An association, not a proof.`,
      { color: colors.ink2 },
    );
  }
  const isWritable = (name: string) => writable(page.fonts, name) === name;
  page.table(
    [
      { head: "", width: 1, align: "right" },
      { head: "Customer", width: 6 },
      { head: "Score", width: 1.6, align: "right" },
      { head: "Level", width: 2 },
      { head: "Value at risk", width: 2.6, align: "right" },
      { head: "Next step", width: 5 },
    ],
    plan.items.map((item, index) => [
      { text: String(index + 1), color: colors.ink3 },
      { text: writable(page.fonts, item.fullName, item.email, item.customerId), weight: "strong" },
      { text: String(item.churnRiskScore) },
      { text: riskLevelLabel(item.churnRiskLevel) },
      { text: item.valueAtRisk === null ? "–" : formatMoney(item.valueAtRisk, plan.currency) },
      { text: item.hasLeft ? leftWords(item) : (nextStepWords(item.nextStep, item.stepTaken) ?? "–") },
    ]),
  );
  const rest = plan.contacts - plan.items.length;
  if (rest > 0)
    page.paragraph(`And ${formatCount(rest)} more: they are in the plan's CSV file.`, { color: colors.ink2 });
  if (plan.items.some(({ fullName }) => !isWritable(fullName))) {
    page.paragraph("Names in a script that this file's font does not hold stand by e-mail or id.", {
      color: colors.ink2,
      size: 8,
    });
  }
  if (analysis.source === "rules") {
    page.paragraph("By rules that were never measured: rely on the order, not on the sums.", {
      color: colors.ink2,
    });
  }
}
