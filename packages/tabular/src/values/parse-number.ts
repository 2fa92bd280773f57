import type { CellValue } from "../cell-value.ts";
import { blank, isMissing } from "./parsed.ts";
import type { Parsed } from "./parsed.ts";

/** `us`: 1,234.56 · `eu`: 1.234,56. Spaces and apostrophes between thousands are understood in both. */
export type NumberStyle = "us" | "eu";

/** A number in parts, exact as written: sign, digits before and after the decimal mark. */
export interface Decimal {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

const plainNumber = /^-?\d{1,15}(\.\d{1,15})?$/;
// Thousands in groups of three, or the Indian way (12,34,567).
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d?(?:,\d{2})*,\d{3}$/;
const spaces = /[\s\u00a0\u202f\u2009]/g;

/** Cuts a number as people write it into its parts: sign before or behind, accountants' brackets, thousands in proper groups. */
export function parseDecimal(text: string, style: NumberStyle): Decimal | undefined {
  let rest = text.trim().replace(/[\u2212\u2013]/g, "-");
  let isNegative = false;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    isNegative = true;
    rest = rest.slice(1, -1).trim();
  } else if (rest.startsWith("-") || rest.startsWith("+")) {
    isNegative = rest.startsWith("-");
    rest = rest.slice(1).trim();
  } else if (rest.endsWith("-")) {
    isNegative = true;
    rest = rest.slice(0, -1).trim();
  }
  const mark = style === "us" ? "." : ",";
  const markAt = rest.indexOf(mark);
  const fraction = markAt === -1 ? "" : rest.slice(markAt + 1);
  let whole = markAt === -1 ? rest : rest.slice(0, markAt);
  if (!/^\d*$/.test(fraction)) return undefined;
  if (!/^\d+$/.test(whole)) {
    const separated = whole.replace(spaces, ",").replace(/['’]/g, ",");
    const unified = style === "us" ? separated : separated.replaceAll(".", ",");
    // The decimal mark itself cannot part thousands: "1,234,5" is no number in either style.
    if (style === "eu" && whole.includes(",")) return undefined;
    if (unified !== "" && !grouped.test(unified)) return undefined;
    whole = unified.replaceAll(",", "");
  }
  if (whole === "" && fraction === "") return undefined;
  return { isNegative, whole: whole === "" ? "0" : whole, fraction };
}

/**
 * Reads a number in the given style; `12 %` is 0.12, as in a spreadsheet. Numbers with a currency belong to `parseMoney`.
 */
export function parseNumber(cell: CellValue, style: NumberStyle): Parsed<number> {
  if (typeof cell === "number") return Number.isFinite(cell) ? { ok: true, value: cell } : blank;
  if (isMissing(cell)) return blank;
  const expected = style === "us" ? "a number such as 1,234.56" : "a number such as 1.234,56";
  if (typeof cell !== "string") return { ok: false, expected };
  if (style === "us" && plainNumber.test(cell)) return { ok: true, value: Number(cell) };
  let text = cell.trim();
  const isPercent = text.endsWith("%");
  if (isPercent) text = text.slice(0, -1);
  const scientific = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i.exec(text);
  let value: number;
  if (scientific) {
    if (text.includes(style === "us" ? "," : ".")) return { ok: false, expected };
    value = Number(text.replace(",", "."));
  } else {
    const decimal = parseDecimal(text, style);
    if (!decimal) return { ok: false, expected };
    value = Number(`${decimal.isNegative ? "-" : ""}${decimal.whole}.${decimal.fraction}`);
  }
  if (!Number.isFinite(value)) return { ok: false, expected };
  // Shifted in decimal, because 7 / 100 * ... in binary gives tails (0.07000000000000001).
  return { ok: true, value: isPercent ? Number((value / 100).toPrecision(15)) : value };
}
