import type { PriceInput } from "../ledger-record.ts";

/** What a subscription charges; all that was not given is filled in. */
export interface Price {
  plan: string | null;
  currency: string;
  amountMinor: number;
  discountMinor: number;
  includedTaxMinor: number;
  every: { unit: "week" | "month" | "year"; count: number } | null;
  quantity: number | null;
  isEstimated: boolean;
}

/** A price over a stretch of time, half-open. */
export interface Stretch {
  fromMs: number;
  /** Null: until the subscription ends. */
  untilMs: number | null;
  /** False: it ends because the next begins. */
  untilIsSaid: boolean;
  price: Price;
}

/** A price as said, on top of the one before it: plan and number of units stay where they are not said. */
export const priceAfter = (before: Price | undefined, price: PriceInput): Price => ({
  plan: price.plan ?? before?.plan ?? null,
  currency: price.currency,
  amountMinor: price.amountMinor,
  discountMinor: price.discountMinor ?? 0,
  includedTaxMinor: price.includedTaxMinor ?? 0,
  every: price.every,
  quantity: price.quantity ?? before?.quantity ?? null,
  isEstimated: price.isEstimated === true,
});

const isSamePrice = (a: Price, b: Price): boolean =>
  a.plan === b.plan &&
  a.currency === b.currency &&
  a.amountMinor === b.amountMinor &&
  a.discountMinor === b.discountMinor &&
  a.includedTaxMinor === b.includedTaxMinor &&
  a.every?.unit === b.every?.unit &&
  a.every?.count === b.every?.count &&
  a.quantity === b.quantity &&
  a.isEstimated === b.isEstimated;

const covers = ({ fromMs, untilMs }: Stretch, atMs: number) =>
  fromMs <= atMs && (untilMs === null || atMs < untilMs);

/**
 * A stretch of its own among the others, which are in the order of time; null where it lies over one of them. The same
 * beginning means the same stretch. One whose end nobody said ends where the next begins.
 */
export function withDated(
  told: readonly Stretch[],
  fromMs: number,
  untilMs: number | null,
  price: PriceInput,
): Stretch[] | null {
  const stretches = inZoneOf(told, fromMs, untilMs);
  const same = stretches.find((one) => one.fromMs === fromMs);
  const before = stretches.findLast((one) => one.fromMs < fromMs);
  const next = stretches.find((one) => one.fromMs > fromMs);
  if (before?.untilIsSaid === true && before.untilMs !== null && before.untilMs > fromMs) return null;
  const saidUntil = untilMs ?? (same?.untilIsSaid === true ? same.untilMs : null);
  if (saidUntil !== null && next !== undefined && saidUntil > next.fromMs) return null;
  const dated: Stretch = {
    fromMs,
    untilMs: saidUntil ?? same?.untilMs ?? next?.fromMs ?? null,
    untilIsSaid: saidUntil !== null,
    price: priceAfter(same?.price ?? before?.price, price),
  };
  return [
    ...stretches
      .filter((one) => one.fromMs < fromMs)
      .map((one) => (one === before ? closedAt(one, fromMs) : one)),
    dated,
    ...stretches.filter((one) => one.fromMs > fromMs),
  ];
}

/** Whether two instants may be the same day's beginning in two zones, whose offsets are of quarters of an hour. */
const isHoursAway = (aMs: number, bMs: number): boolean =>
  Math.abs(aMs - bMs) < 15 * 3_600_000 && (aMs - bMs) % (15 * 60_000) === 0;

/**
 * Stretches by the clocks of the zone that a date is read in now. The same day read in another zone before (UTC, or the company's
 * former one) begins some hours away: where that is one stretch, it is the same, and its bounds and those beside it move.
 */
function inZoneOf(stretches: readonly Stretch[], fromMs: number, untilMs: number | null): readonly Stretch[] {
  const near = stretches.filter((one) => isHoursAway(one.fromMs, fromMs));
  const same = near.find((one) => one.fromMs === fromMs) ?? (near.length === 1 ? near[0] : undefined);
  if (same === undefined || (same.untilMs !== null && same.untilMs <= fromMs)) return stretches;
  const at = stretches.indexOf(same);
  return stretches.map((one, place) => {
    if (one === same) return { ...one, fromMs };
    const isMet = one.untilMs !== null && (one.untilMs === same.fromMs || one.untilMs > fromMs);
    if (place === at - 1 && isMet) return { ...one, untilMs: fromMs };
    const isMoved =
      place === at + 1 && untilMs !== null && untilMs > one.fromMs && isHoursAway(untilMs, one.fromMs);
    return isMoved && (one.untilMs === null || one.untilMs > untilMs) ? { ...one, fromMs: untilMs } : one;
  });
}

