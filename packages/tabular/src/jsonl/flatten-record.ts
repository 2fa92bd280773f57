import type { CellValue } from "../cell-value.ts";

/** Longest column name kept, as for headings. */
const MAX_KEY_CHARS = 200;

/**
 * Flattens one parsed object by one level: `{"plan":{"name":"Pro"}}` becomes `plan.name`. Numbers, yes/no and null keep
 * their type; lists of simple values become text joined by `, `, anything deeper its JSON text.
 */
export function flattenRecord(record: Record<string, unknown>): Map<string, CellValue> {
  const flat = new Map<string, CellValue>();
  for (const [givenKey, value] of Object.entries(record)) {
    const key = givenKey.trim() === "" ? "(no name)" : givenKey.slice(0, MAX_KEY_CHARS);
    if (isRecord(value)) {
      for (const [innerKey, inner] of Object.entries(value)) {
        flat.set(`${key}.${innerKey}`.slice(0, MAX_KEY_CHARS), toCell(inner));
      }
    } else {
      flat.set(key, toCell(value));
    }
  }
  return flat;
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
