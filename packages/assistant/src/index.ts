export { contentOf, type Asked } from "./answer-builder.ts";
export { answerQuestion } from "./answer-question.ts";
export { examplesFor } from "./answers/help.ts";
export { ungrounded, type Evidence } from "./grounding.ts";
export { unsaidNumbers } from "./unsaid-numbers.ts";
export { rememberedOf, withoutRemembered } from "./remembered.ts";
export type { Answered, Asking, Memory, ToolOutcome, Vocabulary } from "./types.ts";
