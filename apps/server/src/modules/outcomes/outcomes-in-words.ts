import { FEWEST_OUTCOMES, type OutcomeCounts } from "./outcome-counts.ts";

const counted = (count: number, rest: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "customer is" : "customers are"} ${rest}`;

/** '1 customer is known to have left and 28 to have stayed'. */
export const knownInWords = ({ left, stayed }: OutcomeCounts["labels"]): string =>
  `${counted(left, "known to have left")} and ${stayed.toLocaleString("en-US")} to have stayed`;

/** What is missing for a model: '3 more customers who left', or both where both are missing. */
export function neededInWords({ left, stayed }: OutcomeCounts["labels"]): string {
  const more = (known: number, who: string) => {
    const missing = FEWEST_OUTCOMES - known;
    return missing <= 0 ? [] : [`${missing} more ${missing === 1 ? "customer" : "customers"} who ${who}`];
  };
  return [...more(left, "left"), ...more(stayed, "stayed")].join(" and ");
}
