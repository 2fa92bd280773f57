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
