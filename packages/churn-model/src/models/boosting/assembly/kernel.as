// Compiled by AssemblyScript (see ../build-kernel.ts) into ../kernel-binary.ts; mirrored in plain JavaScript by ../plain-kernel.ts.
//
// Everything is integer arithmetic on fixed-point gradients, so sums do not depend on the order of rows, the split of
// work over threads, or SIMD: results are the same bits everywhere.
//
// Every operation takes the address of a state block (layout in ../state-block.ts), its thread number and the number
// of threads, and does its share of the work.

const COUNT_SHIFT: i64 = 42;
const HESSIAN_MASK: i64 = 0x3ffffffffff;
const GRADIENT_UNITS: f64 = 1073741824.0; // 2^30
const HESSIAN_UNITS: f64 = 1048576.0; // 2^20
// Under no effect each category brings a chi-squared of 1, of which the best of the sorted binary splits captures 2/pi:
// without taking that off, a column of two hundred surnames looks better than any honest column.
const CHANCE_GAIN_PER_CATEGORY: f64 = 0.6366197723675814;
// 256 bins of 16 bytes, and 64 more so that equal bins of neighbouring features do not fight for one cache set.
const HISTOGRAM_BYTES: usize = 4160;
const RECORD_BYTES: usize = 80;
const NODE_BYTES: usize = 48;

// @ts-ignore: decorator
@inline function field(p: usize, offset: usize): usize {
  return <usize>load<u32>(p + offset);
}

// @ts-ignore: decorator
@inline function share(begin: i32, end: i32, t: i32, threads: i32): i32 {
  return begin + <i32>((<i64>(end - begin) * t) / threads);
}

/** First position of a thread's part of the segment; with t + 1, the position after its last. */
// @ts-ignore: decorator
@inline function segmentFrom(p: usize, t: i32, threads: i32): i32 {
  return share(load<i32>(p + 68), load<i32>(p + 72), t, threads);
}

/** e^-a for a in [0, 700], to about 1e-15: Cody-Waite reduction and a polynomial, mirrored in plain JavaScript. */
function expNegative(a: v128): v128 {
  const k = f64x2.floor(f64x2.add(f64x2.mul(a, f64x2.splat(1.4426950408889634)), f64x2.splat(0.5)));
  const r = f64x2.add(
    f64x2.sub(f64x2.mul(k, f64x2.splat(0.6931471803691238)), a),
    f64x2.mul(k, f64x2.splat(1.9082149292705877e-10)),
  );
  let s = f64x2.splat(2.505210838544172e-8);
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(2.755731922398589e-7));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(2.7557319223985893e-6));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(2.48015873015873e-5));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(1.984126984126984e-4));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(1.388888888888889e-3));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(8.333333333333333e-3));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(4.1666666666666664e-2));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(1.6666666666666666e-1));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(0.5));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(1.0));
  s = f64x2.add(f64x2.mul(s, r), f64x2.splat(1.0));
  const exponent = i64x2.sub(i64x2.splat(1023), i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(k)));
  return f64x2.mul(s, i64x2.shl(exponent, 52));
}

// @ts-ignore: decorator
@inline function fixed(value: v128, units: f64): v128 {
  const scaled = f64x2.add(f64x2.mul(value, f64x2.splat(units)), f64x2.splat(0.5));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(scaled));
}

/**
 * Fixed-point gradient and hessian of every row from its score: logistic loss, or squared loss around 0 for forests.
 * Rows go in pairs; the segment begins at 0 and the arrays have room for one row more.
 */
