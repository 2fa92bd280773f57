import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Column, TrainingSet } from "@forestay/churn-model";
import { parse } from "csv-parse/sync";

const DATA = process.env["FORESTAY_DATA"] ?? path.resolve(import.meta.dirname, "../../../shared/data");

/** A set that lies beside the repository. */
export interface FiledSet extends NamedSet {
  file: string;
}

export interface NamedSet {
  name: string;
  set: TrainingSet;
  /** Columns of the set itself that do give the answer away. */
  known: string[];
}

/** Public data sets where they lie beside the repository; what is missing is left out. */
export async function publicSets(): Promise<FiledSet[]> {
  const sets: FiledSet[] = [];
  for (const { name, label, positive, ids, known } of [
    { name: "telco", label: "Churn", positive: "Yes", ids: ["customerID"], known: [] },
    { name: "bank", label: "Exited", positive: "1", ids: ["RowNumber", "CustomerId", "Surname"], known: [] },
    { name: "cell2cell", label: "churn", positive: "1", ids: ["id", "customer"], known: [] },
    {
      name: "isp",
      label: "churn",
      positive: "1",
      ids: ["id", "customer_no"],
      known: ["reamining_contract", "download_avg", "upload_avg"],
    },
  ]) {
    const file = path.join(DATA, `${name}.csv`);
    if (!existsSync(file)) continue;
    const rows: string[][] = parse(await readFile(file, "utf8"));
    const [header, ...lines] = rows as [string[], ...string[][]];
    const at = header.indexOf(label);
    const columns = header.flatMap((column, i): Column[] =>
      i === at || ids.includes(column)
        ? []
        : [
            typed(
              column,
              lines.map((line) => line[i]!.trim()),
            ),
          ],
    );
    const labels = Uint8Array.from(lines, (line) => (line[at] === positive ? 1 : 0));
    sets.push({
      name,
      file,
      set: { table: { rowIds: lines.map((_, i) => `${i}`), columns }, labels },
      known,
    });
  }
  return sets;
}

/** Numbers where nearly all cells are; else words. */
function typed(name: string, cells: string[]): Column {
  const filled = cells.filter((cell) => cell !== "");
  const numbers = filled.filter((cell) => !Number.isNaN(Number(cell)));
  return numbers.length >= 0.95 * filled.length
    ? {
        name,
        kind: "numeric",
        values: Float64Array.from(cells, (cell) => (cell === "" ? NaN : Number(cell))),
      }
    : { name, kind: "categorical", values: cells.map((cell) => (cell === "" ? null : cell)) };
}
