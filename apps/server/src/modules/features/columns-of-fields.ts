import type { FeaturePlan } from "./feature-plan.ts";

/** The plan's columns that a choice is about: a field stands in several (its value, its change). */
export function columnsOfFields(plan: FeaturePlan, fields: readonly string[]): string[] {
  return plan.columns.filter(({ base }) => fields.includes(base)).map(({ name }) => name);
}
