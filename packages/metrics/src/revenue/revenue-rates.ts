import type { MrrFlow } from "./mrr-flow.ts";

/**
 * (Churn + contraction) / MRR at the start, of one period. Null where nobody paid at the start.
 * What came and went within the period counts, so that this may lie above 1 - GRR, which looks at those of the start only.
 */
export function grossMrrChurn({
  churnMinor,
  contractionMinor,
  startMinor,
}: Pick<MrrFlow, "churnMinor" | "contractionMinor" | "startMinor">): number | null {
  return startMinor === 0 ? null : (churnMinor + contractionMinor) / startMinor;
}

/** (Churn + contraction - expansion - reactivation) / MRR at the start; below zero where more came back than left. Null as above. */
export function netMrrChurn(
  flow: Omit<MrrFlow, "currency" | "counts" | "newMinor" | "endMinor">,
): number | null {
  const { churnMinor, contractionMinor, expansionMinor, reactivationMinor, startMinor } = flow;
  if (startMinor === 0) return null;
  return (churnMinor + contractionMinor - expansionMinor - reactivationMinor) / startMinor;
}

/** (New + expansion) / (contraction + churn). Null where nothing was lost. */
export function quickRatio({
  newMinor,
  expansionMinor,
  contractionMinor,
  churnMinor,
}: Pick<MrrFlow, "newMinor" | "expansionMinor" | "contractionMinor" | "churnMinor">): number | null {
  const lostMinor = contractionMinor + churnMinor;
  return lostMinor === 0 ? null : (newMinor + expansionMinor) / lostMinor;
}

/** ARPA, MRR / active customers of one currency, in minor units and fractions of them. Null without active customers. */
export function averageRevenuePerAccount(mrrMinor: number, activeCustomers: number): number | null {
  return activeCustomers === 0 ? null : mrrMinor / activeCustomers;
}
