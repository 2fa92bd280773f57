import { checkFollowUp, type FollowUp } from "@forestay/churn-model/statistics";
import { poissonInterval } from "./poisson-interval.ts";

/** How fast customers leave at one stretch of their age: older than `from`, up to and with `to`, in the unit of the durations. */
export interface HazardBand {
  readonly from: number;
  readonly to: number;
  /** Under observation at some time of the stretch. */
  readonly atRisk: number;
  readonly leavers: number;
  /** Time under observation, summed over customers. */
  readonly exposure: number;
  /** Leavers per unit of time under observation; null where nobody was watched. */
  readonly hazard: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Hazard by tenure as an occurrence/exposure rate: leavers of a stretch of age over the time customers spent in it, with
 * the exact Poisson interval. Leaving exactly on an edge counts for the stretch that ends there, as outcomes do; age 0 for the first.
 * Sources: Andersen et al. 1993, Statistical Models Based on Counting Processes (the rate); Garwood 1936 (the interval).
 * @param edges Rising ages from 0: n edges make n - 1 bands.
 * @throws RangeError for edges that do not rise from 0 on, or follow-up that makes no sense.
 */
export function hazardByTenure(
  followUp: FollowUp,
  edges: readonly number[],
  confidence = 0.95,
): HazardBand[] {
  checkFollowUp(followUp);
  for (const [at, edge] of edges.entries()) {
    if (!(at === 0 ? edge >= 0 : edge > edges[at - 1]!) || !Number.isFinite(edge)) {
      throw new RangeError(`edge ${at} of the tenures is ${edge}: edges rise, and none is below 0`);
    }
  }
  const { durations, events, entries, weights } = followUp;
  return edges.slice(1).map((to, at) => {
    const from = edges[at]!;
    let atRisk = 0;
    let leavers = 0;
    let exposure = 0;
    for (let row = 0; row < durations.length; row++) {
      const entry = entries?.[row] ?? 0;
      const end = durations[row]!;
      const watched = Math.min(end, to) - Math.max(entry, from);
      const atZero = end === 0 && from === 0;
      if (!(watched > 0) && !atZero) continue;
      const weight = weights?.[row] ?? 1;
      atRisk += weight;
      exposure += weight * watched;
      if (events[row] === 1 && end <= to) leavers += weight;
    }
    if (exposure === 0) return { from, to, atRisk, leavers, exposure, hazard: null, low: null, high: null };
    const { low, high } = poissonInterval(leavers, confidence);
    return {
      from,
      to,
      atRisk,
      leavers,
      exposure,
      hazard: leavers / exposure,
      low: low / exposure,
      high: high / exposure,
    };
  });
}
