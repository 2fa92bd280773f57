// Writing bins: by column, for splitting and walking, and by row, for histograms of the rows of a leaf.
import { claim } from "./threads";
import { field } from "./memory";

const BLOCK: i32 = 8192;

/** Bin of each number from `192`: how many of the 255 ascending bounds at `224` are below it; NaN goes to the bin at `228`. */
export function binNumbers(p: usize): void {
  const numbers = field(p, 192);
  const bounds = field(p, 224);
  const missing = <u8>field(p, 228);
  const column = field(p, 188);
  const rows = load<i32>(p + 312);
  for (let from = claim(p, 0) * BLOCK; from < rows; from = claim(p, 0) * BLOCK) {
    const to = min(rows, from + BLOCK);
    for (let i = from; i < to; i++) {
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
}

/** Copies the bins by column into the bins by row: sixteen rows of four columns at a time. Columns have room to be read beyond their end. */
export function spreadBins(p: usize): void {
  const bins = field(p, 0);
  const stride = field(p, 4);
  const byRow = field(p, 256);
  const rowStride = field(p, 260);
  const columns = field(p, 316);
  const rows = load<i32>(p + 312);
  for (let from = claim(p, 0) * BLOCK; from < rows; from = claim(p, 0) * BLOCK) {
    const to = min(rows, from + BLOCK);
    for (let row = from; row < to; row += 16) {
      for (let column: usize = 0; column < columns; column += 4) {
        const a = v128.load(bins + column * stride + <usize>row);
        const b = v128.load(bins + min(column + 1, columns - 1) * stride + <usize>row);
        const c = v128.load(bins + min(column + 2, columns - 1) * stride + <usize>row);
        const d = v128.load(bins + min(column + 3, columns - 1) * stride + <usize>row);
        const ab = v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const cd = v128.shuffle<u8>(c, d, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const ab2 = v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const cd2 = v128.shuffle<u8>(c, d, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const at = byRow + <usize>row * rowStride + column;
        fourRows(at, rowStride, v128.shuffle<u16>(ab, cd, 0, 8, 1, 9, 2, 10, 3, 11));
        fourRows(at + 4 * rowStride, rowStride, v128.shuffle<u16>(ab, cd, 4, 12, 5, 13, 6, 14, 7, 15));
        fourRows(at + 8 * rowStride, rowStride, v128.shuffle<u16>(ab2, cd2, 0, 8, 1, 9, 2, 10, 3, 11));
        fourRows(at + 12 * rowStride, rowStride, v128.shuffle<u16>(ab2, cd2, 4, 12, 5, 13, 6, 14, 7, 15));
      }
    }
  }
}

// @ts-ignore: decorator
@inline function fourRows(at: usize, rowStride: usize, four: v128): void {
  v128.store_lane<u32>(at, four, 0);
  v128.store_lane<u32>(at + rowStride, four, 1);
  v128.store_lane<u32>(at + 2 * rowStride, four, 2);
  v128.store_lane<u32>(at + 3 * rowStride, four, 3);
}
