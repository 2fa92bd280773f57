import type { Driver } from "@forestay/contracts/wire";

/** What matters most, in a sentence: "Logins and tenure move scores most". */
export function driversTitle(drivers: readonly Pick<Driver, "label" | "importance">[]): string {
  const [first, second] = drivers;
  if (first === undefined) return "Nothing moves the scores";
  // A second that is far behind is no part of the answer.
  if (second === undefined || second.importance < 40) return `${first.label} moves scores most`;
  return `${first.label} and ${second.label} move scores most`;
}
