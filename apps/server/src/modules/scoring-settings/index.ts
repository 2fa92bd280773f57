export { DEFAULT_RISK_BANDS, riskBandsFor, riskLevelOf, scoreOf, type RiskBands } from "./risk-bands.ts";
export {
  readChurnRule,
  readScoringSettings,
  storeFirstModelBands,
  storeScoringSettings,
  type ScoringSettings,
} from "./scoring-settings.ts";
