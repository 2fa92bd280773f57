import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import type { DocumentationSections } from "../tool-shapes.ts";

/** Less of a question's words than this in a section, and it is about something else. */
const LEAST_COVERED = 0.5;

/** What the tool takes. */
const LONGEST_QUERY = 500;
const MOST_SECTIONS = 20;

/** Sentences of a section that are quoted. */
const QUOTED = 3;

/** A section's sentences that say most of what was asked, the first ones where they do, as they stand. */
function quoted(text: string, query: string): string {
  const sentences = text.split(/(?<=[.!?:])\s+(?=\p{Lu})/u);
  const asked = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}-]{3,}/gu) ?? [])];
  const windows = sentences.map((_, at) => sentences.slice(at, at + QUOTED));
  const held = windows.map((window) => {
    const words = window.join(" ").toLowerCase();
    return asked.filter((word) => words.includes(word)).length;
  });
  const best = windows[held.indexOf(Math.max(...held))] ?? [];
  // What only leads to something that is not quoted, an example say, ends in the air.
  const whole = best.filter((sentence) => !sentence.endsWith(":"));
  return (whole.length === 0 ? best : whole).join(" ");
}

/** The section of the documentation that a question is about, and the next best. Throws where none is. */
export async function answerHelp(build: AnswerBuilder, query: string): Promise<void> {
  const { sections } = await build.ask<DocumentationSections>("search_documentation", {
    query: query.slice(0, LONGEST_QUERY),
    limit: MOST_SECTIONS,
  });
  const [best, ...others] = sections.filter(({ covers }) => covers >= LEAST_COVERED);
  if (best === undefined) throw new CannotAnswer("I found nothing about that in the documentation.");
  build.draft.kind = "help";
  build.say(link(best.title, best.path), ": ", quoted(best.text, query));
  build.source(best.title, best.path, "Documentation").action(actionOf(best), best.path);
  for (const other of others.slice(0, 2)) build.source(other.title, other.path, "Documentation");
}

const actionOf = ({ path }: DocumentationSections["sections"][number]) =>
  path.startsWith("/app/docs") ? "Read on" : "Open it";

/** What it can do, in a few questions. */
export function answerHello(build: AnswerBuilder, words: string): void {
  build.draft.kind = "help";
  build
    .say(words)
    .say(
      "I answer from your company's own figures, each with a link to its rows, and from the documentation. I read only: what would change something I hand to you as a draft.",
    )
    .suggest(...examplesFor(build.asking.context.type));
  build.source("Getting started", "/app/docs/getting-started", "Documentation");
}

const general = ["What is our revenue at risk?", "Who needs attention first?", "Why do customers leave?"];
const examples: Record<number, string[]> = {
  1: ["What is our revenue at risk?", "What changed MRR last month?", "Who needs attention first?"],
  2: ["Why is the score what it is?", "What should we do?", "Summarize this customer"],
  3: ["How good is the model?", "What drives the scores?", "How many need attention?"],
  4: ["Which segments do we have?", "Make a segment of critical customers"],
  5: ["Which systems are connected?", "How fresh is our data?"],
  6: ["What went wrong?", "How many customers were created?"],
  7: ["How many customers are critical?", "Who are our biggest customers by revenue?"],
};

/** Questions that can be answered, the nearest to the page first. */
export const examplesFor = (type: number): string[] => examples[type] ?? general;
