import { formatCount, formatCounted, plural } from "@forestay/contracts/words";
import { FEWEST_OUTCOMES, type OutcomeCounts } from "./outcome-counts.ts";

const counted = (count: number, rest: string) =>
  `${formatCounted(count, "customer is", "customers are")} ${rest}`;

/** '1 customer is known to have left and 28 to have stayed'. */
export const knownInWords = ({ left, stayed }: OutcomeCounts["labels"]): string =>
  `${counted(left, "known to have left")} and ${formatCount(stayed)} to have stayed`;

/** What is missing for a model: '3 more customers who left', or both where both are missing. */
export function neededInWords({ left, stayed }: OutcomeCounts["labels"]): string {
  const more = (known: number, who: string) => {
    const missing = FEWEST_OUTCOMES - known;
    return missing <= 0 ? [] : [`${missing} more ${plural(missing, "customer")} who ${who}`];
  };
  return [...more(left, "left"), ...more(stayed, "stayed")].join(" and ");
}
