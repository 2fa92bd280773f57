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
