import type { Answered, Asking } from "@forestay/assistant";
import { assistantTools, mayUse } from "#modules/assistant-tools/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { askModel } from "./ask-model.ts";
import { createLanguageModel } from "./language-model.ts";
import { reserveModelUse, settleModelUse } from "./model-choice.ts";
import type { Use } from "./model-limits.ts";

/** For everything: tools, rounds and one repair. Whoever asked has the answer of our own after it. */
const BUDGET_MS = 20_000;

type HelpOut = (user: CompanyUser, asking: Asking) => Promise<Pick<Answered, "answer" | "content"> | null>;

/**
 * Has the operator's language model answer what the offline engine could not, for companies that want it and have tokens
 * (and money) left today. Null in every other case: no model, none wanted, nothing left, no answer, an answer that does not hold, or a
 * model that is down. What went wrong is in the log, without the question.
 */
export function createModelHelp(context: ModuleContext, budgetMs = BUDGET_MS): HelpOut {
  const { config, log, outbound } = context;
  const { languageModel } = config;
  if (languageModel === null) return () => Promise.resolve(null);
  const model = createLanguageModel(outbound, languageModel);
  return async (user, asking) => {
    const reserved = await reserveModelUse(context, user.companyId);
    if (reserved === null) return null;
    const used: Use = { inputTokens: 0, outputTokens: 0 };
    try {
      return await askModel(asking, {
        model,
        tools: assistantTools.filter((tool) => tool.readOnly && mayUse(tool, user)),
        signal: AbortSignal.timeout(budgetMs),
        mostTokens: reserved.tokens,
        used,
      });
    } catch (error) {
      const { name, message } = error as Error;
      log.warn(
        { companyId: user.companyId, failure: name },
        `the language model did not answer: ${message.slice(0, 200)}`,
      );
      return null;
    } finally {
      await settleModelUse(context, user.companyId, reserved, used);
    }
  };
}
