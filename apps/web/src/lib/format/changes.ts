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
        ? `${field}: ${wordOf(after?.[field])}`
        : after === null
          ? `${field}: ${wordOf(before[field])}`
          : `${field}: ${wordOf(before[field])} → ${wordOf(after[field])}`,
    )
    .join(", ");
}

function wordOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
