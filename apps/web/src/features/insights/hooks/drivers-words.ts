import type { Driver, FieldValues } from "@forestay/contracts/wire";

/** What matters most, in a sentence: "Logins and tenure move scores most". */
export function driversTitle(drivers: readonly Pick<Driver, "label" | "importance">[]): string {
  const [first, second] = drivers;
  if (first === undefined) return "Nothing moves the scores";
  // A second that is far behind is no part of the answer.
  if (second === undefined || second.importance < 40) return `${first.label} moves scores most`;
  return `${first.label} and ${second.label} move scores most`;
}

/** Which field cannot be done without, in a sentence. */
export function addedTitle(fields: FieldValues["fields"]): string {
  const adding = fields.filter(({ verdict }) => verdict === "adds");
  const [first] = adding;
  if (first === undefined) return "No single field adds anything that others do not";
  return adding.length === 1
    ? `Only ${first.label} adds what no other field says`
    : `${first.label} adds most that no other field says`;
}
