import { instantOf, wallClock } from "../time/month-periods.ts";
import type { DeclineClass } from "./decline.ts";
import { isPayDay } from "./local-morning.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Parts of a local day that are told apart, of four hours each, from midnight on. */
export const SLOT_HOURS = 4;
const SLOT_MS = SLOT_HOURS * HOUR_MS;
const SLOTS = 24 / SLOT_HOURS;
/** Days of the week from Sunday on, and pay days, whichever day of the week they are. */
const DAY_KINDS = 8;
const PAY_DAY = 7;
/** The last tries of a bill are told apart no more. */
const MOST_TRIES = 8;

/** Classes that are tried again. */
export const timedClasses = ["soft", "technical"] as const satisfies readonly DeclineClass[];
export type TimedClass = (typeof timedClasses)[number];

/** What is taken for known before a company's own tries say otherwise: of each class the share of tries that succeed. */
const PRIOR_RATE: Readonly<Record<TimedClass, number>> = { soft: 0.15, technical: 0.3 };
/** The prior counts as so many tries. */
const PRIOR_TRIES = 40;
/** From so many tries of a class on its times are used: about seventy for each of the 14 parts of the model. */
export const LEAST_TRIES = 1_000;
/** A part with fewer is like any other: the few that were made at odd hours say more of who made them, and one is soon the best by luck. */
const LEAST_OF_PART = 70;

/** Tries of one class, try number, part of the day and kind of day: how many, and how many of them succeeded. */
export interface TryCount {
  readonly class: TimedClass;
  /** 1 is the first one after the payment failed. */
  readonly n: number;
  readonly atMs: number;
  readonly tries: number;
  readonly succeeded: number;
}

/** How the chance of a try depends on its time, for one class; plain numbers, so that it can be kept. */
export interface ClassTimes {
  readonly tries: number;
  readonly succeeded: number;
  /** Chance of the first, second ... try of a bill, at a time like any other. */
  readonly byTry: readonly number[];
  /** How many times as likely as at a time like any other; of each part of a day, and of each kind of day. */
  readonly bySlot: readonly number[];
  readonly byDay: readonly number[];
}
export type RetryTimes = Readonly<Record<TimedClass, ClassTimes>>;

/** The part of the local day and the kind of day of a moment. */
export const timeOf = (atMs: number, timeZone: string): { slot: number; day: number } =>
  partOf(wallClock(timeZone)(atMs));

/** Of what a local clock shows. */
function partOf(localMs: number): { slot: number; day: number } {
  const dayNumber = Math.floor(localMs / DAY_MS);
  return {
    slot: Math.floor((localMs - dayNumber * DAY_MS) / SLOT_MS),
    day: isPayDay(dayNumber) ? PAY_DAY : new Date(dayNumber * DAY_MS).getUTCDay(),
  };
}

/**
 * A discrete hazard of success: of a bill that is still open before its try, P(success | class, n, time) = rate(n) x slot x day.
 * Each rate is the mean of a Beta whose prior is the rate above it: of a class the product's, of a try number the class's; and
 * each factor that of the tries at such times to what their try numbers had led to expect, with the same prior (indirect
 * standardisation: late tries fail more often, and are not to make the hours look bad in which they were made). A time at which
 * few were made is like any other.
 */
export function fitRetryTimes(counts: Iterable<TryCount>, timeZone: string): RetryTimes {
  const found = [...counts].map((one) => ({ ...one, ...timeOf(one.atMs, timeZone) }));
  const fit = (name: TimedClass): ClassTimes => {
    const of = found.filter((one) => one.class === name);
    const whole = total(of);
    const rate = betaMean(whole, PRIOR_RATE[name]);
    const byTry = Array.from({ length: MOST_TRIES }, (_, index) =>
      betaMean(total(of.filter(({ n }) => tryIndex(n) === index)), rate),
    );
    const ratio = (some: typeof of): number => {
      const { tries, succeeded } = total(some);
      if (tries < LEAST_OF_PART) return 1;
      const expected = some.reduce((sum, one) => sum + one.tries * byTry[tryIndex(one.n)]!, 0) / tries;
      return betaMean({ tries, succeeded }, expected) / expected;
    };
    return {
      ...whole,
      byTry,
      bySlot: Array.from({ length: SLOTS }, (_, slot) => ratio(of.filter((one) => one.slot === slot))),
      byDay: Array.from({ length: DAY_KINDS }, (_, day) => ratio(of.filter((one) => one.day === day))),
    };
  };
  return { soft: fit("soft"), technical: fit("technical") };
}

const tryIndex = (n: number) => Math.min(MOST_TRIES, Math.max(1, n)) - 1;

function total(some: readonly { tries: number; succeeded: number }[]) {
  return some.reduce(
    (sum, { tries, succeeded }) => ({ tries: sum.tries + tries, succeeded: sum.succeeded + succeeded }),
    { tries: 0, succeeded: 0 },
  );
}

const betaMean = ({ tries, succeeded }: { tries: number; succeeded: number }, prior: number) =>
  (succeeded + PRIOR_TRIES * prior) / (tries + PRIOR_TRIES);

/** Whether a class was tried often enough for its times to be used. */
export const hasEnough = ({ tries }: Pick<ClassTimes, "tries">): boolean => tries >= LEAST_TRIES;

/** The chance, 0 to 1, that a try succeeds which is the `n`-th after the failure. */
export const chanceOfTry = (times: ClassTimes, n: number, atMs: number, timeZone: string): number =>
  chanceAt(times, n, wallClock(timeZone)(atMs));

function chanceAt(times: ClassTimes, n: number, localMs: number): number {
  const { slot, day } = partOf(localMs);
  return Math.min(0.99, times.byTry[tryIndex(n)]! * times.bySlot[slot]! * times.byDay[day]!);
}

/** A day of waiting costs so much of a chance: who is tried later may leave, and has less time for the tries after it. */
const KEPT_A_DAY = 0.98;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * The most promising moment from one on, within a time: the moment itself, or the beginning of a part of a day after it. The
 * earlier one of two that are as good.
 */
export function bestTime(
  times: ClassTimes,
  { n, fromMs, withinMs }: { n: number; fromMs: number; withinMs: number },
  timeZone: string,
): number {
  const clock = wallClock(timeZone);
  let best = fromMs;
  let most = 0;
  for (let atMs = fromMs; atMs <= fromMs + withinMs;) {
    const localMs = clock(atMs);
    const worth = chanceAt(times, n, localMs) * KEPT_A_DAY ** ((atMs - fromMs) / DAY_MS);
    if (worth > most + 1e-12) {
      best = atMs;
      most = worth;
    }
    // Clocks show whole seconds: what is beyond them must not move the beginnings of parts of days.
    const restMs = SLOT_MS - modulo(localMs, SLOT_MS);
    const onMs = atMs + restMs - modulo(atMs, 1000);
    // Nor is it four hours until then on a day that clocks change.
    atMs = modulo(clock(onMs), SLOT_MS) === 0 ? onMs : instantOf(clock, localMs + restMs);
  }
  return best;
}
