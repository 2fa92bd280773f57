/** The narrow door: distributions, intervals and survival, without the engine around them, for `@forestay/metrics`. */
export { chiSquaredSurvival } from "./metrics/chi-squared-distribution.ts";
export { normalCdf, zOfConfidence } from "./metrics/normal-distribution.ts";
export { newcombeInterval, newcombeIntervalOfZ, wilsonInterval } from "./metrics/proportion-interval.ts";
export type { FollowUp, SurvivalCurve, SurvivalPoint } from "./survival/kaplan-meier.ts";
export { checkFollowUp, kaplanMeier, numbersAtRisk, survivalAt } from "./survival/kaplan-meier.ts";
export type { LogRank, LogRankGroup } from "./survival/log-rank.ts";
export { logRank } from "./survival/log-rank.ts";
