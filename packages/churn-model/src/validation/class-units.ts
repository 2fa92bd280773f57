/**
 * How many units, rows or groups of rows that belong together, hold a leaver, and how many a stayer. A customer with
 * snapshots of both kinds counts in both.
 */
export function classUnits(
  labels: ArrayLike<number>,
  groups: ArrayLike<string | number> | null,
): { left: number; stayed: number } {
  const left = new Set<string | number>();
  const stayed = new Set<string | number>();
  for (let row = 0; row < labels.length; row++)
    (labels[row] === 1 ? left : stayed).add(groups === null ? row : groups[row]!);
  return { left: left.size, stayed: stayed.size };
}
