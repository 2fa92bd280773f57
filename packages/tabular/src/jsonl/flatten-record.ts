import type { CellValue } from "../cell-value.ts";

/** Longest column name kept, as for headings. */
const MAX_KEY_CHARS = 200;

/** Objects within objects are taken apart so deep; what lies deeper stays its JSON text. */
const MAX_DEPTH = 5;

/**
 * Flattens a parsed object: `{"plan":{"price":{"amount":9}}}` becomes `plan.price.amount`. Numbers, yes/no and null keep
 * their type; lists of simple values become text joined by `, `, lists of objects their JSON text.
 */
export function flattenRecord(record: Record<string, unknown>): Map<string, CellValue> {
  const flat = new Map<string, CellValue>();
  flattenInto(flat, "", record, 1);
  return flat;
}

function flattenInto(
  flat: Map<string, CellValue>,
  prefix: string,
  record: Record<string, unknown>,
  depth: number,
): void {
  for (const [givenKey, value] of Object.entries(record)) {
    const name = prefix === "" && givenKey.trim() === "" ? "(no name)" : givenKey;
    const key = (prefix + name).slice(0, MAX_KEY_CHARS);
    if (isRecord(value) && depth < MAX_DEPTH) flattenInto(flat, `${key}.`, value, depth + 1);
    else flat.set(key, toCell(value));
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toCell(value: unknown): CellValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse reads nesting of any depth, stringify runs out of stack at some 10,000 levels (seen on Node 24).
    return "(nested too deeply)";
  }
}
