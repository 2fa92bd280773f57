/** What a message may say of its reader: nothing that does not stand here is filled in. */
export type MergeTags = Readonly<
  Record<string, { readonly label: string; readonly sample: string; readonly isLink?: true }>
>;

/** A tag as it stands in a text. */
export interface FoundTag {
  /** All of it, braces too. */
  text: string;
  tag: string;
  /** What is said where a customer has no such value; null: nothing was given. */
  fallback: string | null;
}

const pattern = /\{\{([^{}]*)\}\}/g;

/** The tags of a text, in order: `{{customer.firstName|there}}`. */
export function tagsIn(text: string): FoundTag[] {
  return [...text.matchAll(pattern)].map(([whole, inside = ""]) => {
    const [tag = "", ...rest] = inside.split("|");
    return { text: whole, tag: tag.trim(), fallback: rest.length === 0 ? null : rest.join("|").trim() };
  });
}

/** Why a text cannot be filled in; null where it can. */
export function tagProblem(text: string, allowed: MergeTags): string | null {
  const unknown = tagsIn(text).find(({ tag }) => !Object.hasOwn(allowed, tag));
  if (unknown !== undefined)
    return `${unknown.text} is no field. Choose one of: ${Object.keys(allowed).join(", ")}.`;
  const rest = text.replaceAll(pattern, "");
  return rest.includes("{{") || rest.includes("}}")
    ? "A field begins with {{ and ends with }}, as in {{customer.firstName|there}}."
    : null;
}

/** A text with its tags filled in; `missing` hears of those with neither value nor fallback, which leave nothing. */
export function fillTags(
  text: string,
  values: Readonly<Record<string, string | null>>,
  missing?: (tag: string) => void,
): string {
  return text.replaceAll(pattern, (_whole, inside: string) => {
    const [tag = "", ...rest] = inside.split("|");
    const value = values[tag.trim()] ?? null;
    if (value !== null && value !== "") return value;
    if (rest.length === 0) missing?.(tag.trim());
    return rest.join("|").trim();
  });
}
