import { formatCount, formatCounted, formatMoney, formatNumber, tileFigure } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import type { Reading } from "../reading/read-question.ts";
import type { Revenue } from "../tool-shapes.ts";

const share = (value: number) => tileFigure(value, { unit: "share" }, "USD");

/** How far back insights look for what was asked: the kept span that is the nearest. */
function insightPeriod(build: AnswerBuilder): Record<string, string> {
  const { period } = build.memory;
  if (period?.kind !== "months") return {};
  if (period.months <= 6) return { period: "6_months" };
  return { period: period.months <= 12 ? "12_months" : "24_months" };
}

interface Group {
  customers: number;
  left: number;
  median: number | null;
  stillThere: { day: number; share: number }[];
}
const ages: readonly [RegExp, number][] = [
  [/\b(?:2|two) years?\b|\b24 months\b|\b730 days\b/, 730],
  [/\b(?:a|one|1) year\b|\b(?:12|twelve) months\b|\b365 days\b|\bfirst year\b/, 365],
  [/\b(?:6|six) months\b|\bhalf a year\b|\b180 days\b/, 180],
  [/\b(?:3|three) months\b|\ba quarter\b|\b90 days\b/, 90],
  [/\b(?:1|one|a|first) month\b|\b30 days\b/, 30],
];

/** How long customers stay: until half have left, or the share still there at an age. */
export async function answerStay(
  build: AnswerBuilder,
  { text, concepts }: Reading,
  plan: string | undefined,
): Promise<void> {
  const read = await build.ask<{
    missing: string | null;
    all: Group | null;
    byPlan: (Group & { plan: string })[];
    plansDifferPValue: number | null;
  }>(
    "get_retention",
    plan === undefined || concepts.has("byPlan") ? { period: "all" } : { period: "all", plan },
  );
  if (read.all === null) throw new CannotAnswer(read.missing ?? "How long customers stay is not known yet.");
  const path = "/app/insights?tab=retention";
  build.source("Insights, retention", path, formatCounted(read.all.customers, "customer"));
  const days = (group: Group) =>
    group.median === null ? "not half have left" : `${formatCount(group.median)} days`;
  if (concepts.has("byPlan") || /\bplans\b/.test(text)) {
    if (read.byPlan.length === 0) throw new CannotAnswer("There are not two plans to compare.");
    build.say(link("Until half have left", path), ", by the plan they began with:").table(
      [],
      read.byPlan.map((group) => [group.plan, days(group)]),
    );
    if (read.plansDifferPValue !== null)
      build.say(
        read.plansDifferPValue < 0.05
          ? "Plans differ beyond chance."
          : "The plans do not differ beyond chance.",
      );
    return;
  }
  const who = plan === undefined ? "" : ` on ${plan}`;
  const age = ages.find(([pattern]) => pattern.test(text))?.[1];
  if (age !== undefined && /\bhow long\b|\bmedian\b/.test(text) === false) {
    const at = read.all.stillThere.find(({ day }) => day === age);
    if (at === undefined) throw new CannotAnswer(`Nobody${who} has been watched for ${age} days yet.`);
    build.say(link(share(at.share), path), ` of customers${who} are still there after ${at.day} days.`);
    return;
  }
  build.say(
    read.all.median === null
      ? `Fewer than half of the customers${who} have left as far as they were watched, so the median is not reached. `
      : "Half of the customers",
    ...(read.all.median === null ? [] : [`${who} have left after `, link(days(read.all), path), "."]),
  );
  build.say(
    `Counted over ${formatCounted(read.all.customers, "customer")}, ${formatCount(read.all.left)} of whom left.`,
  );
}

/** Why customers left: by their own will, for failed payments, unknown, and in their words. */
export async function answerReasons(
  build: AnswerBuilder,
  { text }: Reading,
  plan: string | undefined,
): Promise<void> {
  const read = await build.ask<{
    total: Record<"voluntary" | "involuntary" | "unknown", { customers: number; mrr: number }> | null;
    themes: { label: string; customers: number }[];
    withReason: number;
    missing: string | null;
  }>("get_churn_reasons", { ...insightPeriod(build), ...(plan === undefined ? {} : { plan }) });
  const currency = await currencyOf(build);
  const path = "/app/insights?tab=reasons";
  const span = build.memory.period?.kind === "months" ? build.memory.period.words : "the last 12 full months";
  if (read.total === null) throw new CannotAnswer(read.missing ?? "Why customers left is not known yet.");
  build.source("Insights, churn reasons", path, span);
  const { voluntary, involuntary, unknown } = read.total;
  build.say(`In ${span}${plan === undefined ? "" : `, on ${plan}`}:`);
  build.table(
    ["Left", "Customers", "MRR lost"],
    [
      ["They cancelled (voluntary)", voluntary],
      ["Payments failed (involuntary)", involuntary],
      ["Not known", unknown],
    ].map(([label, of]) => {
      const { customers, mrr } = of as { customers: number; mrr: number };
      return [label as string, link(formatCount(customers), path), formatMoney(mrr, currency)];
    }),
  );
  if (read.withReason > 0 && !/\binvoluntary\b|\bvoluntary\b/.test(text)) {
    build.say(`What people wrote, ${formatCounted(read.withReason, "time")}:`);
    build.table(
      [],
      read.themes.slice(0, 4).map(({ label, customers }) => [label, formatCounted(customers, "customer")]),
    );
  }
}

async function currencyOf(build: AnswerBuilder): Promise<string> {
  const known = build.asked.find(
    ({ outcome }) => outcome.ok && typeof outcome.value["currency"] === "string",
  );
  if (known?.outcome.ok) return String(known.outcome.value["currency"]);
  return (await build.ask<{ currency: string }>("get_metrics")).currency;
}

/** Revenue of the last full month by plan, its ratio of growth, or what a customer brings. */
export async function answerRevenue(build: AnswerBuilder, what: "plans" | "quick" | "arpa"): Promise<void> {
  const read = await build.ask<Revenue>("get_revenue");
  const path = "/app/insights?tab=revenue";
  if (read.missing !== null) throw new CannotAnswer(read.missing);
  build.source("Insights, revenue", path);
  if (what === "quick") {
    if (read.quickRatio === null)
      throw new CannotAnswer("No revenue was lost in the last 12 full months, so there is no quick ratio.");
    build.say(
      "The quick ratio of the last 12 full months is ",
      link(formatNumber(read.quickRatio, 2), path),
      ": what was gained, new and expansion, for each unit that was lost.",
    );
    return;
  }
  if (read.plans.length === 0) throw new CannotAnswer("Revenue by plan is not known yet.");
  if (what === "arpa") {
    const all = read.plans.find(({ plan }) => plan === null);
    if (all?.perCustomer == null) throw new CannotAnswer("Revenue per customer is not known yet.");
    build.say(
      "At the end of the last full month a customer paid ",
      link(formatMoney(all.perCustomer, read.currency), path),
      ` a month on average, over ${formatCounted(all.customers, "customer")}.`,
    );
    return;
  }
  build.say("At the end of the last full month:").table(
    ["Plan", "MRR", "Customers", "GRR", "NRR"],
    read.plans.map(({ plan, mrr, customers, grossRetention, netRetention }) => [
      plan ?? "All plans",
      link(formatMoney(mrr, read.currency), path),
      formatCount(customers),
      grossRetention === null ? "–" : share(grossRetention),
      netRetention === null ? "–" : share(netRetention),
    ]),
  );
}
