import { setImmediate } from "node:timers/promises";
import type { Column, Table } from "@forestay/churn-model";
import type { FeaturePlan, FeatureRow, FeatureValue, PlannedColumn } from "./feature-plan.ts";

/** Turns rows into the model's columns as the plan says; a value of the wrong kind counts as missing. */
export function buildTable(plan: FeaturePlan, rows: readonly FeatureRow[]): Table {
  return {
    rowIds: rows.map((row) => row.rowId),
    columns: plan.columns.map((column) => buildColumn(column, rows)),
  };
}

/** As buildTable, leaving the thread to others between columns: for training sets of many thousand rows. */
export async function buildTableInSlices(plan: FeaturePlan, rows: readonly FeatureRow[]): Promise<Table> {
  const columns: Column[] = [];
  for (const column of plan.columns) {
    columns.push(buildColumn(column, rows));
    await setImmediate();
  }
  return { rowIds: rows.map((row) => row.rowId), columns };
}

function buildColumn(column: PlannedColumn, rows: readonly FeatureRow[]): Column {
  const { name, label } = column;
  if (column.kind === "categorical") {
    return {
      name,
      label,
      kind: "categorical",
      values: rows.map((row) => categoryOf(row.values[column.base])),
    };
  }
  const read = numericReader(column);
  return { name, label, kind: "numeric", values: Float64Array.from(rows, read) };
}

function numericReader(column: PlannedColumn): (row: FeatureRow) => number {
  const { base, form, of } = column;
  switch (form) {
    case "value":
      return (row) => numberOf(row.values[base]);
    case "usual":
      return (row) => usualValue(row, base) ?? Number.NaN;
    case "change":
      return (row) => relativeChange(numberOf(row.values[base]), usualValue(row, base) ?? Number.NaN);
    case "share":
      return (row) => {
        const whole = numberOf(row.values[of ?? ""]);
        return whole > 0 ? numberOf(row.values[base]) / whole : Number.NaN;
      };
  }
}

/** Mean of the earlier recorded values; null when there are none. */
export function usualValue(row: FeatureRow, base: string): number | null {
  let sum = 0;
  let count = 0;
  for (const values of row.earlier) {
    const value = numberOf(values[base]);
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** From 40 logins to 20 is as much of a change as from 4 to 2, give or take the noise of small counts: hence log1p. */
export function relativeChange(value: number, usual: number): number {
  return value < 0 || usual < 0 ? value - usual : Math.log1p(value) - Math.log1p(usual);
}

function numberOf(value: FeatureValue | undefined): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** Blank text counts as missing; yes/no read the same whether they came as words or as booleans. */
export function categoryOf(value: FeatureValue | undefined): string | null {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  const text = value?.trim() ?? "";
  return text === "" ? null : text;
}
