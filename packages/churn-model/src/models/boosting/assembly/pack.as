// Histograms of the rows a thread has been given: rows are gathered into a pack next to each other, four columns to a
// word, and counted a pack at a time, so that histograms of four columns stay in the first-level cache.
import { field, HISTOGRAM_BYTES, slotAt, widthOf } from "./memory";

const PACK: i32 = 1024;
const GRADIENT_PART: usize = PACK * 16;
// 64 bytes more than its rows take, so that equal rows of neighbouring groups do not fight for one cache set.
const GROUP_PART: usize = PACK * 4 + 64;

// One instance of the kernel per thread: these are its own.
let packAt: usize = 0;
let packed: i32 = 0;
let histogram: usize = 0;
let used: usize = 0;

/** Where thread `t` counts: the first straight into the node's slot, the others each in a place of their own. */
// @ts-ignore: decorator
@inline function placeOf(p: usize, t: i32): usize {
  return t == 0 ? slotAt(p, field(p, 76)) : field(p, 264) + <usize>(t - 1) * field(p, 36);
}

/** Begins counting for the node in slot `76`. */
export function openPack(p: usize, t: i32): void {
  packAt = field(p, 20) + <usize>t * field(p, 284);
  packed = 0;
  histogram = placeOf(p, t);
  used = field(p, 268) + (<usize>t << 2);
  store<i32>(used, 0);
}

/** Counts rows listed from an address; all are counted once `flushPack` was called. */
export function packRows(p: usize, rows: usize, count: i32): void {
  while (count > 0) {
    const some = min(count, PACK - packed);
    gather(p, rows, some);
    packed += some;
    rows += <usize>some << 2;
    count -= some;
    if (packed == PACK) flushPack(p);
  }
}

/** What a row adds to a bin: its gradient in the lower half, its hessian in the upper, with the count above 42 bits of those. */
// @ts-ignore: decorator
@inline function counted(gh: usize, row: usize): v128 {
  return i64x2.add(v128.load_ext<i32>(gh + (row << 3)), i64x2(0, 0x40000000000));
}

/** Copies gradients and the listed columns' bins of some rows into the pack. */
function gather(p: usize, rows: usize, count: i32): void {
  const byRow = field(p, 256);
  const rowStride = field(p, 260);
  const gh = field(p, 16);
  const picks = field(p, 272);
  let gradients = packAt + (<usize>packed << 4);
  let out = packAt + GRADIENT_PART + (<usize>packed << 2);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const r0 = <usize>load<u32>(rows);
    const r1 = <usize>load<u32>(rows, 4);
    const r2 = <usize>load<u32>(rows, 8);
    const r3 = <usize>load<u32>(rows, 12);
    rows += 16;
    v128.store(gradients, counted(gh, r0));
    v128.store(gradients, counted(gh, r1), 16);
    v128.store(gradients, counted(gh, r2), 32);
    v128.store(gradients, counted(gh, r3), 48);
    gradients += 64;
    const b0 = byRow + r0 * rowStride;
    const b1 = byRow + r1 * rowStride;
    const b2 = byRow + r2 * rowStride;
    const b3 = byRow + r3 * rowStride;
    let group = out;
    let pick = picks;
    for (let part: usize = 0; part < rowStride; part += 16, pick += 32) {
      const order = v128.load(pick);
      const a = v128.swizzle(v128.load(b0 + part), order);
      const b = v128.swizzle(v128.load(b1 + part), order);
      const c = v128.swizzle(v128.load(b2 + part), order);
      const d = v128.swizzle(v128.load(b3 + part), order);
      const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
      const ab2 = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
      const cd2 = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
      // Groups that this part does not have are overwritten by the next part's, or lie in the room after the last.
      v128.store(group, v128.shuffle<i64>(ab, cd, 0, 2));
      v128.store(group + GROUP_PART, v128.shuffle<i64>(ab, cd, 1, 3));
      v128.store(group + 2 * GROUP_PART, v128.shuffle<i64>(ab2, cd2, 0, 2));
      v128.store(group + 3 * GROUP_PART, v128.shuffle<i64>(ab2, cd2, 1, 3));
      group += field(pick, 16);
    }
    out += 16;
  }
  for (; i < count; i++) {
    const row = <usize>load<u32>(rows);
    rows += 4;
    v128.store(gradients, counted(gh, row));
    gradients += 16;
    let group = out;
    let pick = picks;
    for (let part: usize = 0; part < rowStride; part += 16, pick += 32) {
      const bins = v128.swizzle(v128.load(byRow + row * rowStride + part), v128.load(pick));
      v128.store_lane<u32>(group, bins, 0);
      v128.store_lane<u32>(group + GROUP_PART, bins, 1);
      v128.store_lane<u32>(group + 2 * GROUP_PART, bins, 2);
      v128.store_lane<u32>(group + 3 * GROUP_PART, bins, 3);
      group += field(pick, 16);
    }
    out += 4;
  }
}

