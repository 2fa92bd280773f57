import { cellText } from "@forestay/tabular";

import { CommandError } from "./command-error.ts";
import { cellsOf, readFileCells } from "./read-file.ts";

/** Fold of each row from a file `id,fold`: ids are those of the id column, or row numbers from 0. Every row needs one. */
export async function readFolds(
  path: string,
  rowIds: string[],
): Promise<{ foldOf: Int32Array; ids: string[] }> {
  const file = await readFileCells(path);
  const names = cellsOf(file, "id").map((cell) => cellText(cell).trim());
  const folds = cellsOf(file, "fold").map((cell) => Number(cellText(cell)));
  const wrong = folds.findIndex((fold) => !Number.isInteger(fold) || fold < 0);
  if (wrong >= 0)
    throw new CommandError(`${path}: the fold of id ${names[wrong]} is not a whole number from 0`);
  const foldById = new Map(names.map((name, i) => [name, folds[i]!]));
  // A file made without the id column counts rows.
  const byId = rowIds.every((id) => foldById.has(id));
  const ids = byId ? rowIds : rowIds.map((_, row) => String(row));
  const foldOf = Int32Array.from(ids, (id) => foldById.get(id) ?? -1);
  const lost = foldOf.indexOf(-1);
  if (lost >= 0) throw new CommandError(`${path} has no fold for row ${lost} (id ${rowIds[lost]})`);
  if (new Set(foldOf).size < 2) throw new CommandError(`${path} has fewer than two folds`);
  return { foldOf, ids };
}