export function gradients(p: usize, t: i32, threads: i32): void {
  const labels = field(p, 8);
  const scores = field(p, 12);
  const gh = field(p, 16);
  const begin = segmentFrom(p, t, threads) & ~1;
  const end = t == threads - 1 ? load<i32>(p + 72) : segmentFrom(p, t + 1, threads) & ~1;
  const squared = load<i32>(p + 184) == 1;
  const one = f64x2.splat(1.0);
  for (let row = begin; row < end; row += 2) {
    const label = f64x2.replace_lane(
      f64x2.splat(<f64>load<u8>(labels + <usize>row)), 1, <f64>load<u8>(labels + <usize>row, 1),
    );
    let g = f64x2.neg(label);
    let h = one;
    if (!squared) {
      const z = v128.load(scores + (<usize>row << 3));
      const odds = expNegative(f64x2.min(f64x2.abs(z), f64x2.splat(700.0)));
      const small = f64x2.div(odds, f64x2.add(one, odds));
      const probability = v128.bitselect(f64x2.sub(one, small), small, f64x2.gt(z, f64x2.splat(0.0)));
      g = f64x2.sub(probability, label);
      h = f64x2.max(f64x2.mul(probability, f64x2.sub(one, probability)), f64x2.splat(1e-6));
    }
    v128.store(
      gh + (<usize>row << 3),
      v128.shuffle<i32>(fixed(g, GRADIENT_UNITS), fixed(h, HESSIAN_UNITS), 0, 4, 1, 5),
    );
  }
}

// Rows are taken in chunks whose gradients, gathered next to each other, stay in the first-level cache.
const CHUNK: i32 = 2048;

// @ts-ignore: decorator
@inline function add(at: usize, value: v128): void {
  v128.store(at, i64x2.add(v128.load(at), value));
}

/** Copies the gradients of a chunk of rows next to each other. */
function gather(rows: usize, end: usize, gh: usize, packed: usize): void {
  for (; rows < end; rows += 4, packed += 8) store<i64>(packed, load<i64>(gh + (<usize>load<u32>(rows) << 3)));
}

/** Four columns of column-major bins. */
function columns4(
  rows: usize, end: usize, packed: usize,
  c0: usize, c1: usize, c2: usize, c3: usize,
  h0: usize, h1: usize, h2: usize, h3: usize,
): void {
  const one = i64x2(0, 0x40000000000);
  for (; rows < end; rows += 4, packed += 8) {
    const row = <usize>load<u32>(rows);
    const value = i64x2.add(v128.load_ext<i32>(packed), one);
    add(h0 + (<usize>load<u8>(c0 + row) << 4), value);
    add(h1 + (<usize>load<u8>(c1 + row) << 4), value);
    add(h2 + (<usize>load<u8>(c2 + row) << 4), value);
    add(h3 + (<usize>load<u8>(c3 + row) << 4), value);
  }
}

function column1(rows: usize, end: usize, packed: usize, column: usize, histogram: usize): void {
  const one = i64x2(0, 0x40000000000);
  for (; rows < end; rows += 4, packed += 8) {
    const row = <usize>load<u32>(rows);
    add(histogram + (<usize>load<u8>(column + row) << 4), i64x2.add(v128.load_ext<i32>(packed), one));
  }
}

/** Histograms of the segment for this thread's features: gradient sums, hessian sums and counts by bin. */
export function histograms(p: usize, t: i32, threads: i32): void {
  const bins = field(p, 0);
  const stride = field(p, 4);
  const list = field(p, 44);
  const count = <i32>field(p, 40);
  const from = share(0, count, t, threads);
  const to = share(0, count, t + 1, threads);
  if (from == to) return;
  const slot = field(p, 32) + field(p, 36) * field(p, 76);
  const packed = field(p, 20) + <usize>t * <usize>(CHUNK * 8);
  const last = field(p, 24) + (field(p, 72) << 2);
  for (let i = from; i < to; i++) {
    const feature = field(list, <usize>i << 2);
    memory.fill(slot + feature * HISTOGRAM_BYTES, 0, (field(field(p, 52), feature << 2) + 1) << 4);
  }
  for (let rows = field(p, 24) + (field(p, 68) << 2); rows < last; rows += <usize>(CHUNK * 4)) {
    const end = min(last, rows + <usize>(CHUNK * 4));
    gather(rows, end, field(p, 16), packed);
    let i = from;
    for (; i + 4 <= to; i += 4) {
      const f0 = field(list, <usize>i << 2);
      const f1 = field(list, <usize>(i + 1) << 2);
      const f2 = field(list, <usize>(i + 2) << 2);
      const f3 = field(list, <usize>(i + 3) << 2);
      columns4(
        rows, end, packed,
        bins + f0 * stride, bins + f1 * stride, bins + f2 * stride, bins + f3 * stride,
        slot + f0 * HISTOGRAM_BYTES, slot + f1 * HISTOGRAM_BYTES, slot + f2 * HISTOGRAM_BYTES, slot + f3 * HISTOGRAM_BYTES,
      );
    }
    for (; i < to; i++) {
      const feature = field(list, <usize>i << 2);
      column1(rows, end, packed, bins + feature * stride, slot + feature * HISTOGRAM_BYTES);
    }
  }
}

