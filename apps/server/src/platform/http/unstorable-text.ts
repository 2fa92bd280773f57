import { AppError } from "./app-error.ts";

/** PostgreSQL stores neither NUL nor lone surrogates; refused here they are a 400, let through they are a 500. */
export function refuseUnstorableText(input: Record<string, unknown>): void {
  const path = findUnstorable(input, []);
  if (path === null) return;
  throw new AppError("validation_failed", {
    fields: { [path.slice(1).join(".") || "body"]: "Contains characters that cannot be stored" },
  });
}

const isUnstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed();

function findUnstorable(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === "string") return isUnstorable(value) ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    if (isUnstorable(key)) return [...path, "(name)"];
    const found = findUnstorable(child, [...path, key]);
    if (found) return found;
  }
  return null;
}
