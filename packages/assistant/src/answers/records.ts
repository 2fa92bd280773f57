import { formatCount, formatCounted, formatMoney, formatNumber, formatShare, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { analysisPath, importPath, segmentPath, settingsPath } from "../paths.ts";
import type { Reading } from "../reading/read-question.ts";
import type { SegmentFacts } from "../tool-shapes.ts";
import { longDay } from "./customers.ts";

interface SegmentList {
  segments: SegmentFacts[];
  totalCount: number;
}

export async function answerSegments(build: AnswerBuilder): Promise<void> {
  const { segments, totalCount } = await build.ask<SegmentList>("list_segments", { limit: 10 });
  build.source("Segments", "/app/segments", formatCounted(totalCount, "segment"));
  if (totalCount === 0) {
    build.say("There are no segments yet.").action("New segment", "/app/segments/new");
    return;
  }
  build.say("There ", plural(totalCount, "is ", "are "), link(formatCounted(totalCount, "segment"), "/app/segments"), ", the most revenue at risk first:");
  build.table(
    ["Segment", "Customers", "At risk"],
    segments.slice(0, 6).map(({ id, name, figures }) => [
      link(name, segmentPath(id)),
      figures === null ? "being counted" : formatCount(figures.customerCount),
      figures?.revenueAtRisk == null ? "–" : formatMoney(figures.revenueAtRisk, figures.currency),
    ]),
  );
}

/** One segment: its size, or the figure that is asked for. */
export async function answerSegment(build: AnswerBuilder, segment: { id: string; name?: string }, { concepts, text }: Reading): Promise<void> {
  const one = await build.ask<SegmentFacts>("get_segment", { id: segment.id });
  build.memory.segment = { id: one.id, name: one.name };
  const path = segmentPath(one.id);
  build.asOf(one.countedAt).source(one.name, path, one.sentence);
  const { figures } = one;
  if (figures === null) throw new CannotAnswer(`Who is in ${one.name} is being counted just now.`);
  const name = link(one.name, path);
  const size = link(formatCounted(figures.customerCount, "customer"), path);
  const missing = `That is not known of ${one.name}: nobody in it has a score.`;
  if (concepts.has("flow")) {
    const week = one.flow?.weeks.at(-1);
    if (week === undefined) throw new CannotAnswer(`Who came to ${one.name} and went is not known yet.`);
    build.say(`In the newest week that is kept, ${formatCount(week.entered)} came into `, name, ` and ${formatCount(week.left)} went out; it holds `, size, ".");
    build.table(["Week from", "Came", "Went"], (one.flow?.weeks ?? []).slice(-4).map((each) => [longDay(each.from), formatCount(each.entered), formatCount(each.left)]));
    return;
  }
  if (concepts.has("lifetimeValue")) {
    if (figures.averageLifetimeValue === null) throw new CannotAnswer(`Lifetime values in ${one.name} are not known.`);
    build.say("The average lifetime value in ", name, " is ", link(formatMoney(figures.averageLifetimeValue, figures.currency), path), `, over `, size, ".");
  } else if (concepts.has("atRisk")) {
    if (figures.revenueAtRisk === null) throw new CannotAnswer(missing);
    build.say("Revenue at risk in ", name, " is ", link(formatMoney(figures.revenueAtRisk, figures.currency), path), `, over `, size, ".");
  } else if (concepts.has("churn") || concepts.has("leavers") || /\blikely\b/.test(text)) {
    if (figures.averageChurnRate === null) throw new CannotAnswer(missing);
    build.say("The average chance of leaving in ", name, " is ", link(formatShare(figures.averageChurnRate), path), `, over `, size, ".");
  } else if (concepts.has("mrr") || concepts.has("pays")) {
    if (figures.averageRevenue === null) throw new CannotAnswer(`Revenue in ${one.name} is not known.`);
    build.say("The average monthly revenue in ", name, " is ", link(formatMoney(figures.averageRevenue, figures.currency), path), `, over `, size, ".");
  } else {
    build.say(size, " are in ", name, `: ${one.sentence}`);
  }
}

interface Analysis {
  id: string;
  source: string;
  customersAnalyzed: number;
  needAttention: number;
  horizonDays: number;
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
export async function answerAnalysis(build: AnswerBuilder, given: string | undefined, { concepts, text, levels }: Reading): Promise<void> {
  let id = given;
  if (id === undefined) {
    const list = await build.ask<{ analyses: { id: string; status: string }[]; totalCount: number }>("list_analyses", { limit: 20 });
    if (/\bhow many\b/.test(text) && concepts.has("analysis") && !concepts.has("scoredCount")) {
      build.say("There ", plural(list.totalCount, "has", "have"), " been ", link(formatCounted(list.totalCount, "churn analysis", "churn analyses"), "/app/analytics/run-churn-analysis"), ".");
      build.source("Churn analyses", "/app/analytics/run-churn-analysis");
      return;
    }
    id = list.analyses.find(({ status }) => status === "Completed")?.id;
    if (id === undefined) throw new CannotAnswer("No churn analysis has been completed yet.", ["How do I run a churn analysis?"]);
  }
  const one = await build.ask<Analysis>("get_analysis", { id });
  const path = analysisPath(id);
  build.asOf(one.completedAt).source("Churn analysis", path, one.completedAt === null ? one.status : longDay(one.completedAt));
  if (levels.length > 0) {
    build.table(["Risk", "Customers"], one.levels.map(({ level, customers }) => [level, link(formatCount(customers), path)]));
    build.draft.blocks.unshift({ kind: "text", parts: [{ text: "Customers by level in this analysis:", path: null }] });
    return;
  }
  if (concepts.has("drivers")) {
    build.say("What moves the scores of this analysis most:").table(["Driver", "Influence"], one.drivers.slice(0, 5).map(driverRow));
    return;
  }
  if (concepts.has("quality")) {
    if (one.quality === null) throw new CannotAnswer("These scores come from rules and not from a model, so how good they are was not measured.");
    const { auc, brier, ece, summary } = one.quality;
    build.say(summary);
    build.table(
      [],
      [
        ["AUC", auc],
        ["Brier score", brier],
        ["Calibration error (ECE)", ece],
      ].flatMap(([label, measured]) => (measured == null ? [] : [[label as string, link(formatNumber((measured as { value: number }).value, 3), path)]])),
    );
    return;
  }
  if (concepts.has("atRisk")) {
    if (one.expectedRevenueAtRisk === null) throw new CannotAnswer("This analysis does not say how much revenue is at risk.");
    const { value, lower, upper } = one.expectedRevenueAtRisk;
    build.say("This analysis expects ", link(formatMoney(value, one.currency), path), ` of yearly revenue to be at risk, between ${formatMoney(lower, one.currency)} and ${formatMoney(upper, one.currency)} with a chance of 80%.`);
    return;
  }
  if (concepts.has("leavers") && one.expectedLeavers !== null) {
    build.say(`Of ${formatCount(one.customersAnalyzed)} customers about `, link(formatCount(one.expectedLeavers.value), path), ` are expected to leave within ${one.horizonDays} days.`);
    return;
  }
  build.say(link(formatCounted(one.customersAnalyzed, "customer"), path), ` ${plural(one.customersAnalyzed, "was", "were")} analyzed${one.completedAt === null ? "" : ` on ${longDay(one.completedAt)}`}; `, link(formatCount(one.needAttention), path), ` ${plural(one.needAttention, "needs", "need")} attention.`);
}

const driverRow = ({ label, importance, direction }: { label: string; importance: number; direction: number }) => [
  `${label}${direction === 0 ? "" : direction > 0 ? ", more raises risk" : ", more lowers risk"}`,
  formatNumber(importance, 0),
];

export async function answerDrivers(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<{ model: { version: string; trainedAt: string } | null; drivers: { label: string; importance: number; direction: number }[]; missing: string | null }>("get_drivers");
  if (read.model === null || read.drivers.length === 0) throw new CannotAnswer(read.missing ?? "Nothing is known of what moves scores.");
  build.asOf(read.model.trainedAt).source("Insights, drivers", "/app/insights?tab=drivers", `model ${read.model.version}`);
  build.say(link("What moves the scores most", "/app/insights?tab=drivers"), ":").table(["Driver", "Influence"], read.drivers.slice(0, 6).map(driverRow));
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
  build.asOf(read.testedOn?.trainedAt ?? null).source("Insights, findings", path, formatCounted(read.tested, "statement"));
  build.say(`Of `, link(formatCounted(read.tested, "statement"), path), ` that were tested, `, link(formatCount(read.held), path), ` ${plural(read.held, "holds", "hold")} beyond chance.`);
  const held = read.findings.filter(({ holds }) => holds).slice(0, 4);
  if (held.length > 0)
    build.table(["Who", "Leaving, difference"], held.map(({ label, words, difference }) => [`${label}: ${words}`, `${difference.estimate > 0 ? "+" : "−"}${formatNumber(Math.abs(difference.estimate) * 100, 1)} pts`]));
}

interface ImportFacts {
  id: string;
  fileName: string;
  status: string;
  createdBy: string;
  createdAt: string;
  counts: { create: number; update: number; error: number } | null;
  errorGroups: { message: string; count: number }[];
  failure: string | null;
}

export async function answerImport(build: AnswerBuilder, given: string | undefined, { concepts, text }: Reading): Promise<void> {
  let id = given;
  if (id === undefined) {
    const { imports, totalCount } = await build.ask<{ imports: ImportFacts[]; totalCount: number }>("list_imports", { limit: 5 });
    const [newest] = imports;
    if (newest === undefined) throw new CannotAnswer("No file has been imported yet.", ["How do I import customers?"]);
    if (!concepts.has("rowErrors")) {
      build.say("The newest import is ", link(newest.fileName, importPath(newest.id)), `, ${newest.status.toLowerCase()}, from ${longDay(newest.createdAt)}.`);
      if (imports.length > 1)
        build.table(["File", "Status", "Day"], imports.map((one) => [link(one.fileName, importPath(one.id)), one.status, longDay(one.createdAt)]));
      build.source("Imports", importPath(newest.id), formatCounted(totalCount, "import"));
      return;
    }
    ({ id } = newest);
  }
  const one = await build.ask<ImportFacts>("get_import", { id });
  const path = importPath(one.id);
  build.source(one.fileName, path, one.status);
  const name = link(one.fileName, path);
  if (/\bwho\b/.test(text) || concepts.has("uploader")) {
    build.say(name, ` was brought in by ${one.createdBy} on ${longDay(one.createdAt)}.`);
    return;
  }
  if (one.counts === null) {
    build.say(name, ` is ${one.status.toLowerCase()}. ${one.failure ?? ""}`.trimEnd());
    return;
  }
  const { create: created, update: updated, error: errors } = one.counts;
  build.say(name, ` is ${one.status.toLowerCase()}: `, link(`${formatCount(created)} created`, path), `, ${formatCount(updated)} updated, `, link(`${formatCounted(errors, "row")} wrong`, path), ".");
  if (errors > 0 && !concepts.has("created"))
    build.table(["What is wrong", "Rows"], one.errorGroups.slice(0, 5).map((group) => [group.message, formatCount(group.count)]));
}

export async function answerIntegrations(build: AnswerBuilder, { text }: Reading): Promise<void> {
  const { integrations } = await build.ask<{
    integrations: { provider: string; name: string; status: string; lastSyncAt: string | null; linkedCustomers: number; failedRecords: number; lastError: string | null }[];
  }>("list_integrations");
  const path = settingsPath("integrations");
  build.source("Integrations", path);
  const named = integrations.find(({ name }) => text.includes(name.toLowerCase()));
  const words = (status: string) => status.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  if (named !== undefined) {
    const synced = named.lastSyncAt === null ? "" : ` It was last read to the end on ${longDay(named.lastSyncAt)}.`;
    build.say(link(named.name, path), ` is ${words(named.status)}.${synced}${named.lastError === null ? "" : ` Last error: ${named.lastError}`}`);
    return;
  }
  const connected = integrations.filter(({ status }) => status !== "NotConnected");
  build.say(connected.length === 0 ? "No system is connected." : `${formatCounted(connected.length, "system")} ${plural(connected.length, "is", "are")} connected:`);
  build.table(["System", "Status"], integrations.map(({ name, status }) => [link(name, path), words(status)]));
}

export async function answerHealth(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<{ imports: { id: string; fileName: string; completedAt: string }[]; ageDays: number | null; parked: { kind: string; rows: number }[] }>("get_data_health");
  const [newest] = read.imports;
  if (newest === undefined || read.ageDays === null) throw new CannotAnswer("No file has been imported yet, so there is no age to tell.", ["Which systems are connected?"]);
  build.say("The newest file, ", link(newest.fileName, importPath(newest.id)), `, came in on ${longDay(newest.completedAt)}, ${read.ageDays === 0 ? "today" : `${formatCounted(read.ageDays, "day")} ago`}.`).source("Data health", "/app");
  const waiting = read.parked.filter(({ rows }) => rows > 0);
  if (waiting.length > 0) build.say(`Waiting for their customer: ${waiting.map(({ kind, rows }) => `${formatCount(rows)} ${kind.replace("_", " ")}`).join(", ")}.`);
}
