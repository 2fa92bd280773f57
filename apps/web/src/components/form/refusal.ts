import { ApiError } from "@/lib/api/api-error.ts";

/** What a refused form says: at which of its fields, and as a whole. */
export interface Refusal {
  /** Name of a shown field -> what is wrong with it. */
  fields: ReadonlyMap<string, string>;
  /** What no field on the page can say. */
  message: string | undefined;
}

/**
 * Where each word of a refusal belongs. A field of the wire that has no place of its own goes to the one that holds it
 * (`scopes.0` to `scopes`); what is about none of the shown fields is said of the form, so that nothing goes unsaid.
 */
export function placeRefusal(error: unknown, shown: ReadonlySet<string>): Refusal {
  const said = error instanceof ApiError ? error.fields : {};
  const refusal = placeFields(said, shown);
  if (Object.keys(said).length > 0) return refusal;
  return { ...refusal, message: error instanceof Error ? error.message : "This was not saved. Try again." };
}

/** As placeRefusal, of messages by the field's name on the wire. */
export function placeFields(said: Readonly<Record<string, string>>, shown: ReadonlySet<string>): Refusal {
  const fields = new Map<string, string>();
  let message: string | undefined;
  for (const [path, words] of Object.entries(said)) {
    const place = nearestShown(path, shown);
    if (place === undefined) message ??= words;
    else if (!fields.has(place)) fields.set(place, words);
  }
  return { fields, message };
}

function nearestShown(path: string, shown: ReadonlySet<string>): string | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (shown.has(at)) return at;
  }
  return undefined;
}
