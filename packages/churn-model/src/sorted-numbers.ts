/** The numbers of a column that are not missing (NaN), as they came. */
export function knownNumbers(values: Float64Array): Float64Array {
  const known = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) known[count++] = value;
  return known.subarray(0, count);
}

/** Below this many, the built-in sort is as quick. */
const FEW = 2048;
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const SIGN = 0x80000000;

/**
 * The numbers in ascending order, as `Float64Array.prototype.sort` puts them; no NaN may be among them. By their bits,
 * eleven at a time (a radix sort): four times as quick for tens of thousands.
 */
export function sortedNumbers(numbers: Float64Array): Float64Array {
  const count = numbers.length;
  if (count < FEW) return numbers.slice().sort();
  let from = wordsOf(numbers.slice());
  let to = wordsOf(new Float64Array(count));
  // Bits that ascend with the number: those of a negative one turned over, the sign of the others set.
  for (let i = 0; i < 2 * count; i += 2) {
    const high = from[i + HIGH]!;
    const isNegative = high >= SIGN;
    from[i + HIGH] = isNegative ? ~high : high | SIGN;
    if (isNegative) from[i + LOW] = ~from[i + LOW]!;
  }
  for (const [word, shift] of [
    [LOW, 0],
    [LOW, DIGIT_BITS],
    [LOW, 2 * DIGIT_BITS],
    [HIGH, 0],
    [HIGH, DIGIT_BITS],
    [HIGH, 2 * DIGIT_BITS],
  ] as const) {
    const places = new Uint32Array(DIGITS);
    for (let i = word; i < 2 * count; i += 2) places[(from[i]! >>> shift) & (DIGITS - 1)]!++;
    // All numbers may agree in these bits.
    if (places[(from[word]! >>> shift) & (DIGITS - 1)] === count) continue;
    let place = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = places[digit]!;
      places[digit] = place;
      place += size;
    }
    for (let i = 0; i < 2 * count; i += 2) {
      const at = 2 * places[(from[i + word]! >>> shift) & (DIGITS - 1)]!++;
      to[at] = from[i]!;
      to[at + 1] = from[i + 1]!;
    }
    [from, to] = [to, from];
  }
  for (let i = 0; i < 2 * count; i += 2) {
    const high = from[i + HIGH]!;
    const isNegative = high < SIGN;
    from[i + HIGH] = isNegative ? ~high : high & ~SIGN;
    if (isNegative) from[i + LOW] = ~from[i + LOW]!;
  }
  return new Float64Array(from.buffer);
}

const wordsOf = (numbers: Float64Array): Uint32Array => new Uint32Array(numbers.buffer);

/** Which of a number's two words holds its sign depends on the processor. */
const HIGH = new Uint32Array(Float64Array.of(-0).buffer)[1] === SIGN ? 1 : 0;
const LOW = 1 - HIGH;
