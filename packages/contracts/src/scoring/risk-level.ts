import { labelled } from "../enumeration.ts";

export const RiskLevel = { Low: 0, Medium: 1, High: 2, Critical: 3 } as const;
export type RiskLevelValue = (typeof RiskLevel)[keyof typeof RiskLevel];

const riskLevelLabels: Record<RiskLevelValue, string> = { 0: "Low", 1: "Medium", 2: "High", 3: "Critical" };

export const riskLevelLabel = labelled(riskLevelLabels);
