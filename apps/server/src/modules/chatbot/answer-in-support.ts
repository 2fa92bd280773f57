import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { SupportAnswerer } from "#modules/support/index.ts";
import { createAssistant, type AskAssistant } from "./ask-assistant.ts";

/** Misses in a row after which a person is asked for. */
const MOST_MISSES = 2;
const MISSED =
  /^(?:I found nothing|I do not know|I found no|I know |I only read|That is not something|Figures are kept)/;
const WANTS_PERSON = /\b(?:human|person|someone real|somebody real|real agent|support agent|operator)\b/i;

/** One for each process that answers; the documentation is indexed once. */
const assistants = new WeakMap<ModuleContext["log"], AskAssistant>();

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
  let ask = assistants.get(context.log);
  if (ask === undefined) assistants.set(context.log, (ask = createAssistant(context)));
  const asker: CompanyUser = { ...user, companyId, companyRole, email: "", sessionId: "" };
  const { additionalContext: _, ...rest } = page;
  const { answer, content } = await ask(asker, { question, context: rest, memory: {} });
  const missedBefore = history.filter(({ sender }) => sender === "ai").at(-1)?.content ?? "";
  const misses = answer.kind === "unknown" ? (MISSED.test(missedBefore) ? MOST_MISSES : 1) : 0;
  return {
    content: misses >= MOST_MISSES ? `${content}\n\nI have asked for a person.` : content,
    metadata: {
      asOf: answer.asOf,
      sources: answer.sources.map(({ label, path }) => ({ label, path })),
    },
    ...(misses >= MOST_MISSES ? { escalate: { reason: "two questions without an answer" } } : {}),
  };
};
