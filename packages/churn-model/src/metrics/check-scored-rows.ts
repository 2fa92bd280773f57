/**
 * Refuses labels and scores that no metric can be computed on, so that no metric has to think of them.
 * `labels` are 0 or 1, `scores` finite numbers of any scale, one per label.
 * @throws RangeError naming the first bad row (counted from 0).
 */
export function checkScoredRows(labels: ArrayLike<number>, scores: ArrayLike<number>): void {
  if (labels.length !== scores.length) {
    throw new RangeError(`${labels.length} labels but ${scores.length} scores`);
  }
  if (labels.length === 0) throw new RangeError("no rows to measure");
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row];
    if (label !== 0 && label !== 1) throw new RangeError(`label of row ${row} is ${label}, not 0 or 1`);
    if (!Number.isFinite(scores[row]))
      throw new RangeError(`score of row ${row} is ${scores[row]}, not finite`);
  }
}

/**
 * As `checkScoredRows`, and every score is a probability in [0, 1].
 * @throws RangeError naming the first bad row (counted from 0).
 */
export function checkProbabilityRows(labels: ArrayLike<number>, probabilities: ArrayLike<number>): void {
  checkScoredRows(labels, probabilities);
  for (let row = 0; row < probabilities.length; row++) {
    const probability = probabilities[row]!;
    if (probability < 0 || probability > 1) {
      throw new RangeError(`probability of row ${row} is ${probability}, outside 0 to 1`);
    }
  }
}

/** Number of rows whose label is 1. */
export function countEvents(labels: ArrayLike<number>): number {
  let events = 0;
  for (let row = 0; row < labels.length; row++) events += labels[row]!;
  return events;
}
