// Gradients of the loss, as fixed-point integers.
import { claim } from "./threads";
import { field, GRADIENT_UNITS, HESSIAN_UNITS } from "./memory";

const BLOCK: i32 = 8192;

/** Whole numbers below 2^51 in size as integers: adding 2^52 + 2^51 leaves them in the lowest bits. */
// @ts-ignore: decorator
@inline function asIntegers(whole: v128): v128 {
  return f64x2.add(whole, f64x2.splat(6755399441055744.0));
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
  const exponent = i64x2.sub(i64x2.splat(1023), asIntegers(k));
  return f64x2.mul(s, i64x2.shl(exponent, 52));
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
 * Rows go in pairs from an even one; the arrays have room for one row more.
 */
export function gradientsOf(p: usize, from: i32, to: i32): void {
  const labels = field(p, 8);
  const scores = field(p, 12);
  const gh = field(p, 16);
  const squared = load<i32>(p + 184) == 1;
  const one = f64x2.splat(1.0);
  for (let row = from; row < to; row += 2) {
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
      v128.shuffle<i32>(fixed(g, GRADIENT_UNITS), fixed(h, HESSIAN_UNITS), 0, 4, 2, 6),
    );
  }
}
