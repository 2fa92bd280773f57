// Sorting the categories of a column: pairs of a key (float64) and a bin (int32), 16 bytes each, equal keys as they came.

/** So many are put in order one by one before they are merged. */
const RUN: i32 = 8;

// @ts-ignore: decorator
@inline function pairAt(pairs: usize, place: i32): usize {
  return pairs + (<usize>place << 4);
}

/** Sorts up to 256 pairs, with room for as many after those 256. Returns where the sorted ones lie. */
export function sortPairs(pairs: usize, count: i32): usize {
  for (let from = 0; from < count; from += RUN) sortRun(pairs, from, min(count, from + RUN));
  let source = pairs;
  let target = pairs + 4096;
  for (let size = RUN; size < count; size *= 2) {
    for (let from = 0; from < count; from += 2 * size)
      merge(source, target, from, min(count, from + size), min(count, from + 2 * size));
    const sorted = target;
    target = source;
    source = sorted;
  }
  return source;
}

function sortRun(pairs: usize, from: i32, to: i32): void {
  for (let i = from + 1; i < to; i++) {
    const pair = v128.load(pairAt(pairs, i));
    const key = f64x2.extract_lane(pair, 0);
    let place = i;
    for (; place > from && load<f64>(pairAt(pairs, place - 1)) > key; place--)
      v128.store(pairAt(pairs, place), v128.load(pairAt(pairs, place - 1)));
    v128.store(pairAt(pairs, place), pair);
  }
}

function merge(source: usize, target: usize, from: i32, middle: i32, to: i32): void {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const takesRight =
      right < to && (left == middle || load<f64>(pairAt(source, right)) < load<f64>(pairAt(source, left)));
    v128.store(pairAt(target, at), v128.load(pairAt(source, takesRight ? right++ : left++)));
  }
}