/**
 * Prices after one that is charged now and nobody knows since when: it closes the present stretch and opens one at `atMs`; it
 * takes the place of one that begins at that very moment, or has not begun. Where nothing is charged now it begins now.
 */
export function withPresent(stretches: readonly Stretch[], atMs: number, price: PriceInput): Stretch[] {
  const present = stretches.find((one) => covers(one, atMs));
  const next = stretches.find((one) => one.fromMs > atMs);
  const after = priceAfter(present?.price ?? stretches.findLast((one) => one.fromMs <= atMs)?.price, price);
  if (present === undefined && next !== undefined && stretches[0] === next) {
    return replaced(stretches, next, priceAfter(next.price, price));
  }
  if (present !== undefined && isSamePrice(present.price, after)) return [...stretches];
  if (present?.fromMs === atMs) return replaced(stretches, present, after);
  const opened: Stretch =
    present === undefined
      ? { fromMs: atMs, untilMs: next?.fromMs ?? null, untilIsSaid: false, price: after }
      : { ...present, fromMs: atMs, price: after };
  return [
    ...stretches
      .filter((one) => one.fromMs < atMs)
      .map((one) => (one === present ? closedAt(one, atMs) : one)),
    opened,
    ...stretches.filter((one) => one.fromMs > atMs),
  ];
}

/** Prices of a subscription that is over: what is said of its price corrects the last one. */
export function withLast(stretches: readonly Stretch[], price: PriceInput): Stretch[] {
  const last = stretches.at(-1);
  return last === undefined ? [] : replaced(stretches, last, priceAfter(last.price, price));
}

/**
 * Prices after a price of now was said twice at the same time: the later one takes the place of the other, whole. Where it is
 * what was charged before, nothing has changed.
 */
export function withCorrected(stretches: readonly Stretch[], atMs: number, price: PriceInput): Stretch[] {
  const present = stretches.find((one) => covers(one, atMs)) ?? stretches.at(-1);
  if (present === undefined) return [];
  const corrected = replaced(stretches, present, priceAfter(present.price, price));
  const at = corrected.findIndex((one) => one.fromMs === present.fromMs);
  const [before, after] = [corrected[at - 1], corrected[at]];
  const isGoingOn =
    before !== undefined &&
    after !== undefined &&
    before.untilMs === after.fromMs &&
    !before.untilIsSaid &&
    isSamePrice(before.price, after.price);
  if (!isGoingOn) return corrected;
  const joined = { ...before, untilMs: after.untilMs, untilIsSaid: after.untilIsSaid };
  return [...corrected.slice(0, at - 1), joined, ...corrected.slice(at + 1)];
}

/** Nothing is charged from a moment on, until another stretch begins. */
export const withGapFrom = (stretches: readonly Stretch[], atMs: number): Stretch[] =>
  stretches.map((one) => (one.fromMs < atMs && covers(one, atMs) ? closedAt(one, atMs) : one));

/** The first stretch begins with its subscription: it moves with the subscription's beginning. */
export const movedStart = (stretches: readonly Stretch[], wasMs: number, startMs: number): Stretch[] =>
  stretches.map((one, at) =>
    at === 0 && one.fromMs === wasMs && (one.untilMs === null || startMs < one.untilMs)
      ? { ...one, fromMs: startMs }
      : one,
  );

const replaced = (stretches: readonly Stretch[], which: Stretch, price: Price): Stretch[] =>
  stretches.map((one) => (one === which ? { ...one, price } : one));

/** An end that was said earlier than this stays. */
const closedAt = (stretch: Stretch, atMs: number): Stretch =>
  stretch.untilMs !== null && stretch.untilMs <= atMs
    ? stretch
    : { ...stretch, untilMs: atMs, untilIsSaid: false };
