import {
  measureFieldValue,
  measureSegments,
  partialDependence,
  type Dependence,
  type FieldValues,
  type MeasuredDivision,
  type Trained,
  type TrainingSet,
} from "@forestay/churn-model";
import type { FeaturePlan } from "#modules/features/index.ts";
import { findTraits, type Findings } from "./find-traits.ts";
import { followVaried } from "./follow-varied.ts";
import { chooseDivisions } from "./known-divisions.ts";
import { rankBases } from "./to-drivers.ts";

/** Fields beyond this many, by influence, are not left out in turn: each costs a refit. */
const MOST_ABLATED = 40;

/** What is measured of a model beside its report, while its training rows are at hand. */
export interface TrainingDescription {
  measuredOn: {
    unit: "customers" | "records";
    rows: number;
    customers: number;
    outcomes: number;
    day: string | null;
  };
  fieldValues: FieldValues | null;
  divisions: MeasuredDivision[];
  /** Null where a customer has several of the rows: they are no trials of their own. */
  findings: Findings | null;
  /** By recorded value. */
  dependence: Record<string, Dependence>;
}

/** Runs on the engine's thread, right after training. Same model, set and seed, same figures. */
export function describeTraining(
  plan: FeaturePlan,
  set: TrainingSet,
  trained: Trained,
  { seed, horizonDays, currency }: { seed: number; horizonDays: number; currency: string },
  onProgress: (fraction: number) => void,
): TrainingDescription {
  const { document, report, heldOutProbabilities, measuredRows } = trained;
  const bases = rankBases(plan, report.drivers);
  const columnsOf = new Map<string, string[]>();
  for (const { base, name } of plan.columns) columnsOf.set(base, [...(columnsOf.get(base) ?? []), name]);
  const dependence: TrainingDescription["dependence"] = {};
  for (const { base } of bases.slice(0, MOST_DEPENDENCES)) {
    const column = plan.columns.find((one) => one.base === base && one.form === "value");
    const found =
      column === undefined
        ? null
        : partialDependence(document, set, column.name, { seed, follow: followVaried(plan, column) });
    if (found !== null) dependence[base] = found;
  }
  onProgress(0.2);
  const fieldValues = measureFieldValue(
    document,
    set,
    bases.slice(0, MOST_ABLATED).map(({ base }) => ({ name: base, columns: columnsOf.get(base) ?? [base] })),
    { seed, horizonDays, onProgress: (fraction) => onProgress(0.2 + 0.8 * fraction) },
  );
  const labels = Uint8Array.from(measuredRows, (row) => set.labels[row] ?? 0);
  const clusters = Array.from(measuredRows, (row) => set.groups?.[row] ?? row);
  const customers = new Set(clusters).size;
  const days = new Set(Array.from(measuredRows, (row) => set.times?.[row] ?? null));
  const [time = null] = days.size === 1 ? days : [];
  return {
    measuredOn: {
      unit: customers === measuredRows.length ? "customers" : "records",
      rows: measuredRows.length,
      customers,
      outcomes: labels.reduce((sum, label) => sum + label, 0),
      // A row stands for the end of its day, which is the first moment of the next.
      day: time === null ? null : new Date(time - 1).toISOString().slice(0, 10),
    },
    fieldValues,
    findings:
      customers === measuredRows.length
        ? findTraits(plan, set, measuredRows, basesWithoutDoubt(bases, columnsOf, report.leaks), currency)
        : null,
    divisions: measureSegments(
      {
        labels,
        probabilities: Float64Array.from(measuredRows, (row) => heldOutProbabilities[row] ?? 0),
        clusters,
      },
      chooseDivisions(
        plan,
        set.table,
        measuredRows,
        bases.map(({ base }) => base),
        currency,
      ),
    ),
    dependence,
  };
}

const MOST_DEPENDENCES = 15;

/** Fields none of whose columns may give the answer away: what is still asked about says nothing of what goes with leaving. */
function basesWithoutDoubt(
  bases: readonly { base: string }[],
  columnsOf: ReadonlyMap<string, readonly string[]>,
  leaks: Trained["report"]["leaks"],
): string[] {
  const doubted = new Set(leaks.flatMap(({ name, confirmed }) => (confirmed ? [] : [name])));
  return bases.flatMap(({ base }) =>
    (columnsOf.get(base) ?? [base]).some((name) => doubted.has(name)) ? [] : [base],
  );
}
