/** Three to five round values from zero to at least `max`, for an axis of counts or money. */
export function niceTicks(max: number): number[] {
  if (!(max > 0)) return [0, 1];
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const step =
    [0.25, 0.5, 1, 2, 2.5, 5]
      .map((factor) => factor * magnitude)
      .find((candidate) => Math.ceil(max / candidate) <= 4) ?? 5 * magnitude;
  const count = Math.ceil(max / step - 1e-9);
  // Whole multiples, so that 0.1 + 0.2 does not become a label.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