/** Sibling = parent - child, in place of the parent, for this thread's features. */
export function subtract(p: usize, t: i32, threads: i32): void {
  const small = field(p, 32) + field(p, 36) * field(p, 76);
  const large = field(p, 32) + field(p, 36) * field(p, 80);
  const list = field(p, 44);
  const count = <i32>field(p, 40);
  const to = share(0, count, t + 1, threads);
  for (let i = share(0, count, t, threads); i < to; i++) {
    const feature = field(list, <usize>i << 2);
    const offset = feature * HISTOGRAM_BYTES;
    const bytes = (field(field(p, 52), feature << 2) + 1) << 4;
    for (let at: usize = 0; at < bytes; at += 16) {
      const target = large + offset + at;
      v128.store(target, i64x2.sub(v128.load(target), v128.load(small + offset + at)));
    }
  }
}

/** Gradient, hessian and count of the node in slot `76`, summed over the bins of the first listed feature, into `136`. */
export function totals(p: usize): void {
  const feature = field(field(p, 44), 0);
  const histogram = field(p, 32) + field(p, 36) * field(p, 76) + feature * HISTOGRAM_BYTES;
  const width = <i32>field(field(p, 52), feature << 2);
  let g: i64 = 0;
  let packed: i64 = 0;
  for (let bin = 0; bin <= width; bin++) {
    g += load<i64>(histogram + (<usize>bin << 4));
    packed += load<i64>(histogram + (<usize>bin << 4) + 8);
  }
  store<f64>(p + 136, <f64>g / GRADIENT_UNITS);
  store<f64>(p + 144, <f64>(packed & HESSIAN_MASK) / HESSIAN_UNITS);
  store<f64>(p + 152, <f64>(packed >> COUNT_SHIFT));
}

// @ts-ignore: decorator
@inline function score(g: f64, h: f64, l2: f64): f64 {
  return (g * g) / (h + l2);
}

/** Best split of each of this thread's features for the node in slot `76`, totals at `136`; records from `60`. */
export function findSplits(p: usize, t: i32, threads: i32): void {
  const slot = field(p, 32) + field(p, 36) * field(p, 76);
  const list = field(p, 196);
  const count = <i32>field(p, 200);
  const to = share(0, count, t + 1, threads);
  for (let i = share(0, count, t, threads); i < to; i++) {
    const feature = field(list, <usize>i << 2);
    const histogram = slot + feature * HISTOGRAM_BYTES;
    const width = <i32>field(field(p, 52), feature << 2);
    const record = field(p, 60) + feature * RECORD_BYTES;
    store<f64>(record, 0.0);
    if (field(field(p, 56), feature << 2) == 0) numericSplit(p, histogram, width, record);
    else if (width <= load<i32>(p + 92)) oneHotSplit(p, histogram, width, record);
    else sortedSplit(p, histogram, width, record, field(p, 100) + <usize>t * 4096);
  }
}

// @ts-ignore: decorator
@inline function gradientAt(at: usize): f64 {
  return <f64>load<i64>(at) / GRADIENT_UNITS;
}

