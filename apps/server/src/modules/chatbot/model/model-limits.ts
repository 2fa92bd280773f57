import type { AssistantModel } from "@forestay/contracts";
import type { LanguageModelSettings } from "#config";

/** What one question may take before it is cut off; set aside while it is asked. Five rounds over all tools stay below it. */
export const QUESTION_TOKENS = 40_000;
/** With less than this a question is not asked: the tools' descriptions alone take more, and nothing would come of it. */
const LEAST_TOKENS = 1000;
const MILLION = 1_000_000;

export interface Use {
  inputTokens: number;
  outputTokens: number;
}

type OwnLimits = AssistantModel["own"];

/** In the price's currency; null without a price. */
export function costOf(use: Use, price: LanguageModelSettings["price"]): number | null {
  if (price === null) return null;
  return (use.inputTokens * price.input + use.outputTokens * price.output) / MILLION;
}

/** The lower of the operator's limit and the company's own, of each kind. */
export function limitsOf(
  { dailyTokens, price }: LanguageModelSettings,
  own: OwnLimits,
): { dailyTokens: number; dailyCost: number | null } {
  const costs = [price?.dailyCost, price === null ? null : own.dailyCost].filter((one) => one != null);
  return {
    dailyTokens: Math.min(dailyTokens, own.dailyTokens ?? dailyTokens),
    dailyCost: costs.length === 0 ? null : Math.min(...costs),
  };
}

/**
 * Tokens that a further question may take of what is left today, `reserved` being those of questions that are with the model
 * now; 0: too few for one. Reserved and new ones are reckoned at the dearer price, so a day's cost is passed by no more than the last
 * round of one question.
 */
export function tokensLeft(
  settings: LanguageModelSettings,
  own: OwnLimits,
  used: Use & { reservedTokens: number },
): number {
  const { dailyTokens, dailyCost } = limitsOf(settings, own);
  const byTokens = dailyTokens - used.inputTokens - used.outputTokens - used.reservedTokens;
  const { price } = settings;
  let left = byTokens;
  if (price !== null && dailyCost !== null) {
    const dearer = Math.max(price.input, price.output) / MILLION;
    left = Math.min(left, Math.floor((dailyCost - costOf(used, price)!) / dearer) - used.reservedTokens);
  }
  return left < LEAST_TOKENS ? 0 : Math.min(QUESTION_TOKENS, left);
}
