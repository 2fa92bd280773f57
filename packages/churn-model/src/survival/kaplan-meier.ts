import { zOfConfidence } from "../metrics/normal-distribution.ts";

/** How long each customer was followed: `durations` from the start, `events` 1 left, 0 still there when last seen. */
export interface FollowUp {
  readonly durations: ArrayLike<number>;
  readonly events: ArrayLike<number>;
  /**
   * Age at which the customer came under observation, 0 where left out: who joined before the data begins is at risk
   * only from then on (delayed entry), else old customers look immortal. Less than the duration.
   */
  readonly entries?: ArrayLike<number>;
  /** How many customers a row stands for, a whole number from 1; one each where left out. */
  readonly weights?: ArrayLike<number>;
}

/** The curve right after one event time, in the unit of the durations. */
export interface SurvivalPoint {
  readonly time: number;
  readonly atRisk: number;
  readonly events: number;
  readonly survival: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
}

export interface SurvivalCurve {
  readonly rows: number;
  readonly events: number;
  /** One point per time at which somebody left; survival is 1 before the first. */
  readonly points: readonly SurvivalPoint[];
  /** Longest duration: the curve says nothing beyond. */
  readonly lastTime: number;
  /** Shortest time by which half have left; null = not reached. Bounds likewise. */
  readonly median: number | null;
  readonly medianLow: number | null;
  readonly medianHigh: number | null;
}

/**
 * Kaplan-Meier estimate S(t) = product of (1 - d/n) with Greenwood's standard error and the log-log band, which stays
 * inside 0 to 1. Where all at risk leave at once the band's upper end stays where it was, the variance being
 * undefined there. Sources: Kaplan and Meier 1958; Kalbfleisch and Prentice 1980 (log-log); as R's
 * survfit(conf.type = "log-log").
 * @throws RangeError for a negative or non-finite duration, or an entry that is not before it.
 */
export function kaplanMeier(followUp: FollowUp, confidence = 0.95): SurvivalCurve {
  checkFollowUp(followUp);
  const z = zOfConfidence(confidence);
  const points: SurvivalPoint[] = [];
  let survival = 1;
  let greenwood = 0;
  let high = 1;
  let events = 0;
  for (const step of riskSteps(followUp)) {
    survival *= 1 - step.events / step.atRisk;
    events += step.events;
    let low = 0;
    let standardError = 0;
    if (step.atRisk > step.events && survival > 0) {
      greenwood += step.events / (step.atRisk * (step.atRisk - step.events));
      standardError = survival * Math.sqrt(greenwood);
      const shift = Math.exp((z * Math.sqrt(greenwood)) / Math.abs(Math.log(survival)));
      low = survival ** shift;
      high = survival ** (1 / shift);
    } else survival = 0;
    points.push({ ...step, survival, standardError, low, high });
  }
  let lastTime = 0;
  for (let row = 0; row < followUp.durations.length; row++) {
    lastTime = Math.max(lastTime, followUp.durations[row]!);
  }
  const firstAtHalf = (of: (point: SurvivalPoint) => number): number | null =>
    // The tolerance is R's: a product of fractions that should be a half may be a hair above.
    points.find((point) => of(point) <= 0.5 + 1e-12)?.time ?? null;
  return {
    rows: rowsOf(followUp),
    events,
    points,
    lastTime,
    median: firstAtHalf((point) => point.survival),
    medianLow: firstAtHalf((point) => point.low),
    medianHigh: firstAtHalf((point) => point.high),
  };
}

/** The curve's value and band at any time up to its last; null beyond, where nobody was watched. */
export function survivalAt(
  curve: SurvivalCurve,
  time: number,
): { readonly survival: number; readonly low: number; readonly high: number } | null {
  if (!(time <= curve.lastTime)) return null;
  const point = curve.points.findLast((candidate) => candidate.time <= time);
  return point ?? { survival: 1, low: 1, high: 1 };
}

/** How many are under observation just before each time: the row of numbers under the chart. */
export function numbersAtRisk(followUp: FollowUp, times: readonly number[]): number[] {
  return times.map((time) => {
    let atRisk = 0;
    for (let row = 0; row < followUp.durations.length; row++) {
      const entry = followUp.entries?.[row] ?? 0;
      if (followUp.durations[row]! >= time && (entry < time || time === 0))
        atRisk += followUp.weights?.[row] ?? 1;
    }
    return atRisk;
  });
}

/** Those at risk and those who left at each time somebody left, in rising time. */
export function riskSteps(followUp: FollowUp): { time: number; atRisk: number; events: number }[] {
  const { durations, events, entries, weights } = followUp;
  const rows = durations.length;
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  const entryOf = (row: number): number => entries?.[row] ?? 0;
  const byEnd = Uint32Array.from({ length: rows }, (_, row) => row).sort(
    (a, b) => durations[a]! - durations[b]!,
  );
  const byStart =
    entries === undefined ? byEnd : Uint32Array.from(byEnd).sort((a, b) => entryOf(a) - entryOf(b));
  const leavers = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    if (events[row] === 1) leavers.set(durations[row]!, (leavers.get(durations[row]!) ?? 0) + weightOf(row));
  }
  let at = 0;
  let from = 0;
  let ended = 0;
  let started = 0;
  return [...leavers.keys()]
    .sort((a, b) => a - b)
    .map((time) => {
      for (; at < rows && durations[byEnd[at]!]! < time; at++) ended += weightOf(byEnd[at]!);
      // At risk at t are those who entered before t; an entry at 0 is there from the very start.
      for (; from < rows; from++) {
        const entry = entryOf(byStart[from]!);
        if (entry >= time && entry !== 0) break;
        started += weightOf(byStart[from]!);
      }
      return { time, atRisk: started - ended, events: leavers.get(time)! };
    });
}

/** Customers, by what rows weigh. */
export function rowsOf({ durations, weights }: FollowUp): number {
  if (weights === undefined) return durations.length;
  let all = 0;
  for (let row = 0; row < durations.length; row++) all += weights[row]!;
  return all;
}

/** @throws RangeError naming the first row that cannot be followed. */
export function checkFollowUp({ durations, events, entries, weights }: FollowUp): void {
  if (
    events.length !== durations.length ||
    (entries !== undefined && entries.length !== durations.length) ||
    (weights !== undefined && weights.length !== durations.length)
  ) {
    throw new RangeError(`${durations.length} durations for ${events.length} events`);
  }
  for (let row = 0; row < durations.length; row++) {
    const duration = durations[row]!;
    const entry = entries?.[row] ?? 0;
    if (!Number.isFinite(duration) || duration < 0)
      throw new RangeError(`duration of row ${row} is ${duration}`);
    if (!Number.isFinite(entry) || entry < 0 || (entry > 0 && entry >= duration)) {
      throw new RangeError(`entry of row ${row} is ${entry}, its duration ${duration}`);
    }
    const weight = weights?.[row] ?? 1;
    if (!Number.isSafeInteger(weight) || weight < 1)
      throw new RangeError(`weight of row ${row} is ${weight}`);
    if (events[row] !== 0 && events[row] !== 1) throw new RangeError(`event of row ${row} is ${events[row]}`);
  }
}