/** Counts what is in the pack. */
export function flushPack(p: usize): void {
  if (packed == 0) return;
  if (load<i32>(used) == 0) {
    store<i32>(used, 1);
    const list = field(p, 44);
    const count = field(p, 40);
    for (let i: usize = 0; i < count; i++) {
      const feature = field(list, i << 2);
      memory.fill(histogram + feature * HISTOGRAM_BYTES, 0, (widthOf(p, feature) + 1) << 4);
    }
  }
  const end = packAt + (<usize>packed << 4);
  let group = field(p, 276);
  let bins = packAt + GRADIENT_PART;
  for (let i = field(p, 280); i > 0; i--, group += 16, bins += GROUP_PART) {
    const f0 = load<i32>(group);
    const f1 = load<i32>(group, 4);
    const f2 = load<i32>(group, 8);
    const f3 = load<i32>(group, 12);
    if (f3 >= 0) columns4(end, bins, counts(f0), counts(f1), counts(f2), counts(f3));
    else {
      if (f1 >= 0) columns2(end, bins, counts(f0), counts(f1));
      else column1(end, bins, counts(f0));
      if (f2 >= 0) column1(end, bins + 2, counts(f2));
    }
  }
  packed = 0;
}

// @ts-ignore: decorator
@inline function counts(feature: i32): usize {
  return histogram + <usize>feature * HISTOGRAM_BYTES;
}

// @ts-ignore: decorator
@inline function add(at: usize, value: v128): void {
  v128.store(at, i64x2.add(v128.load(at), value));
}

function columns4(end: usize, bins: usize, h0: usize, h1: usize, h2: usize, h3: usize): void {
  for (let at = packAt; at < end; at += 16, bins += 4) {
    const four = load<u32>(bins);
    const value = v128.load(at);
    add(h0 + <usize>((four & 255) << 4), value);
    add(h1 + <usize>((four >> 4) & 0xff0), value);
    add(h2 + <usize>((four >> 12) & 0xff0), value);
    add(h3 + <usize>((four >> 20) & 0xff0), value);
  }
}

function columns2(end: usize, bins: usize, h0: usize, h1: usize): void {
  for (let at = packAt; at < end; at += 16, bins += 4) {
    const two = load<u16>(bins);
    const value = v128.load(at);
    add(h0 + ((<usize>two & 255) << 4), value);
    add(h1 + ((<usize>two >> 4) & 0xff0), value);
  }
}

function column1(end: usize, bins: usize, h0: usize): void {
  for (let at = packAt; at < end; at += 16, bins += 4) add(h0 + (<usize>load<u8>(bins) << 4), v128.load(at));
}

/** Brings together what the threads counted of one feature, in the node's slot. */
export function joinHistogram(p: usize, feature: usize, threads: i32): void {
  const target = placeOf(p, 0) + feature * HISTOGRAM_BYTES;
  const bytes = (widthOf(p, feature) + 1) << 4;
  let empty = load<i32>(field(p, 268)) == 0;
  for (let t = 1; t < threads; t++) {
    if (load<i32>(field(p, 268) + (<usize>t << 2)) == 0) continue;
    const own = placeOf(p, t) + feature * HISTOGRAM_BYTES;
    if (empty) memory.copy(target, own, bytes);
    else for (let at: usize = 0; at < bytes; at += 16) add(target + at, v128.load(own + at));
    empty = false;
  }
}
