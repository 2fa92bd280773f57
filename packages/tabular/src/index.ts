export type { CellValue } from "./cell-value.ts";
export { cellText } from "./cell-value.ts";
export type { Refusal, RefusalCode, TableFormat, TextEncoding } from "./table-format.ts";
export type {
  ResumePoint,
  RowBatch,
  RowError,
  RowErrorCode,
  TableLimits,
  TableNotice,
  TableRow,
} from "./table-batch.ts";
export { defaultTableLimits } from "./table-batch.ts";
export { TabularError } from "./tabular-error.ts";
export { readRows } from "./read-rows.ts";
export type { ReadRowsOptions } from "./read-rows.ts";
export { SNIFF_BYTES, sniffFile } from "./sniff/sniff-file.ts";
export type { TableSource } from "./text/byte-source.ts";
export { csvEscapeCell, csvLine, csvUnescapeCell } from "./csv/write-csv.ts";
export { currencyMinorDigits } from "./values/currencies.ts";
export { inferColumns } from "./values/infer-columns.ts";
export type { ColumnKind, ColumnProfile } from "./values/infer-columns.ts";
export { parseBoolean } from "./values/parse-boolean.ts";
export { parseDate } from "./values/parse-date.ts";
export type { DateOrder } from "./values/parse-date.ts";
export { parseMoney } from "./values/parse-money.ts";
export type { Money } from "./values/parse-money.ts";
export { parseNumber } from "./values/parse-number.ts";
export type { NumberStyle } from "./values/parse-number.ts";
export { isBlank, isMissing } from "./values/parsed.ts";
export type { Parsed } from "./values/parsed.ts";
export { seemsHeadless } from "./values/seems-headless.ts";
export { typedColumn } from "./values/typed-column.ts";
export type { ColumnReading, TypedColumn } from "./values/typed-column.ts";
export { listSheets } from "./xlsx/workbook.ts";
export type { SheetInfo } from "./xlsx/workbook.ts";
