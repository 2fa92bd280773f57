import type { RiskLevelValue } from "@forestay/contracts";
import { RiskLevel } from "@forestay/contracts/vocabulary";
import type { RiskBands } from "@forestay/contracts/words";

export { riskBandsFor, type RiskBands } from "@forestay/contracts/words";

/** Before there is a model. */
export const DEFAULT_RISK_BANDS: RiskBands = { medium: 10, high: 30, critical: 60 };
/** Score as shown: 100 x probability, whole. */
export const scoreOf = (probability: number) => Math.round(100 * probability);

export function riskLevelOf(score: number, bands: RiskBands): RiskLevelValue {
  if (score >= bands.critical) return RiskLevel.Critical;
  if (score >= bands.high) return RiskLevel.High;
  return score >= bands.medium ? RiskLevel.Medium : RiskLevel.Low;
}
