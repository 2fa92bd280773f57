import { isBlank, cellText, type CellValue, type ColumnProfile } from "@forestay/tabular";
import { columnSynonyms, ownerPrefix } from "./column-synonyms.ts";
import { labelOf, plainWord, subscriptionStatusOf } from "./status-words.ts";

/** How the dates of a column stand to what a status or label column of the same rows says. */
export interface LeavingEvidence {
  /** Rows with a date, and of them those that say of their customer that it has gone. */
  dated: number;
  datedGone: number;
  /** The same of rows without a date. */
  undated: number;
  undatedGone: number;
}

/** Words of a status that mean gone: Inactive and Cancelled (SubscriptionStatus 0 and 2). */
const gone = new Set([0, 2]);

/**
 * For every column of dates, by name: what the file's own status or label says of the rows with and without one. Null
 * where no column of the file says who has gone.
 */
export function leavingEvidence(
  profiles: readonly ColumnProfile[],
  rows: readonly (readonly CellValue[])[],
): ReadonlyMap<string, LeavingEvidence> | null {
  const says = profiles.flatMap((profile, place) => {
    const reads = goneReader(profile);
    return reads ? [{ place, reads }] : [];
  });
  const [speaker] = says;
  if (!speaker) return null;
  const evidence = new Map<string, LeavingEvidence>();
  profiles.forEach((profile, place) => {
    if (profile.kind !== "date" && profile.kind !== "datetime") return;
    const seen: LeavingEvidence = { dated: 0, datedGone: 0, undated: 0, undatedGone: 0 };
    for (const row of rows) {
      const isGone = speaker.reads(row[speaker.place] ?? null);
      if (isGone === null) continue;
      if (isBlank(row[place] ?? null)) {
        seen.undated++;
        if (isGone) seen.undatedGone++;
      } else {
        seen.dated++;
        if (isGone) seen.datedGone++;
      }
    }
    evidence.set(profile.name, seen);
  });
  return evidence;
}

/** Reads a cell of a status or label column: gone, not, or null where it says neither. Null for every other column. */
function goneReader(profile: ColumnProfile): ((cell: CellValue) => boolean | null) | null {
  const { words } = profile;
  if (words.length < 2) return null;
  const isNamed = (target: "churned" | "subscriptionStatus") => {
    const name = plainWord(profile.name);
    const synonyms = columnSynonyms[target] ?? [];
    return synonyms.includes(name) || synonyms.includes(name.replace(ownerPrefix, ""));
  };
  const read = isNamed("churned")
    ? (word: string) => {
        const label = labelOf(word);
        return label === undefined ? null : label === 1;
      }
    : isNamed("subscriptionStatus")
      ? (word: string) => {
          const status = subscriptionStatusOf(word);
          return status === undefined ? null : gone.has(status);
        }
      : null;
  if (read === null) return null;
  const known = words.filter((word) => read(word) !== null).length;
  if (known < words.length / 2) return null;
  return (cell) => (isBlank(cell) ? null : read(cellText(cell).trim()));
}
