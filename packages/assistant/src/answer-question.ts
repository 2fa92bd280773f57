import type { ChatAnswer } from "@forestay/contracts";
import { AnswerBuilder, CannotAnswer, contentOf, type Asked } from "./answer-builder.ts";
import { examplesFor } from "./answers/help.ts";
import { ungrounded } from "./grounding.ts";
import { readQuestion } from "./reading/read-question.ts";
import { rememberedOf } from "./remembered.ts";
import { routeQuestion } from "./route-question.ts";
import type { Answered, Asking } from "./types.ts";

/**
 * Answers a question with the tools that are handed in, and nothing else: no network, no clock, no store. What it says is
 * held against what the tools answered in this turn; a figure that is not there is not shown. Never throws for a question.
 */
export async function answerQuestion(asking: Asking): Promise<Answered & { asked: readonly Asked[] }> {
  const build = new AnswerBuilder(asking);
  let answer: ChatAnswer;
  let { memory } = build;
  try {
    await routeQuestion(build, readQuestion(asking));
    answer = build.finished();
    memory = build.memory;
    const strange = ungrounded(answer, evidenceOf(build, asking));
    if (strange.length > 0) {
      answer = cannot(
        build,
        asking,
        "I could not hold every figure of that answer against your data, so I do not show it.",
        [],
      );
      memory = asking.memory;
    }
  } catch (error) {
    if (!(error instanceof CannotAnswer)) throw error;
    answer = cannot(build, asking, error.message, error.suggestions);
    memory = build.memory;
  }
  return {
    answer,
    content: contentOf(answer.blocks),
    memory,
    remembered: rememberedOf(memory),
    asked: build.asked,
  };
}

function evidenceOf(build: AnswerBuilder, asking: Asking) {
  return {
    results: build.asked.flatMap(({ outcome, args }) => (outcome.ok ? [outcome.value, args] : [])),
    said: [
      asking.question,
      ...Object.values(asking.context).map(String),
      ...asking.vocabulary.segments.flatMap(({ id, name }) => [id, name]),
      ...asking.vocabulary.campaigns.flatMap(({ id, name }) => [id, name]),
      ...asking.vocabulary.plans,
      ...JSON.stringify(build.memory).split('"'),
    ],
  };
}

/** Says that it does not know, why, and what it does know. */
function cannot(
  build: AnswerBuilder,
  asking: Asking,
  words: string,
  suggestions: readonly string[],
): ChatAnswer {
  return {
    kind: "unknown",
    engine: "offline",
    blocks: [{ kind: "text", parts: [{ text: words, path: null }] }],
    asOf: null,
    sources: [],
    actions: build.draft.kind === "unknown" ? [] : build.draft.blocks.length === 0 ? build.draft.actions : [],
    suggestions: [...suggestions, ...examplesFor(asking.context.type)].slice(0, 3),
    tools: build.finished().tools,
  };
}
