import type { DeclineClass } from "./decline.ts";

/** Days after the first failure at which an interval of the hazard begins; the last one ends after 60 days. */
export const CHANCE_DAYS = [0, 1, 3, 7, 14, 28, 60] as const;
const INTERVALS = CHANCE_DAYS.length - 1;

/** Of each class the share that comes in within 60 days, before a company's own failures say otherwise. */
const PRIOR_CHANCE: Readonly<Record<DeclineClass, number>> = {
  soft: 0.55,
  technical: 0.7,
  act: 0.35,
  never: 0.25,
};
/** Of what comes in, the share that does so in each interval. */
const PRIOR_SPREAD = [0.2, 0.2, 0.25, 0.2, 0.1, 0.05] as const;
/** The prior counts as so many failed payments that reached an interval: with fewer of a company's own it outweighs them. */
export const PRIOR_CASES = 30;

/** Failed payments of a class that were open when an interval began, and those that came in or ended otherwise within it. */
export interface ChanceCount {
  readonly class: DeclineClass;
  readonly interval: number;
  readonly reached: number;
  readonly paid: number;
  readonly ended: number;
}

/** For each class the chance, 0 to 1, that a payment comes in within its 60 days, while it is open in each interval. */
export type RecoveryChances = Readonly<Record<DeclineClass, readonly number[]>>;

/**
 * Two discrete hazards over the days since the failure, of coming in and of ending otherwise, with a prior in each interval. A
 * payment that is open in one comes in with the sum, over those that follow, of the hazard times what is still open by then. Those
 * that are too young for an interval do not count in it.
 */
export function fitChances(counts: Iterable<ChanceCount>): RecoveryChances {
  const found = [...counts];
  const of = (name: DeclineClass): number[] => {
    let left = 1;
    const hazards = PRIOR_SPREAD.map((share, interval) => {
      const paid = PRIOR_CHANCE[name] * share;
      const prior = paid / left;
      left -= paid;
      const own = found.filter((one) => one.class === name && one.interval === interval);
      const reached = own.reduce((sum, one) => sum + one.reached, 0);
      const came = own.reduce((sum, one) => sum + one.paid, 0);
      const ended = own.reduce((sum, one) => sum + one.ended, 0);
      const all = reached + PRIOR_CASES;
      return { paid: (came + PRIOR_CASES * prior) / all, ended: ended / all };
    });
    return Array.from({ length: INTERVALS }, (_, from) => {
      let open = 1;
      let chance = 0;
      for (const hazard of hazards.slice(from)) {
        chance += open * hazard.paid;
        open *= 1 - hazard.paid - hazard.ended;
      }
      return chance;
    });
  };
  return { soft: of("soft"), technical: of("technical"), act: of("act"), never: of("never") };
}
