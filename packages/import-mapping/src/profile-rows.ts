import { cellText, inferColumns, isBlank, type CellValue } from "@forestay/tabular";
import { leavingEvidence } from "./leaving-evidence.ts";
import type { ProfiledColumn } from "./suggest-mapping.ts";

/** Looks at a sample of rows: kinds and formats by packages/tabular, and what only an import asks of a column. */
export function profileRows(
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
): ProfiledColumn[] {
  const profiles = inferColumns(columns, rows);
  const evidence = leavingEvidence(profiles, rows);
  return profiles.map((profile, place) => {
    const filled: string[] = [];
    for (const row of rows) {
      const cell = row[place] ?? null;
      if (!isBlank(cell)) filled.push(cellText(cell).trim());
    }
    const numbers = filled.map(Number).filter((number) => Number.isFinite(number));
    return {
      ...profile,
      uniqueShare: filled.length === 0 ? 0 : profile.distinctCount / filled.length,
      leaving: evidence?.get(profile.name) ?? null,
      isSequence: isSequence(filled, rows.length),
      maximum: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b), -Infinity),
    };
  });
}

/** Every row has one, and each is the one before plus one: 1 2 3, or 0 1 2. One row proves nothing. */
function isSequence(values: readonly string[], rowCount: number): boolean {
  if (values.length < 2 || values.length !== rowCount) return false;
  return values.every((value, place) => {
    const number = Number(value);
    return Number.isInteger(number) && (place === 0 || number === Number(values[place - 1]) + 1);
  });
}
