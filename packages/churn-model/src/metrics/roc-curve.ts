import { checkScoredRows, countEvents } from "./check-scored-rows.ts";
import { tieGroups } from "./score-order.ts";

/** A point of the ROC curve: rates when every score at or above `cutOff` is flagged; null flags nobody. */
export interface RocPoint {
  readonly falsePositiveRate: number;
  readonly truePositiveRate: number;
  readonly cutOff: number | null;
}

/**
 * The ROC curve from (0,0) to (1,1), one point per distinct score, thinned to at most `maxPoints` evenly along the
 * curve so that a page can draw it. Null when only one class is present.
 */
export function rocCurve(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  maxPoints = 200,
): readonly RocPoint[] | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  const others = labels.length - events;
  if (events === 0 || others === 0) return null;
  const points: RocPoint[] = [{ falsePositiveRate: 0, truePositiveRate: 0, cutOff: null }];
  let found = 0;
  let flagged = 0;
  for (const group of tieGroups(labels, scores)) {
    found += group.events;
    flagged += group.rows;
    points.push({
      falsePositiveRate: (flagged - found) / others,
      truePositiveRate: found / events,
      cutOff: group.score,
    });
  }
  return thin(points, maxPoints, (point) => point.falsePositiveRate + point.truePositiveRate);
}

/** A point of the precision-recall curve when every score at or above `cutOff` is flagged. */
export interface PrecisionRecallPoint {
  readonly precision: number;
  readonly recall: number;
  readonly cutOff: number;
}

/** The precision-recall curve from the highest cut-off down, thinned evenly in recall. Null without an event. */
export function precisionRecallCurve(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  maxPoints = 200,
): readonly PrecisionRecallPoint[] | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  if (events === 0) return null;
  let found = 0;
  let flagged = 0;
  const points = tieGroups(labels, scores).map((group) => {
    found += group.events;
    flagged += group.rows;
    return { precision: found / flagged, recall: found / events, cutOff: group.score };
  });
  return thin(points, maxPoints, (point) => point.recall);
}

/** Keeps both ends and, of the rest, the first point past each of evenly spaced positions (which never fall). */
function thin<Point extends object>(
  points: readonly Point[],
  maxPoints: number,
  position: (point: Point) => number,
): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= maxPoints || first === undefined || last === undefined) return points;
  const start = position(first);
  const step = (position(last) - start) / (maxPoints - 1);
  const kept = [first];
  let next = step;
  for (const point of points.slice(1, -1)) {
    const along = position(point) - start;
    if (along < next || kept.length >= maxPoints - 1) continue;
    kept.push(point);
    next = step * (Math.floor(along / step) + 1);
  }
  return [...kept, last];
}
