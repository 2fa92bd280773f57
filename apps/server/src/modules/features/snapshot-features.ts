import type { AttributeDefinition } from "@forestay/contracts";
import { DAY_MS } from "@forestay/contracts/vocabulary";
import { ATTRIBUTE_PREFIX } from "#modules/customers/engine-door.ts";
import { snapshotTimeMs, type Snapshot } from "#modules/outcomes/engine-door.ts";
import { attributeUnit } from "./customer-features.ts";
import type { FeaturePlan, FeatureRow, FeatureValue, PlannedColumn } from "./feature-plan.ts";
import { featureWords } from "./feature-words.ts";

/** How far back the usual value of a feature is taken from. */
export const TREND_DAYS = 120;

/**
 * The row of the snapshot at `index` of one customer's snapshots in order of time. Only snapshots up to that index are
 * ever looked at: a value of a later day cannot get in.
 */
export function snapshotFeatures(rowId: string, snapshots: readonly Snapshot[], index: number): FeatureRow {
  const current = snapshots[index];
  if (!current) throw new RangeError(`No snapshot ${index}`);
  const earliestMs = snapshotTimeMs(current) - TREND_DAYS * DAY_MS;
  const earlier: Record<string, FeatureValue>[] = [];
  for (let before = index - 1; before >= 0; before--) {
    const snapshot = snapshots[before];
    if (!snapshot || snapshotTimeMs(snapshot) < earliestMs) break;
    earlier.push(featureValues(snapshot.features));
  }
  return { rowId, values: featureValues(current.features), earlier };
}

// A status of Cancelled or Inactive is the outcome, never a sign of it.
const outcomeWords = new Set(["cancelled", "canceled", "inactive", "churned"]);
function featureValues(features: Snapshot["features"]): Record<string, FeatureValue> {
  const status = features["subscription_status"];
  return typeof status === "string" && outcomeWords.has(status.toLowerCase())
    ? { ...features, subscription_status: null }
    : features;
}

/** A value counts as use that comes and goes (and so has a trend) when it often rises and often falls. */
const COMES_AND_GOES = 0.15;

const ofOwnPast = /_trend$|_overdue$|^revenue_change_/;

// One word each: the engine adds up columns whose names end in the same word, and "30d" is no such word.
const columnName = (base: string) => base.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

interface SeenValues {
  numbers: number;
  others: number;
  up: number;
  down: number;
  same: number;
}

/** Plans the columns of a model over snapshots from the rows it will learn from, shown to it one by one. */
export interface SnapshotPlanner {
  see(row: FeatureRow): void;
  plan(): FeaturePlan;
}

/** `attributes`: the company's own columns, for what they are called and what they count. */
export function createSnapshotPlanner(attributes: readonly AttributeDefinition[] = []): SnapshotPlanner {
  const own = new Map(attributes.map((attribute) => [ATTRIBUTE_PREFIX + attribute.key, attribute]));
  const bases = new Map<string, SeenValues>();
  return {
    see({ values, earlier }) {
      for (const [base, value] of Object.entries(values)) {
        if (value === null) continue;
        let seen = bases.get(base);
        if (!seen) bases.set(base, (seen = { numbers: 0, others: 0, up: 0, down: 0, same: 0 }));
        if (typeof value !== "number") seen.others++;
        else {
          seen.numbers++;
          const before = earlier[0]?.[base];
          if (typeof before === "number") seen[value > before ? "up" : value < before ? "down" : "same"]++;
        }
      }
    },
    plan: () => planColumns(bases, own),
  };
}

function planColumns(
  bases: ReadonlyMap<string, SeenValues>,
  own: ReadonlyMap<string, AttributeDefinition>,
): FeaturePlan {
  const columns: PlannedColumn[] = [];
  for (const [base, seen] of [...bases].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const attribute = own.get(base);
    const words = attribute
      ? { label: attribute.label, unit: attributeUnit(attribute.kind) }
      : featureWords(base);
    const plainName = columnName(base);
    const name = columns.some((column) => column.name === plainName)
      ? `${plainName}x${columns.length}`
      : plainName;
    const column = { name, base, label: words.label, form: "value", unit: words.unit } as const;
    if (seen.others > seen.numbers) {
      columns.push({ ...column, kind: "categorical", unit: "text" });
      continue;
    }
    columns.push({ ...column, kind: "numeric" });
    const steps = seen.up + seen.down + seen.same;
    // Days since or until something rise and fall by themselves: their change says nothing. What is held against the customer's
    // own past already is not held against it once more.
    if (words.unit === "days" || attribute?.kind === "date" || ofOwnPast.test(base)) continue;
    if (steps > 0 && seen.up / steps >= COMES_AND_GOES && seen.down / steps >= COMES_AND_GOES) {
      columns.push({
        ...column,
        kind: "numeric",
        name: `usual${name}`,
        form: "usual",
        label: `${words.label}, usual`,
      });
      columns.push({
        ...column,
        kind: "numeric",
        name: `change${name}`,
        form: "change",
        label: `${words.label}, change`,
      });
    }
  }
  if (bases.has("seats") && bases.has("active_seats_30d")) {
    columns.push({
      name: "shareactiveseats30d",
      base: "active_seats_30d",
      label: "Share of seats in use",
      kind: "numeric",
      form: "share",
      of: "seats",
      unit: "number",
    });
  }
  return { version: 1, source: "snapshots", columns, excluded: [] };
}
