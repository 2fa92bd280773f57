import { cellText, isBlank, type CellValue } from "@forestay/tabular";

import { countInWords, inThousands } from "../count-in-words.ts";
import { CommandError } from "./command-error.ts";

const LEFT =
  /^(1|1\.0|yes|y|true|t|churn|churned|left|exited|cancelled|canceled|inactive|attrited customer|lost|gone)$/i;

const STAYED = /^(0|0\.0|no|n|false|f|stayed|active|existing customer|retained)$/i;

/** Row numbers from 0 of the rows without a label. */
export const unlabelledRows = (cells: CellValue[]): number[] =>
  cells.flatMap((cell, row) => (isBlank(cell) ? [row] : []));

/**
 * Turns a label column into 1 (left) and 0 (stayed).
 * Without `positive` one of its two values must say so itself; a row without a label is an error.
 */
export function readLabels(cells: CellValue[], column: string, positive: string | null): Uint8Array {
  if (cells.length === 0) throw new CommandError("the file has a header and no rows");
  const texts = cells.map((cell) => (isBlank(cell) ? null : cellText(cell).trim()));
  const empty = unlabelledRows(cells);
  if (empty.length > 0) {
    const first = `the first is row ${inThousands(empty[0]! + 1)} below the header`;
    throw new CommandError(
      `${countInWords(empty.length, "row")} of ${inThousands(cells.length)} without a value in the label column "${column}" (${first}): fill them in or leave them out`,
    );
  }
  const values = [...new Set(texts as string[])];
  // Nobody left: no value says so, and the training has its own words for that.
  if (positive === null && values.length === 1 && STAYED.test(values[0]!))
    return new Uint8Array(cells.length);
  const chosen = positive ?? values.find((value) => LEFT.test(value)) ?? null;
  const shown = values
    .slice(0, 5)
    .map((value) => `"${value}"`)
    .join(", ");
  if (positive !== null && !values.includes(positive))
    throw new CommandError(`--positive "${positive}" does not occur in "${column}"; it has ${shown}`);
  if (chosen === null || (positive === null && values.length > 2))
    throw new CommandError(
      `which value of "${column}" means that the customer left? Say so with --positive; it has ${shown}`,
    );
  return Uint8Array.from(texts, (text) => (text === chosen ? 1 : 0));
}
