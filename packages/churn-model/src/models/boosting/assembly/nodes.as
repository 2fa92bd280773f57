// Growing a tree: the histograms of its root, and splitting a node into two with all that follows for both.
import { claim, meet } from "./threads";
import { field, HISTOGRAM_BYTES, slotAt, widthOf } from "./memory";
import { flushPack, joinHistogram, openPack, packRows } from "./pack";
import { findSplit, setNode, totals } from "./splits";

/** Pieces a segment is cut into: enough that a thread which is held up leaves the rest to the others. */
const MOST_PIECES: i32 = 64;
const SMALLEST_PIECE: i32 = 256;

// @ts-ignore: decorator
@inline function pieceOf(size: i32): i32 {
  return max(SMALLEST_PIECE, (size + MOST_PIECES - 1) / MOST_PIECES);
}

const LEFT: u8 = 1;
const RIGHT: u8 = 2;

// @ts-ignore: decorator
@inline function wanted(p: usize, feature: usize): u8 {
  return load<u8>(field(p, 292) + feature);
}

// @ts-ignore: decorator
@inline function sortScratch(p: usize, t: i32): usize {
  return field(p, 100) + <usize>t * 8192;
}

/** Lists the tree's rows from those at `288`, then histograms, totals and, where wanted, splits of the root in slot `76`. */
export function growRoot(p: usize, t: i32, threads: i32): void {
  const source = field(p, 288);
  const rows = field(p, 24);
  const size = load<i32>(p + 72);
  const piece = pieceOf(size);
  openPack(p, t);
  for (let from = claim(p, 0) * piece; from < size; from = claim(p, 0) * piece) {
    const count = min(piece, size - from);
    const at = source + (<usize>from << 2);
    if (source != rows) memory.copy(rows + (<usize>from << 2), at, <usize>count << 2);
    packRows(p, at, count);
  }
  flushPack(p);
  meet(p, threads);
  const list = field(p, 44);
  const features = <i32>field(p, 40);
  for (let i = claim(p, 1); i < features; i = claim(p, 1)) joinHistogram(p, field(list, <usize>i << 2), threads);
  meet(p, threads);
  totals(p, t == 0);
  for (let i = claim(p, 2); i < features; i = claim(p, 2)) {
    const feature = field(list, <usize>i << 2);
    if (wanted(p, feature) & LEFT) findSplit(p, feature, slotAt(p, field(p, 76)), field(p, 60), sortScratch(p, t));
  }
}

/**
 * Splits the segment by the column at `188` and the look-up at `64`: orders its rows (left ones first, otherwise as
 * they were), counts the histograms of the smaller child into slot `76`, takes them from the parent's, which become the
 * larger child's, and finds the splits wanted of both.
 */
export function splitNode(p: usize, t: i32, threads: i32): void {
  const rows = field(p, 24);
  const scratch = field(p, 28);
  const begin = load<i32>(p + 68);
  const end = load<i32>(p + 72);
  const counts = field(p, 84);
  const piece = pieceOf(end - begin);
  for (let c = claim(p, 0); begin + c * piece < end; c = claim(p, 0)) {
    const from = begin + c * piece;
    const left = partition(p, from, min(end, from + piece));
    store<i32>(counts + (<usize>c << 2), left);
  }
  meet(p, threads);

  const middle = begin + load<i32>(p + 296);
  const smallIsLeft = load<i32>(p + 304) == 1;
  openPack(p, t);
  for (let c = claim(p, 1); begin + c * piece < end; c = claim(p, 1)) {
    const from = begin + c * piece;
    const count = min(end, from + piece) - from;
    const left = load<i32>(counts + (<usize>c << 2));
    let before = 0;
    for (let other = 0; other < c; other++) before += load<i32>(counts + (<usize>other << 2));
    const lefts = scratch + (<usize>from << 2);
    const rights = lefts + (<usize>left << 2);
    memory.copy(rows + (<usize>(begin + before) << 2), lefts, <usize>left << 2);
    copyReversed(rows + (<usize>(middle + from - begin - before) << 2), rights, count - left);
    if (smallIsLeft) packRows(p, lefts, left);
    else packRows(p, rights, count - left);
  }
  flushPack(p);
  meet(p, threads);

  const list = field(p, 44);
  const features = <i32>field(p, 40);
  const small = slotAt(p, field(p, 76));
  const large = slotAt(p, field(p, 80));
  const left = smallIsLeft ? small : large;
  const right = smallIsLeft ? large : small;
  for (let i = claim(p, 2); i < features; i = claim(p, 2)) {
    const feature = field(list, <usize>i << 2);
    joinHistogram(p, feature, threads);
    subtract(p, feature, large, small);
    const sides = wanted(p, feature);
    if (sides & LEFT) {
      setNode(p, p + 320);
      findSplit(p, feature, left, field(p, 60), sortScratch(p, t));
    }
    if (sides & RIGHT) {
      setNode(p, p + 344);
      findSplit(p, feature, right, field(p, 308), sortScratch(p, t));
    }
  }
}

/** Left rows of a piece go to the front of its scratch, right ones to the back, last first. Returns the number of left rows. */
function partition(p: usize, from: i32, to: i32): i32 {
  const column = field(p, 188);
  const lookup = field(p, 64);
  const first = field(p, 28) + (<usize>from << 2);
  const last = field(p, 24) + (<usize>to << 2);
  let left = first;
  let right = field(p, 28) + (<usize>to << 2);
  for (let at = field(p, 24) + (<usize>from << 2); at < last; at += 4) {
    const row = load<u32>(at);
    const goesLeft = <usize>load<u8>(lookup + <usize>load<u8>(column + <usize>row));
    // Written to both ends, which meet at the last row: cheaper than a branch that half the rows would guess wrong.
    store<u32>(left, row);
    store<u32>(right - 4, row);
    left += goesLeft << 2;
    right -= (1 - goesLeft) << 2;
  }
  return <i32>((left - first) >> 2);
}

function copyReversed(to: usize, from: usize, count: i32): void {
  let at = from + (<usize>count << 2);
  for (; at >= from + 16; at -= 16, to += 16) {
    const four = v128.load(at - 16);
    v128.store(to, v128.shuffle<i32>(four, four, 3, 2, 1, 0));
  }
  for (; at > from; at -= 4, to += 4) store<u32>(to, load<u32>(at - 4));
}

/** Larger child = parent - smaller child, in place of the parent. */
function subtract(p: usize, feature: usize, large: usize, small: usize): void {
  const offset = feature * HISTOGRAM_BYTES;
  const bytes = (widthOf(p, feature) + 1) << 4;
  for (let at: usize = 0; at < bytes; at += 16) {
    const target = large + offset + at;
    v128.store(target, i64x2.sub(v128.load(target), v128.load(small + offset + at)));
  }
}
