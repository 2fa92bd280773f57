import { RiskLevel, riskLevelLabel } from "../scoring/risk-level.ts";
import { formatCount, formatCounted, plural } from "./count.ts";

/** The levels that need attention, as they stand in a sentence: 'High or Critical'. */
export const HIGH_RISK_WORDS = `${riskLevelLabel(RiskLevel.High)} or ${riskLevelLabel(RiskLevel.Critical)}`;

interface AnalysisCounts {
  customersAnalyzed: number;
  /** Customers at High or Critical. */
  needAttention: number;
}

/** What an analysis found, as the title of its page and its report: '412 customers analyzed, 9 need attention'. */
export function findingWords({ customersAnalyzed, needAttention }: AnalysisCounts): string {
  if (customersAnalyzed === 0) return "No customer could be scored";
  const attention =
    needAttention === 0
      ? "none needs attention"
      : `${formatCount(needAttention)} ${plural(needAttention, "needs", "need")} attention`;
  return `${formatCounted(customersAnalyzed, "customer")} analyzed, ${attention}`;
}
