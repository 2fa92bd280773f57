import { cellText } from "@forestay/tabular";
import { encodeLedgerWave, type LedgerInputs, type LedgerKind } from "#modules/ledger/encoding/index.ts";
import type { BatchConverter } from "../convert-batch.ts";
import type { BadRow, ParsedLedger } from "../parse-protocol.ts";
import type { ConversionOptions } from "../row-converter.ts";
import { createLedgerConverter, ledgerKindOf } from "./ledger-converter.ts";
import type { LedgerImportKind } from "./ledger-synonyms.ts";

/** Rows of a kind of ledger, for one order of columns. */
export function ledgerConverter(
  kind: LedgerImportKind,
  columns: readonly string[],
  { wantsFacts, ...conversion }: ConversionOptions & { wantsFacts: boolean },
): BatchConverter {
  const convert = createLedgerConverter(kind, columns, conversion);
  return (batch) => {
    const good: { rowNumber: number; record: LedgerInputs[LedgerKind] }[] = [];
    const badRows: BadRow[] = [];
    const facts: ParsedLedger["facts"] = [];
    let furtherLines = 0;
    for (const row of batch.rows) {
      const converted = convert(row.values);
      if (!converted.ok)
        badRows.push({ row: row.line, problems: converted.problems, cells: row.values.map(cellText) });
      else if (converted.record === null) furtherLines++;
      else {
        good.push({ rowNumber: row.line, record: converted.record });
        if (wantsFacts) facts.push({ row: row.line, facts: converted.facts });
      }
    }
    const wave = encodeLedgerWave(ledgerKindOf[kind], good);
    return { waves: [], ledger: { wave, facts, furtherLines }, badRows, lostValues: [] };
  };
}
