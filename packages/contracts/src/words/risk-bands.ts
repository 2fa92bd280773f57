/** Lowest score (0-100) of each band; below `medium` is Low. */
export interface RiskBands {
  medium: number;
  high: number;
  critical: number;
}

/** Medium from the average customer's odds, High from 2.5 times, Critical from 6 times. */
const ODDS_RATIOS = { medium: 1, high: 2.5, critical: 6 } as const;

/** Bands from the base rate (0-1), in whole percents, at least one percent apart. */
export function riskBandsFor(baseRate: number): RiskBands {
  const odds = baseRate / (1 - baseRate);
  const cut = (ratio: number) => Math.round((100 * (odds * ratio)) / (1 + odds * ratio));
  const medium = Math.min(97, Math.max(1, cut(ODDS_RATIOS.medium)));
  const high = Math.min(98, Math.max(medium + 1, cut(ODDS_RATIOS.high)));
  return { medium, high, critical: Math.min(99, Math.max(high + 1, cut(ODDS_RATIOS.critical))) };
}
