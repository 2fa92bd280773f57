import type { Memory } from "@forestay/assistant";
import type { ChatAnswer } from "@forestay/contracts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { JsonValue, SupportAnswerer } from "#modules/support/index.ts";
import { createAssistant, type AskAssistant } from "./ask-assistant.ts";

/** Misses in a row after which a person is asked for. */
const MOST_MISSES = 2;
/** Asks to be put through to one. A question with "person" or "operator" in it asks for nobody. */
const WANTS_PERSON = new RegExp(
  [
    String.raw`\b(?:talk|speak|chat) (?:to|with) (?:a |an |some)?(?:(?:real|live|actual|human|support) )*(?:human|person|one|body|agent|operator|representative)\b`,
    String.raw`\b(?:want|need|get|give|connect|put|transfer|pass|hand)\b(?: \w+){0,4}? (?:a|an) (?:(?:real|live|actual|human|support) )*(?:human|person|agent|operator|representative)\b`,
    String.raw`\b(?:real|live|human) (?:person|human|agent|support|being)\b|\bsupport (?:agent|person)\b|\b(?:someone|somebody) real\b`,
    String.raw`^\W*(?:a )?(?:human|person|operator|agent)(?:,? please)?\W*$`,
  ].join("|"),
  "i",
);

/** One for each process that answers, by what lives as long: the documentation is indexed once. */
const assistants = new WeakMap<ModuleContext["db"], AskAssistant>();

/** The assistant in a support session: answers with the rights of whoever asks, and asks for a person after two misses or when told to. */
export const answerInSupport: SupportAnswerer = async (context, { user, question, history, page }) => {
  if (WANTS_PERSON.test(question))
    return {
      content: "I have asked for a person. Whoever takes this session reads all of it.",
      escalate: { reason: "asked for a person" },
    };
  const { companyId, companyRole } = user;
  if (companyId === null || companyRole === null)
    return {
      content: "I answer from a company's own figures, and you belong to none. I have asked for a person.",
      escalate: { reason: "belongs to no company" },
    };
  let ask = assistants.get(context.db);
  if (ask === undefined) assistants.set(context.db, (ask = createAssistant(context)));
  const asker: CompanyUser = { ...user, companyId, companyRole, email: "", sessionId: "" };
  const { additionalContext: _, ...rest } = page;
  const before = history.findLast(({ sender }) => sender === "ai")?.metadata as Partial<Kept> | undefined;
  const { answer, content, memory } = await ask(asker, {
    question,
    context: rest,
    memory: before?.memory ?? {},
  });
  const misses = answer.kind === "unknown" ? (before?.misses ?? 0) + 1 : 0;
  const mayGiveUp = misses >= MOST_MISSES;
  const asked = { kind: "text" as const, parts: [{ text: ASKED, path: null }] };
  const kept: Kept = {
    answer: mayGiveUp ? { ...answer, blocks: [...answer.blocks, asked] } : answer,
    memory,
    misses: mayGiveUp ? 0 : misses,
  };
  return {
    content: mayGiveUp ? `${content}\n\n${ASKED}` : content,
    metadata: toJson(kept),
    ...(mayGiveUp ? { escalate: { reason: "two questions without an answer" } } : {}),
  };
};

const ASKED = "I have asked for a person.";

/** What is kept beside an answer: the page draws it with links and sources, and the next question goes on from it. */
interface Kept {
  answer: ChatAnswer;
  memory: Memory;
  /** Questions without an answer since the last one that had one. */
  misses: number;
}

const toJson = (kept: Kept) => JSON.parse(JSON.stringify(kept)) as Record<string, JsonValue>;
