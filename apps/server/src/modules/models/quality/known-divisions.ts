import { findColumn, type Column, type Division, type Table } from "@forestay/churn-model";
import { formatMoney } from "@forestay/contracts/words";
import type { FeaturePlan, PlannedColumn } from "#modules/features/index.ts";

/** Ways of dividing customers that quality is measured by. */
const MOST_DIVISIONS = 6;
/** A field of more levels is no group a person thinks in. */
const MOST_LEVELS = 8;
const FEWEST_LEVELS = 2;
/** Divisions that every company asks about come first; where, and what was bought, by name. */
const PLACE = /country|region|geograph|state|city|market/i;
const DAYS_PER_YEAR = 365.25;

const tenureBands: readonly [upTo: number, words: string][] = [
  [90, "First 3 months"],
  [DAYS_PER_YEAR, "3 to 12 months"],
  [2 * DAYS_PER_YEAR, "1 to 2 years"],
  [4 * DAYS_PER_YEAR, "2 to 4 years"],
  [Infinity, "Over 4 years"],
];

/**
 * Plan, place, tenure and value bands, then other fields of few levels, those that move the scores most first. Groups
 * are those of `rows`, in their order. `ranked`: recorded values by influence, strongest first.
 */
export function chooseDivisions(
  plan: FeaturePlan,
  table: Table,
  rows: Int32Array,
  ranked: readonly string[],
  currency: string,
): Division[] {
  const values = plan.columns.filter(({ form }) => form === "value");
  const byBase = (base: string) => values.filter((column) => column.base === base);
  const value = [...byBase("monthly_revenue"), ...byBase("lifetime_value")].slice(0, 1);
  const first = [
    ...byBase("plan"),
    ...values.filter(({ base, kind }) => kind === "categorical" && PLACE.test(base)).slice(0, 1),
    ...byBase("tenure_days"),
    ...value,
  ];
  const rest = ranked.flatMap((base) =>
    values.filter((column) => column.base === base && !first.includes(column)),
  );
  const divisions: Division[] = [];
  for (const planned of [...first, ...rest]) {
    if (divisions.length === MOST_DIVISIONS) break;
    const column = findColumn(table, planned.name);
    const division = column && divide(planned, column, rows, currency);
    if (division) divisions.push(division);
  }
  return divisions;
}

function divide(planned: PlannedColumn, column: Column, rows: Int32Array, currency: string): Division | null {
  const { base: name } = planned;
  if (column.kind === "categorical")
    return byLevel(
      name,
      Array.from(rows, (row) => column.values[row] ?? null),
    );
  const numbers = Array.from(rows, (row) => column.values[row] ?? Number.NaN);
  if (name === "tenure_days") {
    const groupOf = numbers.map((days) =>
      Number.isNaN(days) ? null : (tenureBands.find(([upTo]) => days < upTo)?.[1] ?? null),
    );
    return new Set(groupOf).size < FEWEST_LEVELS
      ? null
      : { name, groupOf, order: tenureBands.map(([, words]) => words) };
  }
  if (planned.unit === "money") return byQuarter(name, numbers, currency);
  return byLevel(
    name,
    numbers.map((number) => (Number.isNaN(number) ? null : String(number))),
    (a, b) => Number(a) - Number(b),
  );
}

function byLevel(
  name: string,
  groupOf: (string | null)[],
  compare?: (a: string, b: string) => number,
): Division | null {
  const levels = new Set(groupOf);
  levels.delete(null);
  if (levels.size < FEWEST_LEVELS || levels.size > MOST_LEVELS) return null;
  return { name, groupOf, ...(compare ? { order: ([...levels] as string[]).sort(compare) } : {}) };
}

/** Four groups of about equal size, named by their range. */
function byQuarter(name: string, numbers: readonly number[], currency: string): Division | null {
  const sorted = Float64Array.from(numbers.filter((number) => !Number.isNaN(number))).sort();
  const edges = [
    ...new Set([0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN)),
  ].filter((edge) => edge > (sorted[0] ?? Infinity));
  if (edges.length === 0) return null;
  const decimals = (edges[0] ?? 0) < 20 ? 2 : 0;
  const money = (amount: number) => formatMoney(amount, currency, decimals);
  const order = [...edges, Infinity].map((edge, index) => {
    const from = edges[index - 1];
    if (from === undefined) return `Below ${money(edge)}`;
    return edge === Infinity ? `${money(from)} and more` : `${money(from)} to ${money(edge)}`;
  });
  const groupOf = numbers.map((number) =>
    Number.isNaN(number) ? null : (order[edges.filter((edge) => number >= edge).length] ?? null),
  );
  return { name, groupOf, order };
}
