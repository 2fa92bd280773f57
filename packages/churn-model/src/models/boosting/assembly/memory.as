// Reading the state block (its layout is in ../state-block.ts), shared by all parts of the kernel.

// 256 bins of 16 bytes, and 64 more so that equal bins of neighbouring features do not fight for one cache set.
export const HISTOGRAM_BYTES: usize = 4160;
export const GRADIENT_UNITS: f64 = 1073741824.0; // 2^30
export const HESSIAN_UNITS: f64 = 1048576.0; // 2^20

// @ts-ignore: decorator
@inline export function field(p: usize, offset: usize): usize {
  return <usize>load<u32>(p + offset);
}

/** Histogram slot of that number. */
// @ts-ignore: decorator
@inline export function slotAt(p: usize, slot: usize): usize {
  return field(p, 32) + field(p, 36) * slot;
}

/** Value bins of a feature, without the missing bin. */
// @ts-ignore: decorator
@inline export function widthOf(p: usize, feature: usize): usize {
  return field(field(p, 52), feature << 2);
}
