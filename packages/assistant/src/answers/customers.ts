import type { CriteriaNode, Criterion } from "@forestay/contracts";
import { formatCount, formatCounted, formatDate, formatMoney, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { customerPath, customersPath, newSegmentPath, segmentPath } from "../paths.ts";
import { lexiconWords } from "../reading/lexicon.ts";
import { plainWords, tokensOf } from "../reading/words.ts";
import type { Reading } from "../reading/read-question.ts";
import type { CustomerRow, ReadSentence } from "../tool-shapes.ts";
import { levelNames } from "./figures.ts";

/** Which customers a question is about, as lines of a rule, and in words. */
export interface Choice {
  criteria: CriteriaNode[];
  words: string;
}

const listWords =
  /\b(?:how many|number of|count(?: of)?|total|list|show(?: me)?|find|filter(?: to)?|give me|names? of|who are|which of|which|what|top|first|biggest|largest|smallest|riskiest|lowest|highest|newest|oldest|latest|most valuable|valuable|best|by revenue|by mrr|by score|by lifetime value|by ltv|open the list of|the list of|make a segment of|create a segment(?: of| for)?|build a segment(?: of)?|segment|draft|revenue|most recently|recently|joined|lifetime value|score|paying|customers?|accounts?|clients?|people|them|those|these|are|is|on|at|the|of|with|only|just|and how many|in the list|risk(?:y)?)\b/g;

/** Level, plan and segment as lines. */
function ownLines(
  plan: string | undefined,
  levels: readonly number[],
  segment: { id: string } | undefined,
): Criterion[] {
  return [
    ...(levels.length === 0
      ? []
      : [{ field: "churnRiskLevel", operator: "In" as const, value: [...levels] }]),
    ...(plan === undefined ? [] : [{ field: "plan", operator: "In" as const, value: [plan] }]),
    ...(segment === undefined ? [] : [{ field: "segments", operator: "In" as const, value: [segment.id] }]),
  ];
}

function wordsOfLines(
  plan: string | undefined,
  levels: readonly number[],
  segment: { name: string } | undefined,
  labels: readonly string[],
): string {
  return [
    ...(levels.length === 0 ? [] : [`${levels.map((level) => levelNames[level]).join(" or ")} risk`]),
    ...(plan === undefined ? [] : [`on ${plan}`]),
    ...(segment === undefined ? [] : [`in ${segment.name}`]),
    ...labels,
  ].join(", ");
}

/**
 * Which customers a question means: levels, plan and segment, and whatever the rule language reads of the rest of it. A
 * follow-up keeps the lines of before. Throws where words say something that no line came of: nobody counts less than asked.
 */
export async function chooseCustomers(build: AnswerBuilder, reading: Reading): Promise<Choice> {
  const { memory } = build;
  const goesOn = reading.isFollowUp;
  const levels = reading.levels.length > 0 ? reading.levels : [];
  const spoken = reading.bare
    .replaceAll(/\bannually\b|\byearly\b/g, "annual")
    .replaceAll(/\bmonth-to-month\b/g, "monthly")
    .trim();
  let lines: CriteriaNode[] = [];
  let labels: string[] = [];
  const isWorthReading =
    tokensOf(spoken.replaceAll(listWords, " ").trim()).some((word) => word !== "" && !plainWords.has(word)) ||
    /\b(?:risk|left|score|mrr|pay|month|day|silent|new)\b/.test(spoken);
  if (isWorthReading) {
    const read = await build.ask<ReadSentence>("read_sentence", { text: sentenceOf(spoken) });
    lines = read.criteria.filter((one) => !isOwn(one, reading));
    labels = lines.map(labelOf);
    const strange = read.notUnderstood.filter(
      (word) =>
        !plainWords.has(word) &&
        !lexiconWords.has(word) &&
        !lexiconWords.has(word.replace(/s$/, "")) &&
        !/^\d+$/.test(word) &&
        !known.has(word),
    );
    if (strange.length > 0 || reading.name !== undefined)
      throw new CannotAnswer(
        `I do not know what ${[...strange, ...(reading.name === undefined ? [] : [reading.name])].map((word) => `"${word}"`).join(" and ")} means for a customer here, so I will not guess a number.`,
        ["How many customers do we have?", "Which segments do we have?"],
      );
  }
  const kept = goesOn && memory.filter !== undefined ? memory.filter : undefined;
  const plan = reading.plan ?? (goesOn ? memory.plan : undefined);
  const segment = reading.segment ?? (goesOn ? memory.segment : undefined);
  const keptLevels = levels.length > 0 ? levels : goesOn && memory.levels !== undefined ? memory.levels : [];
  const criteria = [...ownLines(plan, keptLevels, segment), ...(kept?.criteria ?? []), ...lines];
  const words = wordsOfLines(plan, keptLevels, segment, [
    ...(kept === undefined ? [] : [kept.words]),
    ...labels,
  ]);
  if (plan !== undefined) memory.plan = plan;
  if (segment !== undefined) memory.segment = segment;
  if (keptLevels.length > 0) memory.levels = keptLevels;
  const all = [...(kept?.criteria ?? []), ...lines];
  if (all.length > 0)
    memory.filter = {
      criteria: all,
      words: [...(kept === undefined ? [] : [kept.words]), ...labels].join(", "),
    };
  return { criteria, words };
}

const known = new Set([
  "payments",
  "payment",
  "monthly",
  "month",
  "mrr",
  "them",
  "annual",
  "risk",
  "plan",
  "score",
  "scoring",
  "scores",
  "open",
  "make",
  "create",
  "segment",
  "filter",
  "list",
  "still",
  "bills",
  "pay",
  "customers",
  "joined",
  "recently",
  "left",
  "above",
  "below",
  "riskiest",
  "biggest",
  "lowest",
  "highest",
  "largest",
  "smallest",
  "newest",
  "oldest",
  "top",
  "valuable",
  "paying",
  "build",
  "draft",
  "names",
  "lifetime",
  "value",
]);

/** What the rule language is given: without the words that ask for a list or a number. */
function sentenceOf(spoken: string): string {
  const without = spoken
    .replaceAll(/\b(?:top|first) \d+\b/g, " ")
    .replaceAll(/\b(?:by|for) (?:lifetime value|ltv|revenue|mrr|score|value)\b/g, " ")
    .replaceAll(
      /\b(?:biggest|largest|smallest|riskiest|lowest|highest|newest|most valuable|most recently|joined most recently)\b/g,
      " ",
    );
  const text = /\bscoring\b/.test(without) ? without.replaceAll(/\bscoring\b/g, "score") : without;
  return text.trim() === "" ? "customers" : text;
}

const labelOf = (node: CriteriaNode): string =>
  "label" in node && node.label !== undefined
    ? node.label
    : "criteria" in node
      ? "a group of lines"
      : node.field;

/** A line that is said already, by level, plan or segment. */
function isOwn(node: CriteriaNode, { plan, levels, segment }: Reading): boolean {
  if (!("field" in node)) return false;
  return (
    (node.field === "churnRiskLevel" && levels.length > 0) ||
    (node.field === "plan" && plan !== undefined) ||
    (node.field === "segments" && segment !== undefined)
  );
}

/** The number of customers, all and those who have not left. */
export async function answerCount(build: AnswerBuilder, reading: Reading): Promise<void> {
  const { criteria, words } = await chooseCustomers(build, reading);
  const counted = await build.ask<{ count: number; lifetimeValue: number; currency: string }>(
    "count_customers",
    criteria.length === 0 ? {} : { criteria },
  );
  const namesLeft = criteria.some(
    (node) =>
      "field" in node &&
      (node.field === "hasLeft" || node.field === "churnRiskLevel" || node.field === "churnRiskScore"),
  );
  const still = namesLeft
    ? null
    : await build.ask<{ count: number }>("count_customers", {
        hasLeft: false,
        ...(criteria.length === 0 ? {} : { criteria }),
      });
  const path = customersPath(criteria);
  const count = link(formatCounted(counted.count, "customer"), path);
  const rest =
    still === null
      ? ""
      : `; ${still.count === counted.count ? "none of them has left" : `${formatCount(still.count)} of them ${plural(still.count, "has", "have")} not left`}`;
  if (words === "") build.say("There are ", count, `${rest}.`);
  else build.say(count, ` (${words})${rest}.`);
  build.source("Customers", path, formatCounted(counted.count, "row"));
}

interface Sort {
  sort: string;
  direction: "asc" | "desc";
  words: string;
}
const sorts: readonly [RegExp, Sort][] = [
  [
    /\b(?:lifetime value|ltv|most valuable|valuable)\b/,
    { sort: "lifetimeValue", direction: "desc", words: "the highest lifetime value first" },
  ],
  [
    /\b(?:joined|newest|most recent(?:ly)?|latest|signed up)\b/,
    { sort: "tenure", direction: "asc", words: "the newest first" },
  ],
  [
    /\b(?:lowest|safest|least (?:at )?risk\w*|best) (?:churn |risk )?scores?\b|\blowest\b.*\bscore\b|\bsafest\b/,
    { sort: "churnRiskScore", direction: "asc", words: "the lowest score first" },
  ],
  [
    /\b(?:by revenue|by mrr|biggest|largest|highest paying|pay(?:ing)? (?:us )?(?:the )?most|top \w* ?(?:payers|accounts by revenue))\b/,
    { sort: "monthlyRevenue", direction: "desc", words: "the highest monthly revenue first" },
  ],
  [
    /\b(?:smallest)\b/,
    { sort: "monthlyRevenue", direction: "asc", words: "the lowest monthly revenue first" },
  ],
];
const byScore: Sort = { sort: "churnRiskScore", direction: "desc", words: "the highest score first" };

/** Whether it is asked who stands first by something. */
export const sortOf = (text: string): Sort | undefined =>
  sorts.find(([pattern]) => pattern.test(text))?.[1] ??
  (/\briskiest\b|\bhighest (?:risk|score)/.test(text) ? byScore : undefined);

const SHOWN = 5;

/** Some of the customers that are meant, and the way to all of them. */
export async function answerList(build: AnswerBuilder, reading: Reading): Promise<void> {
  const { criteria, words } = await chooseCustomers(build, reading);
  const order = sortOf(reading.text) ?? byScore;
  const isSingle =
    /\b(?:who has|highest paying customer|which customer)\b/.test(reading.text) && reading.top === undefined;
  const limit = Math.min(reading.top ?? (isSingle ? 1 : SHOWN), 20);
  const leavesOut = criteria.some((node) => "field" in node && node.field === "hasLeft");
  const found = await build.ask<{ customers: CustomerRow[] }>("list_customers", {
    ...(criteria.length === 0 ? {} : { criteria }),
    ...(leavesOut ? {} : { hasLeft: false }),
    sort: order.sort,
    direction: order.direction,
    limit,
  });
  const path = customersPath(
    leavesOut ? criteria : [...criteria, { field: "hasLeft", operator: "Equals", value: false }],
    order,
  );
  if (found.customers.length === 0) {
    build
      .say(`No customer who is still here matches${words === "" ? "" : ` (${words})`}.`)
      .action("Open the customers list", path);
    return;
  }
  const heading = words === "" ? "Customers" : `Customers (${words})`;
  build.say(link(heading, path), `, ${order.words}:`);
  build.table(
    ["Customer", "Plan", "Monthly revenue", "Score"],
    found.customers.map((row) => [
      link(row.fullName, customerPath(row.id)),
      row.plan ?? "–",
      row.monthlyRevenue === null ? "–" : formatMoney(row.monthlyRevenue, row.currency),
      row.churnRiskScore === null ? "Not scored" : `${row.churnRiskScore} ${row.churnRiskLevel ?? ""}`.trim(),
      ...(order.sort === "lifetimeValue"
        ? [row.lifetimeValue === null ? "–" : formatMoney(row.lifetimeValue, row.currency)]
        : []),
    ]),
  );
  const block = build.draft.blocks.at(-1);
  if (block?.kind === "table" && order.sort === "lifetimeValue") block.columns.push("Lifetime value");
  build.source("Customers", path, words === "" ? null : words).action("Open all of them", path);
  if (criteria.length > 0) build.suggest("Make a segment of them");
}

/** A filter, or a segment of it, to be confirmed. */
export async function proposeCustomers(
  build: AnswerBuilder,
  reading: Reading,
  what: "segment" | "filter",
): Promise<void> {
  const { criteria, words } = await chooseCustomers(build, reading);
  if (criteria.length === 0)
    throw new CannotAnswer("Say which customers: by risk, plan, a column, what they did or did not do.", [
      "Make a segment of critical customers",
    ]);
  const counted = await build.ask<{ count: number }>("count_customers", { criteria });
  const list = customersPath(criteria);
  const count = link(formatCounted(counted.count, "customer"), list);
  build.draft.kind = "proposal";
  if (what === "filter") {
    build
      .say("That filter holds ", count, ` (${words}).`)
      .action("Open the filtered list", list)
      .source("Customers", list);
    return;
  }
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const name = title.slice(0, 60);
  build.say("Here is a draft. Nothing is saved until you create it.").block({
    kind: "draft",
    title: name,
    criteria,
    lines: words.split(", "),
    count,
    path: newSegmentPath(criteria, name),
  });
  build.action("Open in the segment editor", newSegmentPath(criteria, name)).source("Customers", list);
}

/** Who needs attention first. */
export async function answerCalls(build: AnswerBuilder, plan: string | undefined): Promise<void> {
  const read = await build.ask<{
    currency: string;
    customers: {
      customerId: string;
      name: string;
      score: number;
      level: string;
      atRisk: number;
      reason: { label: string; evidence: string } | null;
      action: { title: string } | null;
    }[];
  }>("list_customers_to_call", plan === undefined ? {} : { plan });
  const [first] = read.customers;
  build.source("Needs attention first", "/app", plan ?? null);
  if (first === undefined)
    throw new CannotAnswer(
      `Nobody${plan === undefined ? "" : ` on ${plan}`} stands out: nobody is scored, or all were looked after.`,
    );
  build.say(
    "Start with ",
    link(first.name, customerPath(first.customerId)),
    `: ${first.level} risk, score ${first.score}, `,
    link(formatMoney(first.atRisk, read.currency), customerPath(first.customerId)),
    ` of yearly revenue at risk${first.reason === null ? "" : `. ${first.reason.label}: ${first.reason.evidence}`}.${first.action === null ? "" : ` Next step: ${first.action.title}.`}`,
  );
  if (read.customers.length > 1)
    build.table(
      ["Then", "Score", "At risk", "Main reason"],
      read.customers
        .slice(1, 5)
        .map((one) => [
          link(one.name, customerPath(one.customerId)),
          `${one.score} ${one.level}`,
          formatMoney(one.atRisk, read.currency),
          one.reason?.label ?? "–",
        ]),
    );
  build.action("Open the dashboard", "/app");
}

/** The members of a segment. */
export async function answerMembers(
  build: AnswerBuilder,
  segment: { id: string; name: string },
): Promise<void> {
  const found = await build.ask<{ customers: CustomerRow[]; totalCount: number }>("list_customers", {
    segmentId: segment.id,
    limit: SHOWN,
  });
  build.say(`In `, link(segment.name, segmentPath(segment.id)), `, the highest score first:`).table(
    ["Customer", "Plan", "Score"],
    found.customers.map((row) => [
      link(row.fullName, customerPath(row.id)),
      row.plan ?? "–",
      row.churnRiskScore === null ? "Not scored" : `${row.churnRiskScore} ${row.churnRiskLevel ?? ""}`.trim(),
    ]),
  );
  build.source(segment.name, segmentPath(segment.id)).action("Open the segment", segmentPath(segment.id));
}

export const longDay = (moment: string): string => formatDate(moment, "UTC", "long");
