interface Change {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Fields of a change in words, for the audit log: 'role: Viewer → Staff', or 'name: Acme' where there was nothing before. */
export function formatChanges({ before, after }: Change): string {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) =>
      before === null
        ? `${inWords(field)}: ${wordOf(after?.[field])}`
        : after === null
          ? `${inWords(field)}: ${wordOf(before[field])}`
          : `${inWords(field)}: ${wordOf(before[field])} → ${wordOf(after[field])}`,
    )
    .join(", ");
}

/** The same field by field, for a table. */
export function changedFields({ before, after }: Change): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field: inWords(field),
    before: wordOf(before?.[field]),
    after: wordOf(after?.[field]),
  }));
}

/** A field's name as it is stored, in words: 'companyRole' reads 'company role'. */
const inWords = (field: string): string => field.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

function wordOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