// @ts-ignore: decorator
@inline function hessianAt(at: usize): f64 {
  return <f64>(load<i64>(at + 8) & HESSIAN_MASK) / HESSIAN_UNITS;
}

// @ts-ignore: decorator
@inline function countAt(at: usize): i32 {
  return <i32>(load<i64>(at + 8) >> COUNT_SHIFT);
}

function keep(record: usize, gain: f64, g: f64, h: f64, count: i32, threshold: i32, missingLeft: i32): void {
  store<f64>(record, gain);
  store<f64>(record, g, 8);
  store<f64>(record, h, 16);
  store<f64>(record, <f64>count, 24);
  store<f64>(record, <f64>threshold, 32);
  store<f64>(record, <f64>missingLeft, 40);
}

function numericSplit(p: usize, histogram: usize, width: i32, record: usize): void {
  const l2 = load<f64>(p + 104);
  const minHessian = load<f64>(p + 112);
  const minData = load<i32>(p + 88);
  const G = load<f64>(p + 136);
  const H = load<f64>(p + 144);
  const N = <i32>load<f64>(p + 152);
  const missing = histogram + (<usize>width << 4);
  const missingCount = countAt(missing);
  const parent = score(G, H, l2);
  let best: f64 = 0;
  for (let side = 0; side < (missingCount > 0 ? 2 : 1); side++) {
    let g: f64 = side == 1 ? gradientAt(missing) : 0;
    let h: f64 = side == 1 ? hessianAt(missing) : 0;
    let n: i32 = side == 1 ? missingCount : 0;
    for (let bin = 0; bin < width; bin++) {
      const at = histogram + (<usize>bin << 4);
      const here = countAt(at);
      if (here == 0) continue;
      g += gradientAt(at);
      h += hessianAt(at);
      n += here;
      if (n < minData || h < minHessian) continue;
      if (N - n < minData || H - h < minHessian) break;
      const gain = score(g, h, l2) + score(G - g, H - h, l2) - parent;
      if (gain > best) {
        best = gain;
        keep(record, gain, g, h, n, bin, side);
      }
    }
  }
}

function setOnly(record: usize, bin: i32): void {
  memory.fill(record + 48, 0, 32);
  setBit(record, bin);
}

// @ts-ignore: decorator
@inline function setBit(record: usize, bin: i32): void {
  const at = record + 48 + (<usize>bin >> 3);
  store<u8>(at, load<u8>(at) | (<u8>1 << (<u8>bin & 7)));
}

function oneHotSplit(p: usize, histogram: usize, width: i32, record: usize): void {
  const l2 = load<f64>(p + 104);
  const minHessian = load<f64>(p + 112);
  const minData = load<i32>(p + 88);
  const G = load<f64>(p + 136);
  const H = load<f64>(p + 144);
  const N = <i32>load<f64>(p + 152);
  const parent = score(G, H, l2);
  let best: f64 = 0;
  for (let bin = 0; bin <= width; bin++) {
    const at = histogram + (<usize>bin << 4);
    const n = countAt(at);
    const h = hessianAt(at);
    if (n < minData || N - n < minData || h < minHessian || H - h < minHessian) continue;
    const g = gradientAt(at);
    const gain = score(g, h, l2) + score(G - g, H - h, l2) - parent;
    if (gain > best) {
      best = gain;
      keep(record, gain, g, h, n, -1, 0);
      setOnly(record, bin);
    }
  }
}

