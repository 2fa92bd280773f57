import type { AnalysisCustomer } from "@forestay/contracts/wire";
import { formatCount } from "@/lib/format/index.ts";

type Called = Pick<AnalysisCustomer, "hasLeft" | "hasOpenTask">;

/** Who of some customers is given a task: nobody who has left since the run, and nobody who has an open one already. */
export const toBeGiven = <T extends Called>(customers: readonly T[]): T[] =>
  customers.filter(({ hasLeft, hasOpenTask }) => !hasLeft && !hasOpenTask);

/** Why fewer are given a task than are listed; null where all are. */
export function notGivenWords(customers: readonly Called[]): string | null {
  const left = customers.filter(({ hasLeft }) => hasLeft).length;
  const open = customers.filter(({ hasLeft, hasOpenTask }) => !hasLeft && hasOpenTask).length;
  const words = [
    ...(left === 0
      ? []
      : [
          `${formatCount(left)} ${left === 1 ? "has" : "have"} left since this run and ${left === 1 ? "gets" : "get"} no task.`,
        ]),
    ...(open === 0 ? [] : [`${formatCount(open)} ${open === 1 ? "has" : "have"} an open task already.`]),
  ];
  return words.length === 0 ? null : words.join(" ");
}
