import type { TableNotice } from "../table-batch.ts";

export interface HeaderNames {
  columns: string[];
  notices: TableNotice[];
  /** Cells a row must have: columns without a heading at the end may be missing. */
  requiredWidth: number;
}

/** Longest column name kept; longer headings are cut (the name becomes a key of the customers' attributes). */
const MAX_NAME_CHARS = 200;

/**
 * Turns a header row into column names that are all there and all different: spaces around are dropped, a blank one
 * becomes `Column 3`, a repeated one `Email (2)`; each change is told in a notice.
 */
export function headerNames(cells: readonly string[]): HeaderNames {
  const columns: string[] = [];
  const notices: TableNotice[] = [];
  const given = cells.map((cell) => cell.trim().replaceAll(/\s+/g, " ").slice(0, MAX_NAME_CHARS));
  const taken = new Set(given.map((name) => name.toLowerCase()));
  const used = new Set<string>();
  let requiredWidth = 0;
  for (const [index, name] of given.entries()) {
    const wanted = name === "" ? `Column ${index + 1}` : name;
    let unique = wanted;
    const isTaken = (candidate: string): boolean => used.has(candidate.toLowerCase());
    for (let copy = 2; isTaken(unique) || (unique !== name && taken.has(unique.toLowerCase())); copy++) {
      unique = `${wanted} (${copy})`;
    }
    used.add(unique.toLowerCase());
    columns.push(unique);
    if (name === "") {
      notices.push({
        code: "blank_header",
        message: `Column ${index + 1} has no heading; it is called "${unique}".`,
      });
    } else {
      // A name that we gave stays ours when a read is resumed with the names of its beginning.
      if (name !== `Column ${index + 1}`) requiredWidth = index + 1;
      if (unique !== name) {
        const message = `The heading "${name}" is there more than once; column ${index + 1} is called "${unique}".`;
        notices.push({ code: "duplicate_header", message });
      }
    }
  }
  return { columns, notices, requiredWidth };
}
