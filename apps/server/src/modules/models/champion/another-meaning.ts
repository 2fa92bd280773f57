import { churnRuleInWords, type ChurnRule } from "@forestay/contracts";

/** Why a stored model says nothing of what the company calls having left by now; without a full stop. */
export const anotherMeaning = (version: string, learned: ChurnRule, now: ChurnRule) =>
  `${version} learned that a customer has left when ${churnRuleInWords(learned)}; by now that is when ${churnRuleInWords(now)}`;
