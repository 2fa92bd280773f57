import { formatCount, formatCounted, formatMoney, formatShare, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { segmentPath } from "../paths.ts";
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
  build.say(
    "There ",
    plural(totalCount, "is ", "are "),
    link(formatCounted(totalCount, "segment"), "/app/segments"),
    ", the most revenue at risk first:",
  );
  build.table(
    ["Segment", "Customers", "At risk"],
    segments
      .slice(0, 6)
      .map(({ id, name, figures }) => [
        link(name, segmentPath(id)),
        figures === null ? "being counted" : formatCount(figures.customerCount),
        figures?.revenueAtRisk == null ? "–" : formatMoney(figures.revenueAtRisk, figures.currency),
      ]),
  );
}

/** One segment: its size, or the figure that is asked for. */
export async function answerSegment(
  build: AnswerBuilder,
  segment: { id: string; name?: string },
  { concepts, text }: Reading,
): Promise<void> {
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
    build.say(
      `In the newest week that is kept, ${formatCount(week.entered)} came into `,
      name,
      ` and ${formatCount(week.left)} went out; it holds `,
      size,
      ".",
    );
    build.table(
      ["Week from", "Came", "Went"],
      (one.flow?.weeks ?? [])
        .slice(-4)
        .map((each) => [longDay(each.from), formatCount(each.entered), formatCount(each.left)]),
    );
    return;
  }
  if (concepts.has("lifetimeValue")) {
    if (figures.averageLifetimeValue === null)
      throw new CannotAnswer(`Lifetime values in ${one.name} are not known.`);
    build.say(
      "The average lifetime value in ",
      name,
      " is ",
      link(formatMoney(figures.averageLifetimeValue, figures.currency), path),
      `, over `,
      size,
      ".",
    );
  } else if (concepts.has("atRisk")) {
    if (figures.revenueAtRisk === null) throw new CannotAnswer(missing);
    build.say(
      "Revenue at risk in ",
      name,
      " is ",
      link(formatMoney(figures.revenueAtRisk, figures.currency), path),
      `, over `,
      size,
      ".",
    );
  } else if (concepts.has("churn") || concepts.has("leavers") || /\blikely\b/.test(text)) {
    if (figures.averageChurnRate === null) throw new CannotAnswer(missing);
    build.say(
      "The average chance of leaving in ",
      name,
      " is ",
      link(formatShare(figures.averageChurnRate), path),
      `, over `,
      size,
      ".",
    );
  } else if (concepts.has("mrr") || concepts.has("pays")) {
    if (figures.averageRevenue === null) throw new CannotAnswer(`Revenue in ${one.name} is not known.`);
    build.say(
      "The average monthly revenue in ",
      name,
      " is ",
      link(formatMoney(figures.averageRevenue, figures.currency), path),
      `, over `,
      size,
      ".",
    );
  } else {
    build.say(size, " are in ", name, `: ${one.sentence}`);
  }
}