/** Categories sorted by smoothed gradient ratio, then split as if ordered, from either end (LightGBM's way; Fisher 1958). */
function sortedSplit(p: usize, histogram: usize, width: i32, record: usize, scratch: usize): void {
  const l2 = load<f64>(p + 104) + load<f64>(p + 128);
  const minHessian = load<f64>(p + 112);
  const minData = load<i32>(p + 88);
  const smooth = load<f64>(p + 120);
  const limit = load<i32>(p + 96);
  const G = load<f64>(p + 136);
  const H = load<f64>(p + 144);
  const N = <i32>load<f64>(p + 152);
  const order = scratch + 2048;
  let used = 0;
  for (let bin = 0; bin <= width; bin++) {
    const at = histogram + (<usize>bin << 4);
    if (countAt(at) == 0) continue;
    const key = gradientAt(at) / (hessianAt(at) + smooth);
    let place = used++;
    while (place > 0 && load<f64>(scratch + (<usize>(place - 1) << 3)) > key) {
      store<f64>(scratch + (<usize>place << 3), load<f64>(scratch + (<usize>(place - 1) << 3)));
      store<i32>(order + (<usize>place << 2), load<i32>(order + (<usize>(place - 1) << 2)));
      place--;
    }
    store<f64>(scratch + (<usize>place << 3), key);
    store<i32>(order + (<usize>place << 2), bin);
  }
  const parent = score(G, H, l2);
  let best: f64 = 0;
  let bestSide = 0;
  let bestTaken = 0;
  for (let side = 0; side < 2; side++) {
    let g: f64 = 0;
    let h: f64 = 0;
    let n: i32 = 0;
    for (let taken = 1; taken < used && taken <= limit; taken++) {
      const bin = load<i32>(order + (<usize>(side == 0 ? taken - 1 : used - taken) << 2));
      const at = histogram + (<usize>bin << 4);
      g += gradientAt(at);
      h += hessianAt(at);
      n += countAt(at);
      if (n < minData || h < minHessian) continue;
      if (N - n < minData || H - h < minHessian) break;
      const gain = score(g, h, l2) + score(G - g, H - h, l2) - parent;
      if (gain > best) {
        best = gain;
        bestSide = side;
        bestTaken = taken;
        keep(record, gain, g, h, n, -1, 0);
      }
    }
  }
  best -= CHANCE_GAIN_PER_CATEGORY * <f64>(used - 1);
  store<f64>(record, best);
  if (best > 0) {
    memory.fill(record + 48, 0, 32);
    for (let taken = 1; taken <= bestTaken; taken++)
      setBit(record, load<i32>(order + (<usize>(bestSide == 0 ? taken - 1 : used - taken) << 2)));
  }
}

/** Stable split of this thread's part of the segment: left rows stay, right rows go to scratch; the count of left rows is noted. */
export function partition(p: usize, t: i32, threads: i32): void {
  const rows = field(p, 24);
  const scratch = field(p, 28);
  const column = field(p, 188);
  const lookup = field(p, 64);
  const begin = segmentFrom(p, t, threads);
  const end = segmentFrom(p, t + 1, threads);
  let left = rows + (<usize>begin << 2);
  let right = scratch + (<usize>begin << 2);
  for (let i = begin; i < end; i++) {
    const row = load<u32>(rows + (<usize>i << 2));
    const goesLeft = <usize>load<u8>(lookup + <usize>load<u8>(column + <usize>row));
    store<u32>(left, row);
    store<u32>(right, row);
    left += goesLeft << 2;
    right += (1 - goesLeft) << 2;
  }
  store<i32>(field(p, 84) + (<usize>t << 2), <i32>((left - (rows + (<usize>begin << 2))) >> 2));
}

/** Puts the threads' parts together after `partition`: all left rows, then all right rows. Returns the number of left rows. */
export function joinPartition(p: usize, threads: i32): i32 {
  const rows = field(p, 24);
  const scratch = field(p, 28);
  const first = <i32>field(p, 68);
  const last = <i32>field(p, 72);
  const counts = field(p, 84);
  let at = first;
  for (let t = 0; t < threads; t++) {
    const begin = share(first, last, t, threads);
    const left = load<i32>(counts + (<usize>t << 2));
    if (at != begin) memory.copy(rows + (<usize>at << 2), rows + (<usize>begin << 2), <usize>left << 2);
    at += left;
  }
  const total = at - first;
  for (let t = 0; t < threads; t++) {
    const begin = share(first, last, t, threads);
    const right = share(first, last, t + 1, threads) - begin - load<i32>(counts + (<usize>t << 2));
    memory.copy(rows + (<usize>at << 2), scratch + (<usize>begin << 2), <usize>right << 2);
    at += right;
  }
  return total;
}

