import { churnRuleInWords, isSameChurnRule } from "@forestay/contracts/wire";
import type { Comparison } from "@forestay/contracts/wire";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";

/** Why there is nobody to compare although both runs scored customers; null where there is. */
export function whyNobody({ before, after }: Comparison): string | null {
  const removed = (of: string, at: string) =>
    `The customers of ${of} were removed on ${formatShortDate(at)}; its quality and totals remain.`;
  if (after.resultsRemovedAt !== null) return removed("this run", after.resultsRemovedAt);
  return before.resultsRemovedAt === null ? null : removed("the other run", before.resultsRemovedAt);
}

/** Who moved, as a sentence. */
export function comparisonTitle({ inBoth, roseLevel, fellLevel }: Comparison): string {
  if (inBoth === 0) return "The two runs have no customer in common";
  if (roseLevel === 0 && fellLevel === 0) return "No customer changed level";
  if (roseLevel === 0)
    return `${formatCounted(fellLevel, "customer")} moved to a lower level, none to a higher`;
  if (fellLevel === 0)
    return `${formatCounted(roseLevel, "customer")} moved to a higher level, none to a lower`;
  return `${formatCounted(roseLevel, "customer")} moved to a higher level, ${formatCount(fellLevel)} to a lower`;
}

/** Why the scores of two runs do not mean the same. */
export function whyNotComparable({ before, after }: Comparison): string {
  if (before.horizonDays !== after.horizonDays) {
    return `The runs look ${before.horizonDays} and ${after.horizonDays} days ahead: their scores do not mean the same.`;
  }
  return isSameChurnRule(before.churn, after.churn)
    ? "One run scored by rules and the other by a model: a changed score need not be a changed customer."
    : `The other run took a customer for gone when ${churnRuleInWords(before.churn)}, this one when ${churnRuleInWords(after.churn)}: their scores do not mean the same.`;
}

/** A change with its sign in words a reader hears too: '+12', '−3', 'same'. */
export function signed(change: number, format: (value: number) => string): string {
  const text = format(Math.abs(change));
  if (text === format(0)) return "same";
  return `${change > 0 ? "+" : "−"}${text}`;
}
