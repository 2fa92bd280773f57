import { cellText, isBlank, type CellValue } from "@forestay/tabular";

import { CommandError } from "./command-error.ts";

const LEFT =
  /^(1|1\.0|yes|y|true|t|churn|churned|left|exited|cancelled|canceled|inactive|attrited customer|lost|gone)$/i;

const STAYED = /^(0|0\.0|no|n|false|f|stayed|active|existing customer|retained)$/i;

/**
 * Turns a label column into 1 (left) and 0 (stayed).
 * Without `positive` one of its two values must say so itself; a row without a label is an error.
 */
export function readLabels(cells: CellValue[], column: string, positive: string | null): Uint8Array {
  const texts = cells.map((cell) => (isBlank(cell) ? null : cellText(cell).trim()));
  const empty = texts.indexOf(null);
  if (empty >= 0) throw new CommandError(`row ${empty} has no value in the label column "${column}"`);
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