/** Adds a value to the score of every row of the segment. */
export function addToScores(p: usize, t: i32, threads: i32): void {
  const rows = field(p, 24);
  const scores = field(p, 12);
  const value = load<f64>(p + 208);
  const end = segmentFrom(p, t + 1, threads);
  for (let i = segmentFrom(p, t, threads); i < end; i++) {
    const at = scores + (<usize>load<u32>(rows + (<usize>i << 2)) << 3);
    store<f64>(at, load<f64>(at) + value);
  }
}

// @ts-ignore: decorator
@inline function step(nodes: usize, node: i32, row: usize): i32 {
  const at = nodes + <usize>node * NODE_BYTES;
  const bin = <usize>load<u8>(<usize>load<u32>(at) + row);
  const left = <usize>((load<u8>(at + 16 + (bin >> 3)) >> (<u8>bin & 7)) & 1);
  // The two children lie side by side: an address instead of a branch that half the rows would guess wrong.
  return load<i32>(at + 8 - (left << 2));
}

// @ts-ignore: decorator
@inline function addLeaf(scores: usize, values: usize, row: usize, node: i32): void {
  const at = scores + (row << 3);
  store<f64>(at, load<f64>(at) + load<f64>(values + (<usize>~node << 3)));
}

/** Walks one tree for the rows listed from `192` (rows of the segment itself without a list) and adds the leaf's value to each row's score. */
export function walkTree(p: usize, t: i32, threads: i32): void {
  const rows = field(p, 192);
  const scores = field(p, 12);
  const nodes = field(p, 216);
  const values = field(p, 220);
  const end = segmentFrom(p, t + 1, threads);
  let i = segmentFrom(p, t, threads);
  // Four rows at a time: each walk waits for memory at every step, four of them wait together.
  for (; i + 4 <= end; i += 4) {
    const r0 = rowAtPlace(rows, i);
    const r1 = rowAtPlace(rows, i + 1);
    const r2 = rowAtPlace(rows, i + 2);
    const r3 = rowAtPlace(rows, i + 3);
    let a: i32 = 0;
    let b: i32 = 0;
    let c: i32 = 0;
    let d: i32 = 0;
    do {
      if (a >= 0) a = step(nodes, a, r0);
      if (b >= 0) b = step(nodes, b, r1);
      if (c >= 0) c = step(nodes, c, r2);
      if (d >= 0) d = step(nodes, d, r3);
    } while ((a & b & c & d) >= 0);
    addLeaf(scores, values, r0, a);
    addLeaf(scores, values, r1, b);
    addLeaf(scores, values, r2, c);
    addLeaf(scores, values, r3, d);
  }
  for (; i < end; i++) {
    const row = rowAtPlace(rows, i);
    let node: i32 = 0;
    do {
      node = step(nodes, node, row);
    } while (node >= 0);
    addLeaf(scores, values, row, node);
  }
}

// @ts-ignore: decorator
@inline function rowAtPlace(rows: usize, place: i32): usize {
  return rows == 0 ? <usize>place : <usize>load<u32>(rows + (<usize>place << 2));
}

