import { findColumn, type Column, type Follow, type Table } from "@forestay/churn-model";
import { relativeChange, type FeaturePlan, type PlannedColumn } from "#modules/features/engine-door.ts";

/**
 * The columns that a recorded value is also in, made anew for another value: its change against the customer's usual
 * one, and shares of or by it. What is usual stays: the past does not move with the present.
 */
export function followVaried(plan: FeaturePlan, varied: PlannedColumn): Follow {
  return (table, column) => {
    if (column.kind !== "numeric") return [];
    const moved: Column[] = [];
    for (const planned of plan.columns) {
      const values = followed(plan, table, planned, varied, column.values);
      if (values !== null) moved.push({ name: planned.name, label: planned.label, kind: "numeric", values });
    }
    return moved;
  };
}

function followed(
  plan: FeaturePlan,
  table: Table,
  { base, form, of }: PlannedColumn,
  varied: PlannedColumn,
  values: Float64Array,
): Float64Array | null {
  if (form === "change" && base === varied.base) {
    const usual = valuesOf(plan, table, base, "usual");
    return usual === null
      ? null
      : values.map((value, row) => relativeChange(value, usual[row] ?? Number.NaN));
  }
  if (form !== "share" || (base !== varied.base && of !== varied.base)) return null;
  const part = base === varied.base ? values : valuesOf(plan, table, base, "value");
  const whole = of === varied.base ? values : valuesOf(plan, table, of ?? "", "value");
  if (part === null || whole === null) return null;
  return part.map((value, row) => ((whole[row] ?? 0) > 0 ? value / (whole[row] ?? 1) : Number.NaN));
}

function valuesOf(
  plan: FeaturePlan,
  table: Table,
  base: string,
  form: PlannedColumn["form"],
): Float64Array | null {
  const planned = plan.columns.find((one) => one.base === base && one.form === form);
  const column = planned && findColumn(table, planned.name);
  return column?.kind === "numeric" ? column.values : null;
}
