import { AppError } from "./app-error.ts";

/** PostgreSQL stores neither NUL nor lone surrogates; refused here they are a 400, let through they are a 500. */
export function refuseUnstorableText(input: Record<string, unknown>): void {
  const path = findUnstorable(input);
  if (path === null) return;
  throw new AppError("validation_failed", { fields: { [path.slice(1).join(".") || "body"]: UNSTORABLE } });
}

export const UNSTORABLE = "Contains characters that cannot be stored";

export const isUnstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed();

/** An object or list on the way, and what it stands in: paths are made of these only where one is asked for. */
interface Place {
  value: object;
  key: string | number;
  within: Place | null;
}

/** Where such text stands. Reads every value once and uses no call stack, so that neither depth nor width makes it dear. */
export function findUnstorable(input: object): string[] | null {
  const left: Place[] = [{ value: input, key: "", within: null }];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value } = place;
    // An index is a number until somebody has to read it: naming 20,000 of them takes longer than parsing them.
    const names = Array.isArray(value) ? null : Object.keys(value);
    const { length } = names ?? (value as unknown[]);
    for (let at = 0; at < length; at++) {
      const key = names?.[at] ?? at;
      if (typeof key === "string" && isUnstorable(key)) return pathTo(place, "(name)");
      const child = (value as Record<string | number, unknown>)[key];
      if (typeof child === "string") {
        if (isUnstorable(child)) return pathTo(place, key);
      } else if (typeof child === "object" && child !== null) {
        left.push({ value: child, key, within: place });
      }
    }
  }
  return null;
}

function pathTo(place: Place, last: string | number): string[] {
  const path = [String(last)];
  for (let at: Place | null = place; at?.within; at = at.within) path.unshift(String(at.key));
  return path;
}
