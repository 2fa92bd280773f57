import { isSameChurnRule } from "@forestay/contracts/wire";
import type { TrackRecord } from "@forestay/contracts/wire";

export interface TrackMonth {
  month: string;
  /** The month's first moment, UTC. */
  atMs: number;
  scored: number;
  missed: number;
  meanProbability: number;
  share: number;
  lower: number;
  upper: number;
}

/** The months that can stand on one line: scores that promised what the latest ones did, with a known outcome. */
export function monthsOf({ months, latest }: Pick<TrackRecord, "months" | "latest">): TrackMonth[] {
  if (latest === null) return [];
  return months.flatMap(
    ({ month, churn, horizonDays, scored, missed, meanProbability, share, lower, upper }) =>
      share === null ||
      lower === null ||
      upper === null ||
      horizonDays !== latest.horizonDays ||
      !isSameChurnRule(churn, latest.churn)
        ? []
        : [
            {
              month,
              atMs: Date.parse(`${month.slice(0, 7)}-01T00:00:00Z`),
              scored,
              missed,
              meanProbability,
              share,
              lower,
              upper,
            },
          ],
  );
}
