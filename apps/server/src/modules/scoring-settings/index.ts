export { DEFAULT_RISK_BANDS, riskBandsFor, riskLevelOf, scoreOf, type RiskBands } from "./risk-bands.ts";
export { readScoringSettings, storeFirstModelBands, type ScoringSettings } from "./scoring-settings.ts";
