import {
  findColumn,
  testTraits,
  type Column,
  type TestedTrait,
  type Trait,
  type TrainingSet,
} from "@forestay/churn-model";
import { quantity, type FeaturePlan, type PlannedColumn } from "#modules/features/engine-door.ts";

/** A statement that was tested: its trait in words, which field it is of, and what came of it. */
export interface Finding extends Omit<TestedTrait, "name"> {
  /** The recorded value it is of. */
  base: string;
  label: string;
  /** 'more than 12', 'none', 'Starter', 'not known'. */
  words: string;
  /** Where customers can be listed by it today: the value that theirs equals, or is above. */
  rule: { operator: "Equals" | "GreaterThan"; value: string | number } | null;
}

export interface Findings {
  tested: number;
  findings: Finding[];
}

/** Levels of one field that are tested, the most frequent. */
const MOST_LEVELS = 6;
/** Fields that are tested, those that move the scores most first. */
const MOST_FIELDS = 40;
/** Fewer rows with the one and with the other make no trait. */
const FEWEST = 50;
/** From this share on it is worth asking whether there is none, or nothing known. */
const SHARE_APART = 0.1;

/**
 * Tests what customers of one day had in common against whether they left within the horizon: levels, nothing or something, not
 * known, above the median. Which, is chosen by the values alone, never by who left. Rows must be one a customer.
 */
export function findTraits(
  plan: FeaturePlan,
  set: TrainingSet,
  rows: Int32Array,
  ranked: readonly string[],
  currency: string,
): Findings {
  const labels = Uint8Array.from(rows, (row) => set.labels[row]!);
  const known = new Map<string, Omit<Finding, keyof TestedTrait>>();
  const traits: Trait[] = [];
  for (const base of ranked.slice(0, MOST_FIELDS)) {
    const planned = plan.columns.find((one) => one.base === base && one.form === "value");
    const column = planned && findColumn(set.table, planned.name);
    if (planned === undefined || column === undefined) continue;
    for (const { words, has, rule } of traitsOf(planned, column, rows, currency)) {
      const name = `${base} ${words}`;
      const count = has.reduce((sum, one) => sum + one, 0);
      if (Math.min(count, has.length - count) < FEWEST) continue;
      traits.push({ name, has });
      known.set(name, { base, label: planned.label, words, rule });
    }
  }
  const { tested, traits: found } = testTraits(labels, traits);
  return { tested, findings: found.map(({ name, ...one }) => ({ ...known.get(name)!, ...one })) };
}

type FoundTrait = Pick<Finding, "words" | "rule"> & { has: Uint8Array };

function* traitsOf(
  planned: PlannedColumn,
  column: Column,
  rows: Int32Array,
  currency: string,
): Generator<FoundTrait> {
  if (column.kind === "categorical") {
    const values = Array.from(rows, (row) => column.values[row] ?? null);
    yield* unknownOf(values.map((value) => value === null));
    const levels = [...Map.groupBy(values, (value) => value)]
      .filter((one): one is [string, string[]] => one[0] !== null)
      .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
    // Of two levels one says it all.
    for (const [level] of levels.slice(0, levels.length === 2 ? 1 : MOST_LEVELS))
      yield {
        words: level,
        has: Uint8Array.from(values, (value) => (value === level ? 1 : 0)),
        rule: { operator: "Equals", value: level },
      };
    return;
  }
  const values = Float64Array.from(rows, (row) => column.values[row] ?? Number.NaN);
  const filled = values.filter((value) => !Number.isNaN(value)).sort();
  yield* unknownOf(Array.from(values, (value) => Number.isNaN(value)));
  const zeros = filled.filter((value) => value === 0).length;
  if (planned.unit === "count" && zeros >= SHARE_APART * filled.length)
    yield {
      words: "none",
      has: Uint8Array.from(values, (value) => (value === 0 ? 1 : 0)),
      rule: { operator: "Equals", value: 0 },
    };
  const median = filled[filled.length >> 1];
  if (median === undefined || median === filled.at(-1)) return;
  yield {
    words: `more than ${quantity(median, planned, currency)}`,
    has: Uint8Array.from(values, (value) => (value > median ? 1 : 0)),
    rule: { operator: "GreaterThan", value: median },
  };
}

function* unknownOf(missing: readonly boolean[]): Generator<FoundTrait> {
  const count = missing.filter(Boolean).length;
  if (count < SHARE_APART * missing.length) return;
  yield { words: "not known", has: Uint8Array.from(missing, (one) => (one ? 1 : 0)), rule: null };
}
