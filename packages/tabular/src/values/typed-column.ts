import { cellText } from "../cell-value.ts";
import type { CellValue } from "../cell-value.ts";
import type { ColumnKind } from "./infer-columns.ts";
import { parseDate } from "./parse-date.ts";
import type { DateOrder } from "./parse-date.ts";
import { parseMoney } from "./parse-money.ts";
import { parseNumber } from "./parse-number.ts";
import type { NumberStyle } from "./parse-number.ts";
import { isBlank } from "./parsed.ts";

/** How a column is to be read, with nothing left ambiguous. */
export interface ColumnReading {
  kind: ColumnKind;
  numberStyle?: NumberStyle;
  dateOrder?: DateOrder;
}

/** A column for learning: numbers with NaN for missing, or words with null for missing. */
export type TypedColumn = (
  | { kind: "numeric"; values: Float64Array }
  | { kind: "categorical"; values: (string | null)[] }
) & {
  /** Cells that did not fit the reading and count as missing. */
  unreadableCount: number;
};

const MS_PER_DAY = 86_400_000;

/**
 * Turns the cells of one column into what a model takes: integers, decimals and money (in whole currency units) as
 * numbers, dates as days since 1970 (a time without a zone counts as UTC), everything else as words.
 */
export function typedColumn(cells: readonly CellValue[], reading: ColumnReading): TypedColumn {
  const toNumber = numberReader(reading);
  if (!toNumber) {
    const values = cells.map((cell) => (isBlank(cell) ? null : cellText(cell).trim()));
    return { kind: "categorical", values, unreadableCount: 0 };
  }
  let unreadableCount = 0;
  const values = Float64Array.from(cells, (cell) => {
    // A workbook's or JSON's own numbers may overflow too.
    const value = cell === Infinity || cell === -Infinity ? (cell as number) : toNumber(cell);
    if (value === undefined) unreadableCount++;
    return value ?? Number.NaN;
  });
  return { kind: "numeric", values, unreadableCount };
}

/** Null for a blank, undefined for an unreadable cell. */
function numberReader(reading: ColumnReading): ((cell: CellValue) => number | null | undefined) | undefined {
  const style = reading.numberStyle ?? "us";
  switch (reading.kind) {
    case "integer":
    case "decimal":
      return (cell) => {
        const parsed = parseNumber(cell, style);
        return parsed.ok ? parsed.value : beyondNumbers(cell);
      };
    case "money":
      // Two digits for every currency here: a model only sees sizes within one column.
      return (cell) => {
        const parsed = parseMoney(cell, style, "USD");
        return parsed.ok ? parsed.value && parsed.value.amountMinor / 100 : beyondNumbers(cell);
      };
    case "date":
    case "datetime":
      return (cell) => {
        const parsed = parseDate(cell, reading.dateOrder ?? "YMD");
        if (!parsed.ok) return undefined;
        if (parsed.value === null) return null;
        const hasZone = /Z$|T.*[+-]\d{2}:\d{2}$/.test(parsed.value);
        return (
          Date.parse(parsed.value.includes("T") && !hasZone ? `${parsed.value}Z` : parsed.value) / MS_PER_DAY
        );
      };
    default:
      return undefined;
  }
}

/**
 * What a division by zero or an overflow left in an export: `inf`, `-Infinity`, `∞`, `1e308`, `1e999`. Kept as it is, for
 * whoever learns from the column to clip and count; undefined for anything else.
 */
function beyondNumbers(cell: CellValue): number | undefined {
  if (typeof cell !== "string") return undefined;
  const text = cell.trim();
  const infinite = /^([+-]?)(?:inf(?:inity)?|∞)$/i.exec(text);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,4}$/i.test(text) ? Number(text) : undefined;
}
