// Gradients of the loss, as fixed-point integers.
import { claim } from "./threads";
import { field, GRADIENT_UNITS, HESSIAN_UNITS } from "./memory";

const BLOCK: i32 = 8192;

/** Whole numbers below 2^51 in size as integers: adding 2^52 + 2^51 leaves them in the lowest bits. */
// @ts-ignore: decorator
@inline function asIntegers(whole: v128): v128 {
  return f64x2.add(whole, f64x2.splat(6755399441055744.0));
}

/** How often e^-a is halved: the power of two nearest to it. */
// @ts-ignore: decorator
@inline function halvings(a: v128): v128 {
  return f64x2.floor(f64x2.add(f64x2.mul(a, f64x2.splat(1.4426950408889634)), f64x2.splat(0.5)));
}

/** What is left of -a then, in two parts for the last bits (Cody and Waite). */
// @ts-ignore: decorator
@inline function restOf(a: v128, k: v128): v128 {
  return f64x2.add(
    f64x2.sub(f64x2.mul(k, f64x2.splat(0.6931471803691238)), a),
    f64x2.mul(k, f64x2.splat(1.9082149292705877e-10)),
  );
}

// @ts-ignore: decorator
@inline function powerOfHalf(k: v128): v128 {
  return i64x2.shl(i64x2.sub(i64x2.splat(1023), asIntegers(k)), 52);
}

/** One step of a polynomial in r. */
// @ts-ignore: decorator
@inline function step(sum: v128, r: v128, next: v128): v128 {
  return f64x2.add(f64x2.mul(sum, r), next);
}

// @ts-ignore: decorator
@inline function fixed(value: v128, units: f64): v128 {
  const scaled = f64x2.add(f64x2.mul(value, f64x2.splat(units)), f64x2.splat(0.5));
  return asIntegers(f64x2.floor(scaled));
}

/** Gradients and hessians of all rows. */
export function gradients(p: usize): void {
  const rows = load<i32>(p + 312);
  for (let from = claim(p, 0) * BLOCK; from < rows; from = claim(p, 0) * BLOCK)
    gradientsOf(p, from, min(rows, from + BLOCK));
}

/**
 * Fixed-point gradient and hessian of some rows from their scores: logistic loss, or squared loss around 0 for forests.
 * Four rows at a time, from a multiple of four; the arrays have room for three beyond their last.
 */
export function gradientsOf(p: usize, from: i32, to: i32): void {
  const labels = field(p, 8);
  const scores = field(p, 12);
  const gh = field(p, 16);
  if (load<i32>(p + 184) == 1) {
    squared(labels, gh, from, to);
    return;
  }
  for (let row = from; row < to; row += 4) {
    const label = i32x4.extend_low_i16x8_u(
      i16x8.extend_low_i8x16_u(i32x4.splat(load<i32>(labels + <usize>row))),
    );
    const label0 = f64x2.convert_low_i32x4_u(label);
    const label1 = f64x2.convert_low_i32x4_u(v128.shuffle<i64>(label, label, 1, 1));
    const at = gh + (<usize>row << 3);
    // e^-|z| to about 1e-15, mirrored in plain JavaScript: of two vectors at once, which wait for themselves at each step.
    const z0 = v128.load(scores + (<usize>row << 3));
    const z1 = v128.load(scores + (<usize>row << 3), 16);
    const a0 = f64x2.pmin(f64x2.splat(700.0), f64x2.abs(z0));
    const a1 = f64x2.pmin(f64x2.splat(700.0), f64x2.abs(z1));
    const k0 = halvings(a0);
    const k1 = halvings(a1);
    const r0 = restOf(a0, k0);
    const r1 = restOf(a1, k1);
    let s0 = f64x2.splat(2.505210838544172e-8);
    let s1 = s0;
    // Each constant named once, so that both take it from one register.
    let c = f64x2.splat(2.755731922398589e-7);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(2.7557319223985893e-6);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(2.48015873015873e-5);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(1.984126984126984e-4);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(1.388888888888889e-3);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(8.333333333333333e-3);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(4.1666666666666664e-2);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(1.6666666666666666e-1);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(0.5);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(1.0);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    c = f64x2.splat(1.0);
    s0 = step(s0, r0, c);
    s1 = step(s1, r1, c);
    logistic(at, z0, f64x2.mul(s0, powerOfHalf(k0)), label0);
    logistic(at + 16, z1, f64x2.mul(s1, powerOfHalf(k1)), label1);
  }
}

function squared(labels: usize, gh: usize, from: i32, to: i32): void {
  for (let row = from; row < to; row += 2) {
    const label = f64x2(<f64>load<u8>(labels + <usize>row), <f64>load<u8>(labels + <usize>row, 1));
    put(gh + (<usize>row << 3), f64x2.neg(label), f64x2.splat(1.0));
  }
}

/** Of two rows of log odds z, from e^-|z|. */
// @ts-ignore: decorator
@inline function logistic(at: usize, z: v128, odds: v128, label: v128): void {
  const one = f64x2.splat(1.0);
  const small = f64x2.div(odds, f64x2.add(one, odds));
  const probability = v128.bitselect(f64x2.sub(one, small), small, f64x2.gt(z, f64x2.splat(0.0)));
  const hessian = f64x2.mul(probability, f64x2.sub(one, probability));
  put(at, f64x2.sub(probability, label), f64x2.pmax(f64x2.splat(1e-6), hessian));
}

// @ts-ignore: decorator
@inline function put(at: usize, gradient: v128, hessian: v128): void {
  v128.store(
    at,
    v128.shuffle<i32>(fixed(gradient, GRADIENT_UNITS), fixed(hessian, HESSIAN_UNITS), 0, 4, 2, 6),
  );
}