/** Bin of each number from `192`: how many of the 255 ascending bounds at `224` are below it; NaN goes to the bin at `228`. */
export function binNumbers(p: usize, t: i32, threads: i32): void {
  const numbers = field(p, 192);
  const bounds = field(p, 224);
  const missing = <u8>field(p, 228);
  const column = field(p, 188);
  const end = segmentFrom(p, t + 1, threads);
  for (let i = segmentFrom(p, t, threads); i < end; i++) {
    const x = load<f64>(numbers + (<usize>i << 3));
    let at: usize = 0;
    at += x > load<f64>(bounds + (127 << 3)) ? 128 : 0;
    at += x > load<f64>(bounds + ((at + 63) << 3)) ? 64 : 0;
    at += x > load<f64>(bounds + ((at + 31) << 3)) ? 32 : 0;
    at += x > load<f64>(bounds + ((at + 15) << 3)) ? 16 : 0;
    at += x > load<f64>(bounds + ((at + 7) << 3)) ? 8 : 0;
    at += x > load<f64>(bounds + ((at + 3) << 3)) ? 4 : 0;
    at += x > load<f64>(bounds + ((at + 1) << 3)) ? 2 : 0;
    at += x > load<f64>(bounds + (at << 3)) ? 1 : 0;
    store<u8>(column + <usize>i, x == x ? <u8>at : missing);
  }
}

// What `explain` is at, so that its recursion passes two numbers only; one instance per thread, so no sharing.
let nodesAt: usize = 0;
let valuesAt: usize = 0;
let sharesAt: usize = 0;
let tablesAt: usize = 0;
let pairs: usize = 0;
let scratchAt: usize = 0;
let outAt: usize = 0;
let rowAt: usize = 0;

const LEVEL_BYTES: usize = 128; // 16 quadrature points
const MOST_LEVELS: usize = 34;
const REACH: usize = 0;
const BELOW: usize = MOST_LEVELS * LEVEL_BYTES;
const INVERSE: usize = 2 * MOST_LEVELS * LEVEL_BYTES;
const FEATURES: usize = 3 * MOST_LEVELS * LEVEL_BYTES;

/** Shapley values of the rows of the segment for all loaded trees, by quadrature: see tree-shap.ts, which says why this is exact. */
export function explain(p: usize, t: i32, threads: i32): void {
  const table = field(p, 232);
  const trees = <i32>field(p, 236);
  const features = field(p, 40);
  scratchAt = field(p, 248) + <usize>t * (FEATURES + features * 16);
  const end = segmentFrom(p, t + 1, threads);
  for (let row = segmentFrom(p, t, threads); row < end; row++) {
    rowAt = <usize>row;
    outAt = field(p, 252) + <usize>(row - load<i32>(p + 68)) * features * 8;
    for (let feature: usize = 0; feature < features; feature++) {
      store<f64>(scratchAt + FEATURES + feature * 16, 1.0);
      store<i32>(scratchAt + FEATURES + feature * 16 + 8, 1);
    }
    for (let tree = 0; tree < trees; tree++) {
      const at = table + <usize>tree * 16;
      const first = field(at, 0);
      nodesAt = field(p, 216) + first * NODE_BYTES;
      sharesAt = field(p, 240) + (first << 3);
      valuesAt = field(p, 220) + (field(at, 4) << 3);
      pairs = field(at, 8);
      if (pairs == 0) continue;
      tablesAt = field(p, 244) + pairs * 512;
      for (let q: usize = 0; q < pairs; q++) v128.store(scratchAt + (q << 4), f64x2.splat(1.0));
      visit(0, 0);
    }
  }
}

