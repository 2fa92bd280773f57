import { endOfString } from "./find-list.ts";

/** What stands next in a list: an entry from `start` to `end`, its closing bracket, or less than can be judged yet. */
export type ListEntry =
  | { kind: "entry"; start: number; end: number }
  | { kind: "closed" }
  | { kind: "incomplete"; start: number };

/** Finds the next entry of a JSON list at or behind `from`. */
export function nextInList(text: string, from: number): ListEntry {
  let start = from;
  while (start < text.length && /[\s,]/.test(text[start] ?? "")) start++;
  if (start === text.length) return { kind: "incomplete", start };
  if (text[start] === "]") return { kind: "closed" };
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (at === -1) return { kind: "incomplete", start };
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return { kind: "entry", start, end: at + 1 };
      if (depth < 0) return { kind: "entry", start, end: at };
    } else if (char === "," && depth === 0) return { kind: "entry", start, end: at };
  }
  return { kind: "incomplete", start };
}
