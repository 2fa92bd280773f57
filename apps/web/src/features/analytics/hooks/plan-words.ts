import type { ContactPlan } from "@forestay/contracts/wire";
import { formatCount, formatCounted, formatMoney, formatShare } from "@/lib/format/index.ts";

/** An expected number of customers: one decimal where rounding would hide it, "4.2", "38". */
export function fewCustomers(count: number): string {
  return count < 10 ? String(Number(count.toFixed(1))) : formatCount(count);
}

type Measured = NonNullable<ContactPlan["measuredSaves"]>["keepShare"];

/** "40% (28% to 52%)": a measured share, or what `say` makes of its ends. */
export function withInterval({ value, lower, upper }: Measured, say: (value: number) => string): string {
  return lower === null || upper === null ? say(value) : `${say(value)} (${say(lower)} to ${say(upper)})`;
}

/** Whether the interval leaves out "no difference". */
export const isBeyondChance = ({ lower, upper }: Measured) =>
  lower !== null && upper !== null && (lower > 0 || upper < 0);

/** The finding of a plan as a sentence. */
export function planTitle(plan: ContactPlan): string {
  const contacts = `Contacting ${formatCounted(plan.contacts, "customer")}`;
  return plan.orderedBy === "valueAtRisk" && plan.valueAtRisk > 0
    ? `${contacts} covers ${formatMoney(plan.valueAtRisk, plan.currency)}, ${formatShare(plan.shareOfValueAtRisk)} of the money at risk`
    : `${contacts} reaches ${fewCustomers(plan.expectedLeavers)} leavers, ${formatShare(plan.shareOfLeavers)} of all expected`;
}
