import { cellText, type RowBatch } from "@forestay/tabular";
import { encodeFileWaves, type IndexedCustomer } from "#modules/customers/encoding/index.ts";
import type { BadRow, ParsedBatch } from "./parse-protocol.ts";
import { createRowConverter, type ConversionOptions } from "./row-converter.ts";

/** What a kind makes of the rows of a batch that could be read. */
export type ConvertedBatch = Pick<ParsedBatch, "waves" | "ledger" | "badRows" | "lostValues">;
export type BatchConverter = (batch: RowBatch) => ConvertedBatch;

/** Rows of customers, for one order of columns. */
export function customersConverter(
  columns: readonly string[],
  conversion: ConversionOptions,
): BatchConverter {
  const convert = createRowConverter(columns, conversion);
  return (batch) => {
    const good: IndexedCustomer[] = [];
    const badRows: BadRow[] = [];
    const lostValues: ParsedBatch["lostValues"] = [];
    for (const row of batch.rows) {
      const converted = convert(row.values);
      if (converted.ok) {
        const { customer, snapshot, lost } = converted;
        if (lost.length > 0) lostValues.push({ row: row.line, problems: lost });
        good.push({ rowNumber: row.line, customer, ...(snapshot ? { snapshot } : {}) });
      } else badRows.push({ row: row.line, problems: converted.problems, cells: row.values.map(cellText) });
    }
    return { waves: encodeFileWaves(good), ledger: null, badRows, lostValues };
  };
}
