import type { WhatIf } from "@forestay/contracts";
import { categoryOf, type FeaturePlan, type FeatureRow, type FeatureValue } from "#modules/features/index.ts";
import { isGroup } from "./actionable-fields.ts";

/** Fields set to values: what one lever, or a few together, would change. */
export type Lever = ReadonlyMap<string, FeatureValue>;

/** A value that fewer of the sample have says nothing of what it occurs with. */
const FEWEST_TO_JUDGE = 20;
/** A lever under so much of a chance is none. */
const SMALLEST_EFFECT = 0.01;
const MOST_LEVERS = 4;
/** What customers pay a month, as plans, services and terms go with it. */
const PAID = "monthly_revenue";
/** Who has the new value usually pays so many times as much as who has the old one, or so many times less: another price. */
const OTHER_PRICE = 1.5;
/** Several changes at once have to be worth more than the best alone by so much. */
const WORTH_MORE = 0.02;

/** Amounts of money are no levers: what is cheap in the data is another product, and no company halves a price. */
const isPrice = ({ unit }: FeaturePlan["columns"][number]) => unit === "money";

/** The names of the columns that an engine may change for a suggestion. */
export const leverColumns = (
  plan: FeaturePlan,
  isActionable: (column: FeaturePlan["columns"][number]) => boolean,
): string[] =>
  plan.columns.filter((column) => isActionable(column) && !isPrice(column)).map(({ name }) => name);

/** Every single change that could be made: a choice to each of its values, a number to either end of where nine tenths lie. */
export function singleLevers(plan: FeaturePlan, fields: WhatIf["fields"]): Lever[] {
  const prices = new Set(plan.columns.filter(isPrice).map(({ base }) => base));
  return fields
    .filter(({ field }) => !prices.has(field))
    .flatMap(({ field, kind, options, from, to, value }) => {
      const candidates: FeatureValue[] =
        kind === "choice" ? options : typeof value === "number" ? endsOf(from, to, value) : [];
      return candidates.filter((one) => one !== value).map((one) => new Map([[field, one]]));
    });
}

/** Whole where the customer's own value is: nobody has two and a half tickets. */
function endsOf(from: number | null, to: number | null, value: number): number[] {
  return [from, to]
    .filter((end) => end !== null)
    .map((end) => (Number.isInteger(value) ? Math.round(end) : end));
}

/**
 * Says of a lever whether a customer like that exists: every value it sets occurs in the sample together with each of the
 * customer's other values. So nobody is offered a service that follows from another ("No internet service" to who has it),
 * nor a plan or service that usually goes with half as much revenue again, or with a third less.
 */
export function createPossible(
  plan: FeaturePlan,
  sample: readonly FeatureRow[],
): (row: FeatureRow, lever: Lever) => boolean {
  const choices = plan.columns.filter(isGroup).map(({ base }) => base);
  const valuesOf = (row: FeatureRow) =>
    new Map(choices.map((base) => [base, categoryOf(row.values[base] ?? null)]));
  const known = sample.map(valuesOf);
  const isPaid = plan.columns.some(({ base, kind }) => base === PAID && kind === "numeric");
  /** What those with a value usually pay; null where too few are known. */
  const usual = new Map<string, number | null>();
  const usuallyPaid = (field: string, value: FeatureValue): number | null => {
    const key = JSON.stringify([field, value]);
    const kept = usual.get(key);
    if (kept !== undefined) return kept;
    const paid = sample
      .filter((_, index) => known[index]?.get(field) === value)
      .flatMap(({ values: { [PAID]: amount } }) => (typeof amount === "number" ? [amount] : []))
      .toSorted((a, b) => a - b);
    const median = paid.length < FEWEST_TO_JUDGE ? null : (paid[Math.floor(paid.length / 2)] ?? null);
    usual.set(key, median);
    return median;
  };
  /** A smaller plan, a service given up: less risk because there is less to lose is no advice. */
  const isOtherPrice = (field: string, from: FeatureValue, to: FeatureValue): boolean => {
    const [before, after] = [usuallyPaid(field, from), usuallyPaid(field, to)];
    return (
      before !== null && after !== null && (before > OTHER_PRICE * after || after > OTHER_PRICE * before)
    );
  };
  return (row, lever) => {
    const own = valuesOf(row);
    const wanted = valuesOf({ ...row, values: { ...row.values, ...Object.fromEntries(lever) } });
    return [...lever.keys()].every((field) => {
      if (!wanted.has(field)) return true;
      if (isPaid && isOtherPrice(field, own.get(field) ?? null, wanted.get(field) ?? null)) return false;
      const having = known.filter((values) => values.get(field) === wanted.get(field));
      return (
        having.length > 0 &&
        [...wanted].every(
          ([other, value]) =>
            other === field ||
            value === null ||
            having.some((values) => values.get(other) === value) ||
            known.filter((values) => values.get(other) === value).length < FEWEST_TO_JUDGE,
        )
      );
    });
  };
}

/**
 * Of the levers with the chance that the model gives with each, those to show: the best of each field, largest effect
 * first, and a set of several where it does clearly more than the best alone.
 */
export function bestLevers<L extends { lever: Lever; probability: number }>(
  now: number,
  scored: readonly L[],
): L[] {
  const helping = scored
    .filter(({ probability }) => probability <= now - SMALLEST_EFFECT)
    .toSorted((a, b) => a.probability - b.probability);
  const singles = new Map<string, L>();
  for (const one of helping) {
    const [field, ...others] = one.lever.keys();
    if (field !== undefined && others.length === 0 && !singles.has(field)) singles.set(field, one);
  }
  const shown = [...singles.values()].slice(0, MOST_LEVERS);
  const best = shown[0]?.probability ?? now;
  const set = helping.find(({ lever, probability }) => lever.size > 1 && probability <= best - WORTH_MORE);
  return set === undefined ? shown : [...shown, set];
}
