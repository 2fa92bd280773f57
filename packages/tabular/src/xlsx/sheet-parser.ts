import type { CellValue } from "../cell-value.ts";
import { TabularError } from "../tabular-error.ts";
import type { DateStyle } from "./number-formats.ts";
import { serialToIso } from "./serial-date.ts";
import { decodeExcelText } from "./shared-texts.ts";
import type { SharedTexts } from "./shared-texts.ts";
import { attributesOf } from "./xml-scanner.ts";
import type { XmlHandler } from "./xml-scanner.ts";

/** A row of a sheet as it stands; cells that are not there are null. */
export interface SheetRow {
  number: number;
  cells: CellValue[];
  /** The first cell that holds a formula's error (`#REF!`), or one too far to the right. */
  fault?: { code: "formula_error" | "too_many_cells" | "field_too_long"; place: number; found: string };
}

export interface SheetContext {
  texts: SharedTexts;
  styles: readonly DateStyle[];
  is1904: boolean;
  maxColumns: number;
  maxRows: number;
  maxFieldChars: number;
  /** Rows before this one are passed over without reading their cells. */
  firstRow: number;
}

/** Turns the elements of a sheet into rows; take them from `rows` after each piece of text. */
export class SheetParser implements XmlHandler {
  rows: SheetRow[] = [];
  /** The end of the table has been seen; without it the part was cut off. */
  isComplete = false;
  private readonly context: SheetContext;
  private rowNumber = 0;
  private row: SheetRow | undefined;
  private place = -1;
  private type = "n";
  private style = 0;
  private value = "";
  private hasValue = false;
  private isInValue = false;
  private phoneticDepth = 0;

  constructor(context: SheetContext) {
    this.context = context;
  }

  onOpen(name: string, tag: string): void {
    if (name === "c") {
      if (this.row) this.openCell(tag);
    } else if (name === "v" || name === "t") {
      this.isInValue = this.row !== undefined && this.phoneticDepth === 0;
    } else if (name === "rPh") this.phoneticDepth++;
    else if (name === "row") this.openRow(tag);
    else if (name === "dimension") {
      const lastRow = Number(/(\d+)$/.exec(attributesOf(tag).ref ?? "")?.[1] ?? 0);
      if (lastRow > this.context.maxRows) throw this.tooManyRows(lastRow);
    }
  }

  onText(text: string): void {
    if (!this.isInValue) return;
    this.hasValue = true;
    // One character over the limit is enough to know.
    if (this.value.length <= this.context.maxFieldChars) this.value += text;
  }

  onClose(name: string): void {
    if (name === "v" || name === "t") this.isInValue = false;
    else if (name === "rPh") this.phoneticDepth--;
    else if (name === "c") this.closeCell();
    else if (name === "sheetData") this.isComplete = true;
    else if (name === "row" && this.row) {
      if (this.row.cells.length > 0 || this.row.fault) this.rows.push(this.row);
      this.row = undefined;
    }
  }

  private openRow(tag: string): void {
    const given = Number(attributesOf(tag).r);
    this.rowNumber = Number.isInteger(given) && given > this.rowNumber ? given : this.rowNumber + 1;
    if (this.rowNumber > this.context.maxRows) throw this.tooManyRows(this.rowNumber);
    this.row = this.rowNumber < this.context.firstRow ? undefined : { number: this.rowNumber, cells: [] };
    this.place = -1;
  }

  private openCell(tag: string): void {
    const { r, t = "n", s } = attributesOf(tag);
    const place = r === undefined ? -1 : columnOfReference(r);
    this.place = place === -1 ? this.place + 1 : place;
    this.type = t;
    this.style = s === undefined ? 0 : Number(s);
    this.value = "";
    this.hasValue = false;
  }

  private closeCell(): void {
    const { row, place } = this;
    if (!row || !this.hasValue || place < 0) return;
    this.hasValue = false;
    const cell = this.convert();
    if (cell === null || cell === "") return;
    if (place >= this.context.maxColumns) {
      row.fault ??= { code: "too_many_cells", place, found: `a cell in column ${place + 1}` };
      return;
    }
    if (this.type === "e") row.fault ??= { code: "formula_error", place, found: String(cell) };
    if (typeof cell === "string" && cell.length > this.context.maxFieldChars) {
      row.fault ??= { code: "field_too_long", place, found: "a longer cell" };
      return;
    }
    while (row.cells.length <= place) row.cells.push(null);
    row.cells[place] = cell;
  }

  private convert(): CellValue {
    const { value } = this;
    switch (this.type) {
      case "s":
        return this.context.texts.get(Number(value)) ?? null;
      case "b":
        return value.trim() === "1" || value.trim() === "true";
      case "e":
        // "Not available" is how spreadsheets write a missing value; other errors are mistakes.
        return value === "#N/A" ? null : value;
      case "str":
      case "inlineStr":
        return decodeExcelText(value);
      case "d":
        return value.replace(/T00:00:00(\.0+)?$/, "");
      default: {
        const number = value.trim() === "" ? Number.NaN : Number(value);
        if (!Number.isFinite(number)) return value.trim() === "" ? null : value;
        const style = this.context.styles[this.style];
        return (style && serialToIso(number, style, this.context.is1904)) ?? number;
      }
    }
  }

  private tooManyRows(rows: number): TabularError {
    const message = `The sheet has ${rows} rows; at most ${this.context.maxRows} can be read. Save it as CSV, which has no limit.`;
    return new TabularError("too_many_rows", message);
  }
}

/** 0 for `A1`, 26 for `AA7`; -1 for anything else. */
function columnOfReference(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at++) {
    const code = reference.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + (code - 64);
  }
  return at > 3 ? -1 : column - 1;
}
