import type { ScoreFactor } from "@forestay/contracts";
import {
  usualValue,
  featureWords,
  evidenceFor,
  type FeaturePlan,
  type FeatureRow,
  type FeatureValue,
  type PlannedColumn,
} from "#modules/features/engine-door.ts";

/** Factors named one by one; the rest is one last entry, so that the points still add up to the score. */
export const NAMED_FACTORS = 10;
export const OTHER_FACTORS = "other";

/** What one model column adds to a customer's probability, in percentage points. */
export interface ColumnPoints {
  feature: string;
  label: string;
  /** The value the model saw, in words. */
  value: string | null;
  points: number;
}

/**
 * Groups the model's contributions by the recorded value they come from and words them, largest first. Base rate (in
 * percent) + the points of all factors = probability in percent to 0.1: points are rounded to tenths and the rounding
 * is settled in the 'other' entry.
 */
export function toFactors(
  plan: FeaturePlan,
  row: FeatureRow,
  contributions: readonly ColumnPoints[],
  { baseRate, probability, currency }: { baseRate: number; probability: number; currency: string },
): ScoreFactor[] {
  const { byName, valueColumns } = columnsOf(plan);
  const byBase = new Map<string, Group>();
  for (const { feature, label, value, points } of contributions) {
    const column = byName.get(feature);
    const base = column?.base ?? feature;
    const group = byBase.get(base);
    if (group) group.points += points;
    else byBase.set(base, { base, column: valueColumns.get(base) ?? null, label, value, points });
  }
  const named = [...byBase.values()]
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, NAMED_FACTORS)
    .map(({ base, column, label, value, points }) => ({
      feature: base,
      // A column the engine made itself, e.g. the sum of several: it brings its own words.
      label: column ? factorLabel(column, row, points) : label,
      evidence: column ? evidenceFor(column, row, currency) : (value ?? "Not known"),
      points: tenths(points),
    }))
    .filter((factor) => factor.points !== 0);
  const rest = tenths(
    tenths(probability * 100) -
      tenths(baseRate * 100) -
      named.reduce((sum, factor) => sum + factor.points, 0),
  );
  const others = byBase.size - named.length;
  if (rest !== 0) {
    named.push({
      feature: OTHER_FACTORS,
      label: "Everything else",
      evidence:
        others > 1 ? `${others} smaller factors together` : others === 1 ? "1 smaller factor" : "Rounding",
      points: rest,
    });
  }
  return named;
}

/** Words that must be true of the customer before they are said; where they are not, the plain label is. */
const heldBy: Record<string, (value: FeatureValue, row: FeatureRow) => boolean> = {
  "Fewer logins": (value, row) => isBelowUsual("logins_30d", value, row),
  "Less feature use": (value, row) => isBelowUsual("feature_events_30d", value, row),
  "Few features used": (value) => Number(value) <= 3,
  "Many features used": (value) => Number(value) >= 6,
  "Seats unused": (value, row) => Number(value) < 0.7 * Number(row.values["seats"]),
  "Payment problem": (value) => value !== "Current",
  "Payments in order": (value) => value === "Current",
  "Failed payment": (value) => Number(value) > 0,
  "No failed payment": (value) => value === 0,
  "No open tickets": (value) => value === 0,
  "Few support tickets": (value) => Number(value) <= 1,
  "Quiet for a while": (value) => Number(value) >= 7,
  "Recent login": (value) => Number(value) < 7,
  "Recently active": (value) => Number(value) < 7,
  "Long tenure": (value) => Number(value) >= 365,
  "Renewal comes up": (value) => Number(value) <= 60,
  "Renewal far off": (value) => Number(value) > 60,
};

function isBelowUsual(base: string, value: FeatureValue, row: FeatureRow): boolean {
  const usual = usualValue(row, base);
  return usual !== null && typeof value === "number" && value < usual;
}

function factorLabel(column: PlannedColumn, row: FeatureRow, points: number): string {
  const words = featureWords(column.base, column.label);
  const value = row.values[column.base] ?? null;
  const said = points > 0 ? words.raising : words.lowering;
  if (said === undefined || value === null) return words.label;
  return (heldBy[said]?.(value, row) ?? true) ? said : words.label;
}

interface Group {
  base: string;
  column: PlannedColumn | null;
  label: string;
  value: string | null;
  points: number;
}

interface PlanColumns {
  byName: ReadonlyMap<string, PlannedColumn>;
  /** Base -> the column that holds the value itself. */
  valueColumns: ReadonlyMap<string, PlannedColumn>;
}

const planColumns = new WeakMap<FeaturePlan, PlanColumns>();
function columnsOf(plan: FeaturePlan): PlanColumns {
  let columns = planColumns.get(plan);
  if (!columns) {
    columns = {
      byName: new Map(plan.columns.map((column) => [column.name, column])),
      valueColumns: new Map(
        plan.columns.filter((c) => c.form === "value").map((column) => [column.base, column]),
      ),
    };
    planColumns.set(plan, columns);
  }
  return columns;
}

/** Rounds to 0.1 and never answers -0. */
export const tenths = (value: number) => Math.round(value * 10) / 10 + 0;
