// The best split of a column in a node, from its histogram.
import { field, GRADIENT_UNITS, HESSIAN_UNITS, HISTOGRAM_BYTES, slotAt, widthOf } from "./memory";
import { sortPairs } from "./sort";

const COUNT_SHIFT: i64 = 42;
const HESSIAN_MASK: i64 = 0x3ffffffffff;
// Under no effect each category brings a chi-squared of 1, of which the best of the sorted binary splits captures 2/pi:
// without taking that off, a column of two hundred surnames looks better than any honest column.
const CHANCE_GAIN_PER_CATEGORY: f64 = 0.6366197723675814;
const RECORD_BYTES: usize = 80;

// Gradient, hessian and count of the node looked at; one instance of the kernel per thread, so these are its own.
let G: f64 = 0;
let H: f64 = 0;
let N: i32 = 0;

/** Takes the node's totals from an address: gradient, hessian, count. */
export function setNode(p: usize, at: usize): void {
  G = load<f64>(at);
  H = load<f64>(at, 8);
  N = <i32>load<f64>(at, 16);
}

/** Sums the root in slot `76` over the bins of the first listed feature; one thread notes the totals at `136`. */
export function totals(p: usize, note: bool): void {
  const feature = field(field(p, 44), 0);
  const histogram = slotAt(p, field(p, 76)) + feature * HISTOGRAM_BYTES;
  const width = <i32>widthOf(p, feature);
  let g: i64 = 0;
  let packed: i64 = 0;
  for (let bin = 0; bin <= width; bin++) {
    g += load<i64>(histogram + (<usize>bin << 4));
    packed += load<i64>(histogram + (<usize>bin << 4) + 8);
  }
  G = <f64>g / GRADIENT_UNITS;
  H = <f64>(packed & HESSIAN_MASK) / HESSIAN_UNITS;
  N = <i32>(packed >> COUNT_SHIFT);
  if (!note) return;
  store<f64>(p + 136, G);
  store<f64>(p + 144, H);
}

// @ts-ignore: decorator
@inline function score(g: f64, h: f64, l2: f64): f64 {
  return (g * g) / (h + l2);
}

/** Scores of the left side and of the rest together, less the parent's: two divisions in the time of one. */
// @ts-ignore: decorator
@inline function gainOf(g: f64, h: f64, l2: f64, parent: f64): f64 {
  const gs = f64x2(g, G - g);
  const scores = f64x2.div(f64x2.mul(gs, gs), f64x2.add(f64x2(h, H - h), f64x2.splat(l2)));
  return f64x2.extract_lane(scores, 0) + f64x2.extract_lane(scores, 1) - parent;
}

/** Best split of one column for the node set by `setNode`, whose histograms are in a slot; writes its record. */
export function findSplit(p: usize, feature: usize, slot: usize, records: usize, scratch: usize): void {
  const histogram = slot + feature * HISTOGRAM_BYTES;
  const width = <i32>widthOf(p, feature);
  const record = records + feature * RECORD_BYTES;
  store<f64>(record, 0.0);
  if (field(field(p, 56), feature << 2) == 0) numericSplit(p, histogram, width, record);
  else if (width <= load<i32>(p + 92)) oneHotSplit(p, histogram, width, record);
  else sortedSplit(p, histogram, width, record, scratch);
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
      const gain = gainOf(g, h, l2, parent);
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
  const parent = score(G, H, l2);
  let best: f64 = 0;
  for (let bin = 0; bin <= width; bin++) {
    const at = histogram + (<usize>bin << 4);
    const n = countAt(at);
    const h = hessianAt(at);
    if (n < minData || N - n < minData || h < minHessian || H - h < minHessian) continue;
    const g = gradientAt(at);
    const gain = gainOf(g, h, l2, parent);
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
  let used = 0;
  for (let bin = 0; bin <= width; bin++) {
    const at = histogram + (<usize>bin << 4);
    if (countAt(at) == 0) continue;
    const pair = scratch + (<usize>used << 4);
    used++;
    store<f64>(pair, gradientAt(at) / (hessianAt(at) + smooth));
    store<i32>(pair, bin, 8);
  }
  const sorted = sortPairs(scratch, used);
  const parent = score(G, H, l2);
  let best: f64 = 0;
  let bestSide = 0;
  let bestTaken = 0;
  for (let side = 0; side < 2; side++) {
    let g: f64 = 0;
    let h: f64 = 0;
    let n: i32 = 0;
    for (let taken = 1; taken < used && taken <= limit; taken++) {
      const bin = load<i32>(sorted + (<usize>(side == 0 ? taken - 1 : used - taken) << 4), 8);
      const at = histogram + (<usize>bin << 4);
      g += gradientAt(at);
      h += hessianAt(at);
      n += countAt(at);
      if (n < minData || h < minHessian) continue;
      if (N - n < minData || H - h < minHessian) break;
      const gain = gainOf(g, h, l2, parent);
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
      setBit(record, load<i32>(sorted + (<usize>(bestSide == 0 ? taken - 1 : used - taken) << 4), 8));
  }
}

