import { cellText, isBlank, type CellValue } from "@forestay/tabular";

import { countInWords, inThousands } from "../count-in-words.ts";
import { CommandError } from "./command-error.ts";

/** Words that say by themselves that a customer left, or stayed. */
const LEFT = /^(yes|true|churn|churned|left|exited|cancelled|canceled|inactive|attrited customer|lost|gone)$/;
const STAYED = /^(no|false|stayed|active|existing customer|retained)$/;
/** Marks that say so only beside their counterpart: 1 means "left" beside 0, and nobody knows what beside 2. */
const MARKS: readonly (readonly [left: string, stayed: string])[] = [
  ["1", "0"],
  ["1.0", "0.0"],
  ["y", "n"],
  ["t", "f"],
];

/** Row numbers from 0 of the rows without a label. */
export const unlabelledRows = (cells: CellValue[]): number[] =>
  cells.flatMap((cell, row) => (isBlank(cell) ? [row] : []));

/**
 * Turns a label column into 1 (left) and 0 (stayed), whatever the case of its letters.
 * Without `positive` its values must say so themselves; a row without a label is an error.
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
  const values = new Set(texts.map((text) => foldCase(text!)));
  const left = positive === null ? valuesOfLeavers(values) : new Set([foldCase(positive.trim())]);
  const shown = [...new Set(texts)]
    .slice(0, 5)
    .map((text) => `"${text}"`)
    .join(", ");
  if (positive !== null && !values.has(foldCase(positive.trim())))
    throw new CommandError(`--positive "${positive}" does not occur in "${column}"; it has ${shown}`);
  if (left === null)
    throw new CommandError(
      `which value of "${column}" means that the customer left? Say so with --positive; it has ${shown}`,
    );
  return Uint8Array.from(texts, (text) => (left.has(foldCase(text!)) ? 1 : 0));
}

const foldCase = (text: string): string => text.toLowerCase();

/** Which of these values (in small letters) mean "left"; null where they do not say so themselves. Empty: nobody left. */
function valuesOfLeavers(values: ReadonlySet<string>): ReadonlySet<string> | null {
  const all = [...values];
  for (const [left, stayed] of MARKS) {
    if (all.every((value) => value === left || value === stayed))
      return all.length === 2 || all[0] === stayed ? new Set([left]) : null;
  }
  const left = all.filter((value) => LEFT.test(value));
  if (all.every((value) => STAYED.test(value))) return new Set();
  // One word that nobody knows, beside one that says "left", is the others'; two of them may be anything.
  return left.length > 0 && all.length - left.length <= 1 ? new Set(left) : null;
}
