import { formatCount, formatCounted, formatMoney, formatNumber, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { analysisPath } from "../paths.ts";
import type { Reading } from "../reading/read-question.ts";
import { longDay } from "./customers.ts";

interface Analysis {
  id: string;
  source: string;
  customersAnalyzed: number;
  needAttention: number;
  horizonDays: number;
  isUndated: boolean;
  completedAt: string | null;
  status: string;
  currency: string;
  expectedLeavers: { value: number; lower: number; upper: number } | null;
  expectedRevenueAtRisk: { value: number; lower: number; upper: number } | null;
  levels: { level: string; customers: number }[];
  drivers: { label: string; importance: number; direction: number }[];
  quality: {
    summary: string;
    auc: { value: number; lower: number | null; upper: number | null } | null;
    brier: { value: number } | null;
    ece: { value: number } | null;
  } | null;
}

/** One analysis: how good, how many, how much, or all of it in short. Without an id the newest that is completed. */
export async function answerAnalysis(
  build: AnswerBuilder,
  given: string | undefined,
  { concepts, text, levels }: Reading,
): Promise<void> {
  let id = given;
  if (id === undefined) {
    const list = await build.ask<{ analyses: { id: string; status: string }[]; totalCount: number }>(
      "list_analyses",
      { limit: 20 },
    );
    if (/\bhow many\b/.test(text) && concepts.has("analysis") && !concepts.has("scoredCount")) {
      build.say(
        "There ",
        plural(list.totalCount, "has", "have"),
        " been ",
        link(
          formatCounted(list.totalCount, "churn analysis", "churn analyses"),
          "/app/analytics/run-churn-analysis",
        ),
        ".",
      );
      build.source("Churn analyses", "/app/analytics/run-churn-analysis");
      return;
    }
    id = list.analyses.find(({ status }) => status === "Completed")?.id;
    if (id === undefined)
      throw new CannotAnswer("No churn analysis has been completed yet.", ["How do I run a churn analysis?"]);
  }
  const one = await build.ask<Analysis>("get_analysis", { id });
  const path = analysisPath(id);
  build
    .asOf(one.completedAt)
    .source("Churn analysis", path, one.completedAt === null ? one.status : longDay(one.completedAt));
  if (levels.length > 0) {
    build.table(
      ["Risk", "Customers"],
      one.levels.map(({ level, customers }) => [level, link(formatCount(customers), path)]),
    );
    build.draft.blocks.unshift({
      kind: "text",
      parts: [{ text: "Customers by level in this analysis:", path: null }],
    });
    return;
  }
  if (concepts.has("drivers")) {
    build
      .say("What moves the scores of this analysis most:")
      .table(["Driver", "Influence"], one.drivers.slice(0, 5).map(driverRow));
    return;
  }
  if (concepts.has("quality")) {
    if (one.quality === null)
      throw new CannotAnswer(
        "These scores come from rules and not from a model, so how good they are was not measured.",
      );
    const { auc, brier, ece, summary } = one.quality;
    build.say(summary);
    build.table(
      [],
      [
        ["AUC", auc],
        ["Brier score", brier],
        ["Calibration error (ECE)", ece],
      ].flatMap(([label, measured]) =>
        measured == null
          ? []
          : [[label as string, link(formatNumber((measured as { value: number }).value, 3), path)]],
      ),
    );
    return;
  }
  if (concepts.has("atRisk")) {
    if (one.expectedRevenueAtRisk === null)
      throw new CannotAnswer("This analysis does not say how much revenue is at risk.");
    const { value, lower, upper } = one.expectedRevenueAtRisk;
    build.say(
      "This analysis expects ",
      link(formatMoney(value, one.currency), path),
      ` of yearly revenue to be at risk, between ${formatMoney(lower, one.currency)} and ${formatMoney(upper, one.currency)} with a chance of 80%.`,
    );
    return;
  }
  if (concepts.has("leavers") && one.expectedLeavers !== null) {
    build.say(
      `Of ${formatCount(one.customersAnalyzed)} customers about `,
      link(formatCount(one.expectedLeavers.value), path),
      one.isUndated
        ? " are expected to leave; this model learned without dates, so it says nothing of when."
        : ` are expected to leave within ${one.horizonDays} days.`,
    );
    return;
  }
  build.say(
    link(formatCounted(one.customersAnalyzed, "customer"), path),
    ` ${plural(one.customersAnalyzed, "was", "were")} analyzed${one.completedAt === null ? "" : ` on ${longDay(one.completedAt)}`}; `,
    link(formatCount(one.needAttention), path),
    ` ${plural(one.needAttention, "needs", "need")} attention.`,
  );
}

const driverRow = ({
  label,
  importance,
  direction,
}: {
  label: string;
  importance: number;
  direction: number;
}) => [
  `${label}${direction === 0 ? "" : direction > 0 ? ", more raises risk" : ", more lowers risk"}`,
  formatNumber(importance, 0),
];

export async function answerDrivers(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<{
    model: { version: string; trainedAt: string } | null;
    drivers: { label: string; importance: number; direction: number }[];
    missing: string | null;
  }>("get_drivers");
  if (read.model === null || read.drivers.length === 0)
    throw new CannotAnswer(read.missing ?? "Nothing is known of what moves scores.");
  build
    .asOf(read.model.trainedAt)
    .source("Insights, drivers", "/app/insights?tab=drivers", `model ${read.model.version}`);
  build
    .say(link("What moves the scores most", "/app/insights?tab=drivers"), ":")
    .table(["Driver", "Influence"], read.drivers.slice(0, 6).map(driverRow));
  build.say("These go with leaving; they are no proof of a cause.");
}

export async function answerFindings(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<{
    tested: number;
    held: number;
    testedOn: { trainedAt: string } | null;
    missing: string | null;
    findings: { label: string; words: string; holds: boolean; difference: { estimate: number } }[];
  }>("get_findings");
  if (read.tested === 0) throw new CannotAnswer(read.missing ?? "Nothing has been tested yet.");
  const path = "/app/insights?tab=findings";
  build
    .asOf(read.testedOn?.trainedAt ?? null)
    .source("Insights, findings", path, formatCounted(read.tested, "statement"));
  build.say(
    `Of `,
    link(formatCounted(read.tested, "statement"), path),
    ` that were tested, `,
    link(formatCount(read.held), path),
    ` ${plural(read.held, "holds", "hold")} beyond chance.`,
  );
  const held = read.findings.filter(({ holds }) => holds).slice(0, 4);
  if (held.length > 0)
    build.table(
      ["Who", "Leaving, difference"],
      held.map(({ label, words, difference }) => [
        `${label}: ${words}`,
        `${difference.estimate > 0 ? "+" : "−"}${formatNumber(Math.abs(difference.estimate) * 100, 1)} pts`,
      ]),
    );
}
