import { deriveSeed } from "../random.ts";
import { classUnits } from "../validation/class-units.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";

/**
 * Fold of each chosen row, at most `most` folds and never more than units (rows or groups) of the rarer class: both
 * classes dealt evenly and groups kept together; keyed by row id, so file order does not matter. Null where the rows
 * outside some fold would not hold two units of each class, and so could not be learnt from.
 */
export function foldsFor(
  data: { labels: Uint8Array; rowIds: string[]; groups: Uint32Array | null },
  rows: Int32Array,
  most: number,
  seed: number,
  ...path: (string | number)[]
): Uint32Array | null {
  const labels = Uint8Array.from(rows, (row) => data.labels[row]!);
  const keys = Array.from(rows, (row) => data.rowIds[row]!);
  const options = { seed: deriveSeed(seed, "folds", ...path), keys };
  const groups = data.groups === null ? null : Array.from(rows, (row) => data.groups![row]!);
  const { left, stayed } = classUnits(labels, groups);
  if (Math.min(left, stayed) < 3) return null;
  const folds = Math.min(most, left, stayed);
  if (groups === null) return stratifiedFolds(labels, folds, options);
  const foldOf = groupedFolds(labels, groups, folds, options);
  if (isLearnable(labels, groups, foldOf, folds)) return foldOf;
  const dealt = dealGroups(labels, groups, folds, options.seed);
  return isLearnable(labels, groups, dealt, folds) ? dealt : null;
}

/**
 * Groups of very different sizes may put all of one class into one fold when rows are kept level. Then groups are
 * dealt like cards, those of both classes first, whatever their sizes.
 */
function dealGroups(labels: Uint8Array, groups: number[], folds: number, seed: number): Uint32Array {
  const holds = new Map<number, { left: boolean; stayed: boolean }>();
  groups.forEach((group, row) => {
    const kinds = holds.get(group) ?? { left: false, stayed: false };
    if (labels[row] === 1) kinds.left = true;
    else kinds.stayed = true;
    holds.set(group, kinds);
  });
  const turn = ({ left, stayed }: { left: boolean; stayed: boolean }): number =>
    left ? (stayed ? 0 : 1) : 2;
  const order = [...holds].sort(
    ([a, kindsA], [b, kindsB]) =>
      turn(kindsA) - turn(kindsB) || deriveSeed(seed, a) - deriveSeed(seed, b) || a - b,
  );
  const foldOfGroup = new Map(order.map(([group], position) => [group, position % folds]));
  return Uint32Array.from(groups, (group) => foldOfGroup.get(group)!);
}

/** Whether the rows outside each fold hold two units of each class. */
function isLearnable(labels: Uint8Array, groups: number[], foldOf: Uint32Array, folds: number): boolean {
  return Array.from({ length: folds }, (_, fold) => {
    const others = [...foldOf.keys()].filter((row) => foldOf[row] !== fold);
    const { left, stayed } = classUnits(
      others.map((row) => labels[row]!),
      others.map((row) => groups[row]!),
    );
    return left >= 2 && stayed >= 2;
  }).every(Boolean);
}
