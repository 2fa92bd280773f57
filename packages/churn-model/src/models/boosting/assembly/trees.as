// Adding a tree's values to the scores of rows, without walking it: every node is asked about sixteen rows at once, and
// where the answer is no, the leaves to its left are crossed out; a row's leaf is the first that is left (Lucchese et
// al., "QuickScorer", 2015, here with the rows of a column side by side). Leaves are numbered from left to right.
import { claim } from "./threads";
import { field } from "./memory";
import { gradientsOf } from "./gradients";

export const NODE_BYTES: usize = 64;
const BLOCK: i32 = 4096;
/** Rows asked about together: four vectors, so that a node is read once for all of them. */
const ROWS: i32 = 64;
/** Leaves are crossed out eight to a byte: this many bytes per eight leaves, and as many for a tree of 256. */
const PLANE: usize = 64;
const SCRATCH: usize = 33 * 64;

/** Adds the tree to the scores of all rows and, where `204` asks for it, works out their new gradients. */
export function addTree(p: usize, t: i32): void {
  const scratch = field(p, 160) + <usize>t * SCRATCH;
  const scores = field(p, 12);
  const values = field(p, 220);
  const rows = load<i32>(p + 312);
  const planes = field(p, 212);
  const found = scratch + planes * PLANE;
  for (let from = claim(p, 0) * BLOCK; from < rows; from = claim(p, 0) * BLOCK) {
    const to = min(rows, from + BLOCK);
    for (let row = from; row < to; row += ROWS) {
      memory.fill(scratch, 255, planes * PLANE);
      crossOut(p, <usize>row, scratch);
      for (let at: usize = 0; at < PLANE; at += 16) v128.store(found + at, firstLeft(scratch + at, planes));
      const end = min(to, row + ROWS);
      for (let r = row; r < end; r++) {
        const at = scores + (<usize>r << 3);
        store<f64>(at, load<f64>(at) + load<f64>(values + (<usize>load<u8>(found + <usize>(r - row)) << 3)));
      }
    }
    if (load<i32>(p + 204) == 1) gradientsOf(p, from, to);
  }
}

/** Asks every node about 64 rows. */
function crossOut(p: usize, row: usize, scratch: usize): void {
  const end = field(p, 216) + field(p, 208) * NODE_BYTES;
  for (let node = field(p, 216); node < end; node += NODE_BYTES) {
    const column = field(node, 0) + row;
    let a = v128.load(column);
    let b = v128.load(column, 16);
    let c = v128.load(column, 32);
    let d = v128.load(column, 48);
    const kind = load<u8>(node, 48);
    if (kind == 2) {
      a = category(node, a);
      b = category(node, b);
      c = category(node, c);
      d = category(node, d);
    } else {
      const threshold = i8x16.splat(load<u8>(node, 49));
      if (kind == 0) {
        a = i8x16.le_u(a, threshold);
        b = i8x16.le_u(b, threshold);
        c = i8x16.le_u(c, threshold);
        d = i8x16.le_u(d, threshold);
      } else {
        const missing = i8x16.splat(load<u8>(node, 50));
        a = v128.or(i8x16.le_u(a, threshold), i8x16.eq(a, missing));
        b = v128.or(i8x16.le_u(b, threshold), i8x16.eq(b, missing));
        c = v128.or(i8x16.le_u(c, threshold), i8x16.eq(c, missing));
        d = v128.or(i8x16.le_u(d, threshold), i8x16.eq(d, missing));
      }
    }
    const first = scratch + <usize>load<u8>(node, 51) * PLANE;
    const last = scratch + <usize>load<u8>(node, 52) * PLANE;
    cross(first, i8x16.splat(load<u8>(node, 53)), a, b, c, d);
    if (first == last) continue;
    for (let plane = first + PLANE; plane < last; plane += PLANE) cross(plane, i8x16.splat(0), a, b, c, d);
    cross(last, i8x16.splat(load<u8>(node, 54)), a, b, c, d);
  }
}

// @ts-ignore: decorator
@inline function cross(plane: usize, kept: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(plane, v128.and(v128.load(plane), v128.or(a, kept)));
  v128.store(plane, v128.and(v128.load(plane, 16), v128.or(b, kept)), 16);
  v128.store(plane, v128.and(v128.load(plane, 32), v128.or(c, kept)), 32);
  v128.store(plane, v128.and(v128.load(plane, 48), v128.or(d, kept)), 48);
}

/** All bits where the node's 256 bits say that the bin goes left. */
function category(node: usize, bins: v128): v128 {
  const byte = i8x16.shr_u(bins, 3);
  const bits = v128.or(
    v128.swizzle(v128.load(node, 16), byte),
    v128.swizzle(v128.load(node, 32), i8x16.sub(byte, i8x16.splat(16))),
  );
  const bit = v128.swizzle(
    i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128),
    v128.and(bins, i8x16.splat(7)),
  );
  return i8x16.eq(v128.and(bits, bit), bit);
}

/** Number of the first leaf that is not crossed out, for sixteen rows. */
function firstLeft(scratch: usize, planes: usize): v128 {
  let plane = planes - 1;
  let leaves = v128.load(scratch + plane * PLANE);
  let base = i8x16.splat(<i8>(plane << 3));
  while (plane > 0) {
    plane--;
    const here = v128.load(scratch + plane * PLANE);
    const none = i8x16.eq(here, i8x16.splat(0));
    leaves = v128.bitselect(leaves, here, none);
    base = v128.bitselect(base, i8x16.splat(<i8>(plane << 3)), none);
  }
  // Zeros below the lowest set bit: the ones of (x & -x) - 1.
  const below = i8x16.sub(v128.and(leaves, i8x16.neg(leaves)), i8x16.splat(1));
  return i8x16.add(base, i8x16.popcnt(below));
}