function visit(child: i32, level: usize): void {
  const here = scratchAt + level * LEVEL_BYTES;
  if (child < 0) {
    const value = f64x2.splat(load<f64>(valuesAt + (<usize>~child << 3)));
    for (let q: usize = 0; q < pairs << 4; q += 16)
      v128.store(here + BELOW + q, f64x2.mul(value, v128.load(here + REACH + q)));
    return;
  }
  const at = nodesAt + <usize>child * NODE_BYTES;
  const bin = <usize>load<u8>(<usize>load<u32>(at) + rowAt);
  const left = (load<u8>(at + 16 + (bin >> 3)) >> (<u8>bin & 7)) & 1;
  const hot = left ? load<i32>(at + 4) : load<i32>(at + 8);
  const cold = left ? load<i32>(at + 8) : load<i32>(at + 4);
  const leftShare = load<f64>(sharesAt + (<usize>child << 3));
  const hotShare = left ? leftShare : 1.0 - leftShare;
  const feature = field(at, 12);
  const state = scratchAt + FEATURES + feature * 16;
  if (load<i32>(state + 8) == 0) {
    // The row already fails a condition on this feature: neither child changes what it answers to.
    passOn(here, hotShare);
    visit(hot, level + 1);
    for (let q: usize = 0; q < pairs << 4; q += 16) v128.store(here + BELOW + q, v128.load(here + LEVEL_BYTES + BELOW + q));
    passOn(here, 1.0 - hotShare);
    visit(cold, level + 1);
    for (let q: usize = 0; q < pairs << 4; q += 16)
      v128.store(here + BELOW + q, f64x2.add(v128.load(here + BELOW + q), v128.load(here + LEVEL_BYTES + BELOW + q)));
    return;
  }
  const tables = tablesAt;
  const z = load<f64>(state);
  const oldZ = f64x2.splat(z);
  const oldGap = f64x2.splat(1.0 - z);
  const hotZ = f64x2.splat(z * hotShare);
  const hotGap = f64x2.splat(1.0 - z * hotShare);
  const coldZ = f64x2.splat(z * (1.0 - hotShare));
  let sum = f64x2.splat(0.0);
  for (let q: usize = 0; q < pairs << 4; q += 16) {
    const points = v128.load(tables + q);
    const rest = v128.load(tables + 128 + q);
    const inverse = f64x2.div(f64x2.splat(1.0), f64x2.add(points, f64x2.mul(rest, oldZ)));
    v128.store(here + INVERSE + q, inverse);
    const factor = f64x2.add(points, f64x2.mul(rest, hotZ));
    v128.store(here + LEVEL_BYTES + REACH + q, f64x2.mul(f64x2.mul(v128.load(here + REACH + q), inverse), factor));
  }
  store<f64>(state, z * hotShare);
  visit(hot, level + 1);
  for (let q: usize = 0; q < pairs << 4; q += 16) {
    const points = v128.load(tables + q);
    const rest = v128.load(tables + 128 + q);
    const inverse = v128.load(here + INVERSE + q);
    const below = v128.load(here + LEVEL_BYTES + BELOW + q);
    v128.store(here + BELOW + q, below);
    const change = f64x2.sub(
      f64x2.div(hotGap, f64x2.add(points, f64x2.mul(rest, hotZ))),
      f64x2.mul(oldGap, inverse),
    );
    sum = f64x2.add(sum, f64x2.mul(f64x2.mul(v128.load(tables + 256 + q), below), change));
    v128.store(
      here + LEVEL_BYTES + REACH + q,
      f64x2.mul(f64x2.mul(v128.load(here + REACH + q), inverse), f64x2.mul(rest, coldZ)),
    );
  }
  store<f64>(state, z * (1.0 - hotShare));
  store<i32>(state + 8, 0);
  visit(cold, level + 1);
  for (let q: usize = 0; q < pairs << 4; q += 16) {
    const below = v128.load(here + LEVEL_BYTES + BELOW + q);
    v128.store(here + BELOW + q, f64x2.add(v128.load(here + BELOW + q), below));
    // (0 - z) / ((1 - t) z) is -1 / (1 - t) whatever z: the table holds it times the weight.
    const lost = f64x2.mul(f64x2.mul(v128.load(tables + 256 + q), oldGap), v128.load(here + INVERSE + q));
    sum = f64x2.add(sum, f64x2.mul(below, f64x2.sub(v128.load(tables + 384 + q), lost)));
  }
  store<f64>(state, z);
  store<i32>(state + 8, 1);
  const out = outAt + (feature << 3);
  store<f64>(out, load<f64>(out) + f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}

// @ts-ignore: decorator
@inline function passOn(here: usize, share: f64): void {
  const factor = f64x2.splat(share);
  for (let q: usize = 0; q < pairs << 4; q += 16)
    v128.store(here + LEVEL_BYTES + REACH + q, f64x2.mul(v128.load(here + REACH + q), factor));
}
