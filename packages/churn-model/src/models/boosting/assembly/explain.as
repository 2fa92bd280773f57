// Shapley values of trees.
import { field } from "./memory";
import { NODE_BYTES } from "./trees";

// What `explain` is at, so that its recursion passes two numbers only; one instance of the kernel per thread, so these are its own.
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

/** Shapley values of the rows for all loaded trees, by quadrature: see tree-shap.ts, which says why this is exact. */
export function explain(p: usize): void {
  const table = field(p, 232);
  const trees = <i32>field(p, 236);
  const features = field(p, 40);
  scratchAt = field(p, 248);
  const rows = load<i32>(p + 312);
  for (let row = 0; row < rows; row++) {
    rowAt = <usize>row;
    outAt = field(p, 252) + <usize>row * features * 8;
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
