/** The longest text that a tool answers with: names and cells come from files and forms, and are no place for a story. */
export const LONGEST_TEXT = 300;
/** The longest list; those that a caller can lengthen have their own, smaller measure. */
export const LONGEST_LIST = 100;

/** JSON with every text and list held to a length; what is cut ends in an ellipsis. */
export function capped(value: unknown, longestText = LONGEST_TEXT): unknown {
  if (typeof value === "string") {
    if (value.length <= longestText) return value;
    // Half of a pair of surrogates is no character.
    return `${value.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((one) => capped(one, longestText));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, capped(one, longestText)]));
}
