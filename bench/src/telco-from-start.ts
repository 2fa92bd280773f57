import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Column, LeavingDays, Table } from "@forestay/churn-model";
import { parse } from "csv-parse/sync";

/** The file tells whole months, of which this many days are made. */
const DAYS_PER_MONTH = 30;
const NOT_KNOWN_AT_START = new Set(["customerID", "tenure", "TotalCharges", "Churn"]);

/**
 * IBM's telephone customers, each as followed from its start: leaving in month t is day 30 t - 15. Those who stayed and
 * were followed for less than the horizon are left out, as nobody knows what became of them. Null where there is no file.
 */
export async function readTelcoFromStart(
  file: string,
  horizonDays: number,
): Promise<{ table: Table; leaving: LeavingDays } | null> {
  if (!existsSync(file)) return null;
  const all = parse<Record<string, string>>(await readFile(file), { columns: true });
  const rows = all.filter(
    ({ Churn, tenure }) => Churn === "Yes" || Number(tenure) * DAYS_PER_MONTH >= horizonDays,
  );
  const names = Object.keys(rows[0] ?? {}).filter((name) => !NOT_KNOWN_AT_START.has(name));
  const days = Float64Array.from(rows, ({ tenure }) => Number(tenure) * DAYS_PER_MONTH);
  const left = rows.map(({ Churn }) => Churn === "Yes");
  return {
    table: {
      rowIds: rows.map(({ customerID }) => customerID ?? ""),
      columns: names.map((name): Column => {
        const values = rows.map((row) => row[name] ?? "");
        return values.every((value) => value !== "" && !Number.isNaN(Number(value)))
          ? { name, kind: "numeric", values: Float64Array.from(values, Number) }
          : { name, kind: "categorical", values };
      }),
    },
    leaving: {
      leftAfterDays: days.map((day, row) => (left[row] ? day - DAYS_PER_MONTH / 2 : Number.NaN)),
      watchedDays: days.map((day, row) => (left[row] ? Math.max(day, horizonDays) : day)),
    },
  };
}
