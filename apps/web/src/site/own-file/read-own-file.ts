import type { ImportMapping } from "@forestay/contracts/wire";
import { isCodedLabel } from "@forestay/contracts/wire";
import {
  labelOf,
  profileRows,
  subscriptionStatusOf,
  suggestMapping,
  toColumnProfile,
} from "@forestay/import-mapping";
import { readRows, sniffFile, SNIFF_BYTES, TabularError } from "@forestay/tabular";
import type { CellValue, TableFormat } from "@forestay/tabular";
import type { LabelChoice, OwnFileColumns, OwnFileRefusal } from "./own-file-answer.ts";
import { MOST_BYTES, MOST_ROWS } from "./own-file-answer.ts";

/** A file's cells by column. */
export interface OwnTable {
  path: string;
  names: string[];
  cells: CellValue[][];
  rows: number;
}

export interface ReadOwnFile {
  table: OwnTable;
  columns: OwnFileColumns;
}

/** Rows looked at to tell what the columns are; as many as an import looks at. */
const SAMPLED_ROWS = 2_000;
/** 'Cancelled' of the subscription statuses. */
const CANCELLED = 2;

const delimiters: Record<string, string> = { ",": "Commas", ";": "Semicolons", "\t": "Tabs", "|": "Bars" };
const encodings: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  latin1: "Windows-1252",
};

/** Reads a file of customers whole, and tells what its columns are, by the rules of an import. */
export async function readOwnFile(file: Blob & { name: string }): Promise<ReadOwnFile | OwnFileRefusal> {
  if (file.size > MOST_BYTES)
    return { refused: "This file is larger than 60 MB. Sign up to import it: there is no limit there." };
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const format = sniffFile(head, file.name);
  if ("refused" in format) return { refused: format.refused.message };
  if (format.format === "xlsx")
    return {
      refused:
        "Save the sheet as CSV to try it here. Once you have an account, Excel files are imported as they are.",
    };
  const table: OwnTable = { path: file.name, names: [], cells: [], rows: 0 };
  let badLines = 0;
  try {
    for await (const batch of readRows((startByte) => bytesOf(file.slice(startByte)), format)) {
      badLines += batch.errors.length;
      table.names = [...batch.columns];
      while (table.cells.length < table.names.length)
        table.cells.push(Array.from({ length: table.rows }, () => null));
      for (const row of batch.rows)
        for (const [place, column] of table.cells.entries()) column.push(row.values[place] ?? null);
      table.rows += batch.rows.length;
      if (table.rows > MOST_ROWS)
        return {
          refused:
            "This file has more than 50,000 rows. Sign up to import it whole: there is no limit there.",
        };
    }
  } catch (error) {
    if (error instanceof TabularError) return { refused: error.message };
    throw error;
  }
  if (table.rows === 0) return { refused: "This file has no rows of customers." };
  const step = Math.max(1, Math.floor(table.rows / SAMPLED_ROWS));
  const sample = Array.from({ length: Math.ceil(table.rows / step) }, (_, index) =>
    table.cells.map((column) => column[index * step] ?? null),
  );
  const profiled = profileRows(table.names, sample);
  const { mapping, reasons } = suggestMapping(profiled);
  return {
    table,
    columns: {
      rows: table.rows,
      badLines,
      format: formatWords(format),
      mapping,
      profiles: profiled.map((column) => toColumnProfile(column, reasons.get(column.name))),
      label: labelIn(mapping, table),
    },
  };
}

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function formatWords(format: TableFormat): string {
  if (format.format === "xlsx") return "Excel";
  const encoding = encodings[format.encoding] ?? format.encoding;
  return format.format === "jsonl"
    ? `JSON, ${encoding}`
    : `${delimiters[format.delimiter] ?? "Text"}, ${encoding}`;
}

/** What of a file says who left: a column that says so, else a status, else the date on which they did. */
function labelIn({ columns }: ImportMapping, table: OwnTable): LabelChoice | null {
  const of = (target: string) => columns.find((one) => one.target === target)?.column;
  const churned = of("churned");
  if (churned !== undefined) {
    const words = wordsOf(table, churned);
    if (isCodedLabel(words)) return null;
    const left = words.filter((word) => labelOf(word) === 1);
    if (left.length > 0) return { column: churned, left };
  }
  const status = of("subscriptionStatus");
  if (status !== undefined) {
    const left = wordsOf(table, status).filter((word) => subscriptionStatusOf(word) === CANCELLED);
    if (left.length > 0) return { column: status, left };
  }
  const ended = columns.find(({ target }) => target === "endedAt");
  // Days whose order the file leaves open are asked for, as an import asks.
  return ended?.dateOrder === undefined
    ? null
    : { column: ended.column, left: null, dateOrder: ended.dateOrder };
}

/** Different words of a column, no more than a person could choose from. */
export function wordsOf(table: OwnTable, name: string): string[] {
  const words = new Set<string>();
  for (const cell of table.cells[table.names.indexOf(name)] ?? []) {
    const word = cell === null ? "" : String(cell).trim();
    if (word !== "") words.add(word);
    if (words.size > 50) break;
  }
  return [...words];
}
