import type { FeatureValue } from "#modules/features/index.ts";

/** What was known of a customer at a moment, and what became of it. */
export interface Known {
  customerId: string;
  values: Readonly<Record<string, FeatureValue>>;
  /** Null where the values are of no day. */
  timeMs: number | null;
  left: boolean;
  leftAtMs: number | null;
}

/** In what customers are alike: the same word, or numbers between two ends, both included. */
export interface Trait {
  feature: string;
  is: { same: string | boolean } | { from: number; to: number };
}

/** Traits looked for at once: with more, nobody is like anybody. */
const MOST_TRAITS = 4;
/** With fewer, a trait less is asked for: of so many a share can be told from another. */
const FEWEST = 20;
/** Numbers are alike within this share of the ranks to either side: within the first that leaves enough in every trait. */
const RANKS_BESIDE = [0.05, 0.125];

/**
 * Those of `past` who looked like `subject` in the first of `features` (the most telling first), each customer once: in as
 * many of them, up to four, as leave at least 20, or in the first; numbers within a twentieth of the ranks to either side
 * where that leaves enough in four, else within an eighth. Of the moments of a customer that fit one is taken as a
 * die would: its last one would be the one right before it left.
 */
export function findAlike(
  subject: Readonly<Record<string, FeatureValue>>,
  features: readonly string[],
  past: readonly Known[],
): { traits: Trait[]; alike: Known[] } {
  let found = { traits: [] as Trait[], alike: [] as Known[] };
  for (const ranksBeside of RANKS_BESIDE) {
    found = findWithin(subject, features, past, ranksBeside);
    if (found.traits.length === MOST_TRAITS) break;
  }
  return { ...found, alike: onePerCustomer(found.alike) };
}

function findWithin(
  subject: Readonly<Record<string, FeatureValue>>,
  features: readonly string[],
  past: readonly Known[],
  ranksBeside: number,
): { traits: Trait[]; alike: Known[] } {
  let traits: Trait[] = [];
  let alike: Known[] = [];
  for (const feature of features) {
    if (traits.length === MOST_TRAITS) break;
    const trait = traitOf(subject, feature, past, ranksBeside);
    if (trait === null) continue;
    const fitting = (traits.length === 0 ? past : alike).filter((known) => fits(known, trait));
    if (traits.length > 0 && customersIn(fitting) < FEWEST) continue;
    traits = [...traits, trait];
    alike = fitting;
  }
  return { traits, alike };
}

function traitOf(
  subject: Readonly<Record<string, FeatureValue>>,
  feature: string,
  past: readonly Known[],
  ranksBeside: number,
): Trait | null {
  const value = subject[feature] ?? null;
  if (value === null || value === "") return null;
  if (typeof value !== "number") return { feature, is: { same: value } };
  const sorted = Float64Array.from(past.flatMap(({ values }) => numberIn(values[feature]))).sort();
  if (sorted.length === 0) return null;
  const beside = Math.floor(sorted.length * ranksBeside);
  const [first, after] = [rankOf(sorted, value), rankOf(sorted, value, true)];
  return {
    feature,
    is: {
      from: Math.min(value, sorted[Math.max(0, first - beside)] ?? value),
      to: Math.max(value, sorted[Math.min(sorted.length, after + beside) - 1] ?? value),
    },
  };
}

const numberIn = (value: FeatureValue | undefined) => (typeof value === "number" ? [value] : []);

/** How many values are below `value`, or with `including` not above it. */
function rankOf(sorted: Float64Array, value: number, including = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = sorted[middle] ?? Number.NaN;
    if (at < value || (including && at === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fits({ values }: Known, { feature, is }: Trait): boolean {
  const value = values[feature] ?? null;
  if ("same" in is) return value === is.same;
  return typeof value === "number" && value >= is.from && value <= is.to;
}

const customersIn = (known: readonly Known[]) => new Set(known.map(({ customerId }) => customerId)).size;

function onePerCustomer(known: readonly Known[]): Known[] {
  const byCustomer = Map.groupBy(known, ({ customerId }) => customerId);
  return [...byCustomer].flatMap(([id, moments]) => moments[dieOf(id) % moments.length] ?? []);
}

/** A number made of an id, the same each time. */
function dieOf(id: string): number {
  let hash = 0;
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
