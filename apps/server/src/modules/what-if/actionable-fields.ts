import type { FeatureBaseline } from "@forestay/churn-model";
import type { WhatIf, WhatIfFields } from "@forestay/contracts";
import {
  categoryOf,
  isAbout,
  type FeaturePlan,
  type FeatureRow,
  type FeatureValue,
  type PlannedColumn,
} from "#modules/features/index.ts";
import type { DriftBaselines } from "#modules/models/index.ts";

/**
 * What a company can change about a customer: price, plan, terms, payment, open tickets, services. Age, country, tenure,
 * how many seats it wants and what it does are none of it, so no what-if is offered on them.
 */
const ACTIONABLE =
  /^plan$|monthly_revenue|monthly.?charge|price|discount|billing(?!.?address)|contract|payment|auto.?pay|open.?(support.?)?tickets|tech.?support|online.?(security|backup)|device.?protection|products/i;

/** The same in other languages than English. */
const actionable = [
  "price",
  "discount",
  "plan",
  "billing",
  "contract",
  "payment",
  "open_tickets",
  "services",
  "products",
] as const;

export const isActionable = ({ base, form }: PlannedColumn) =>
  form === "value" && (ACTIONABLE.test(base) || isAbout(base, ...actionable));

/** The actionable fields of a plan, with this customer's values. */
export function actionableFields(
  plan: FeaturePlan,
  row: FeatureRow,
  baselines: DriftBaselines | null,
): WhatIf["fields"] {
  return changeableFields(plan, baselines).map((field) => {
    const value = row.values[field.field] ?? null;
    return {
      ...field,
      value: field.kind === "number" ? (typeof value === "number" ? value : null) : categoryOf(value),
    };
  });
}

/** What can be changed in a plan, with the values or the span that the model knows. */
export function changeableFields(
  plan: FeaturePlan,
  baselines: DriftBaselines | null,
): WhatIfFields["fields"] {
  return plan.columns.filter(isActionable).map((column) => {
    const baseline = baselines?.features.find(({ name }) => name === column.name);
    return {
      field: column.base,
      label: column.label,
      kind: column.kind === "numeric" ? ("number" as const) : ("choice" as const),
      options: optionsOf(baseline),
      ...span(baseline),
      isMoney: column.unit === "money",
    };
  });
}

/** Choices by which a group of customers can be picked: any recorded one, also what a company cannot change. */
export function groupFields(plan: FeaturePlan, baselines: DriftBaselines | null): WhatIfFields["groups"] {
  return plan.columns.filter(isGroup).flatMap((column) => {
    const options = optionsOf(baselines?.features.find(({ name }) => name === column.name));
    return options.length < 2 ? [] : [{ field: column.base, label: column.label, options }];
  });
}

export const isGroup = ({ kind, form }: PlannedColumn) => form === "value" && kind === "categorical";

const optionsOf = (baseline: FeatureBaseline | undefined) =>
  baseline?.kind === "categorical" ? [...baseline.levels] : [];

function span(baseline: FeatureBaseline | undefined): { from: number | null; to: number | null } {
  if (baseline?.kind !== "numeric") return { from: null, to: null };
  return { from: baseline.edges[0] ?? null, to: baseline.edges.at(-1) ?? null };
}

/** The row with some recorded values replaced: trends and shares made of them follow, as the model would see it. */
export function withChanges(row: FeatureRow, changes: ReadonlyMap<string, FeatureValue>): FeatureRow {
  return { ...row, values: { ...row.values, ...Object.fromEntries(changes) } };
}
