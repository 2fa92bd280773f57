/**
 * Writes the bytes of `bytes` from `from` up to `end`, one value as PostgreSQL sends it in its binary format, as text into `page` at
 * `to`. Returns where the text ends. The page has room for it: `MOST_BYTES`, and of what is text twice its own length.
 */
export type WriteValue = (bytes: Buffer, from: number, end: number, page: Buffer, to: number) => number;

/** No number, moment or id is longer, nor what text takes beside its letters. */
export const MOST_BYTES = 48;

/** By the number that a type has in PostgreSQL's catalogue (pg_type.oid), which is the same in every database. */
export const csvValues: ReadonlyMap<number, WriteValue> = new Map<number, WriteValue>([
  [16, writeBoolean],
  [21, writeSmallint],
  [23, writeInteger],
  [25, writeText],
  [701, writeDouble],
  [1043, writeText],
  [1184, writeMoment],
  [2950, writeUuid],
  [3802, writeJson],
]);

const sign = (letter: string) => letter.charCodeAt(0);
const [LINE_FEED, CARRIAGE_RETURN, QUOTE, APOSTROPHE] = [10, 13, 34, 39] as const;
const [COMMA, MINUS, POINT, ZERO, COLON] = [44, 45, 46, 48, 58] as const;
const [BACKSLASH, LETTER_N, LETTER_T, LETTER_Z] = [92, sign("n"), sign("T"), sign("Z")] as const;

/** As `csvLine` has it, but that an empty text has quotes: it is another than none. */
function writeText(bytes: Buffer, from: number, end: number, page: Buffer, to: number): number {
  return writeQuotable(bytes, from, end, startsFormula(bytes, from, end), page, to);
}

const isFormulaSign = Uint8Array.from({ length: 256 }, (_, byte) =>
  "=+-@\t\r\n".includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** Spreadsheets read the full-width signs as the plain ones: U+FF1D, U+FF0B, U+FF0D and U+FF20, of three bytes each. */
const FULL_WIDTH = [0xef, 0xbc] as const;
const fullWidthSigns: readonly (number | undefined)[] = [0x9d, 0x8b, 0x8d, 0xa0];

function startsFormula(bytes: Buffer, from: number, end: number): boolean {
  if (from === end) return false;
  const first = bytes[from]!;
  if (isFormulaSign[first] === 1) return true;
  return (
    first === FULL_WIDTH[0] && bytes[from + 1] === FULL_WIDTH[1] && fullWidthSigns.includes(bytes[from + 2])
  );
}

const needsQuotes = (byte: number) =>
  byte <= COMMA && (byte === COMMA || byte === QUOTE || byte === LINE_FEED || byte === CARRIAGE_RETURN);

function writeQuotable(
  bytes: Buffer,
  from: number,
  end: number,
  formula: boolean,
  page: Buffer,
  start: number,
): number {
  let to = start;
  if (formula) page[to++] = APOSTROPHE;
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (needsQuotes(byte)) return writeQuoted(bytes, from, end, formula, page, start);
    page[to++] = byte;
  }
  return from === end ? writeQuoted(bytes, from, end, formula, page, start) : to;
}

function writeQuoted(
  bytes: Buffer,
  from: number,
  end: number,
  formula: boolean,
  page: Buffer,
  start: number,
): number {
  let to = start;
  page[to++] = QUOTE;
  if (formula) page[to++] = APOSTROPHE;
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) page[to++] = QUOTE;
    page[to++] = byte;
  }
  page[to++] = QUOTE;
  return to;
}

/** A value of jsonb. The first byte is the format's version, 1. */
function writeJson(bytes: Buffer, from: number, end: number, page: Buffer, to: number): number {
  return writeJsonText(bytes, from + 1, end, page, to);
}

/** What `->>` would make of it: text without its quotes, nothing of null. Of text alone a spreadsheet may make a formula. */
function writeJsonText(bytes: Buffer, from: number, end: number, page: Buffer, to: number): number {
  if (bytes[from] === LETTER_N) return to;
  if (bytes[from] !== QUOTE) return writeQuotable(bytes, from, end, false, page, to);
  for (let at = from + 1; at < end; at++) {
    if (bytes[at] === BACKSLASH) {
      const text = Buffer.from(JSON.parse(bytes.toString("utf8", from, end)) as string);
      return writeText(text, 0, text.length, page, to);
    }
  }
  return writeText(bytes, from + 1, end - 1, page, to);
}

const [BRACE, BRACKET, END_BRACE, END_BRACKET] = [sign("{"), sign("["), sign("}"), sign("]")] as const;

/**
 * Writes the values of an object of jsonb under these keys, with commas between them; of what is no object, as of keys that it has
 * not, nothing. PostgreSQL takes as long to send an object whole as to look up two of its keys.
 */
export function membersWriter(keys: readonly string[]): WriteValue {
  // As jsonb has its keys in order: by length, then by bytes. They come in that order, and what comes is known before it is read.
  const inOrder = keys
    .map((key, place) => ({ place, name: Buffer.from(key), begin: Buffer.from(`${JSON.stringify(key)}: `) }))
    .sort((one, other) => one.name.length - other.name.length || one.name.compare(other.name));
  const orderOf = new Map(inOrder.map(({ place }, order) => [keys[place]!, order]));
  const begins = new Int32Array(keys.length);
  const ends = new Int32Array(keys.length);
  return (bytes, from, end, page, to) => {
    ends.fill(0);
    let next = 0;
    // The version and the brace; after each value a comma and a space, or the brace that ends all.
    let at = bytes[from + 1] === BRACE && bytes[from + 2] !== END_BRACE ? from + 2 : end;
    while (at < end) {
      const expected = inOrder[next];
      let valueAt: number;
      let member: (typeof inOrder)[number] | undefined;
      if (expected !== undefined && startsWith(bytes, at, expected.begin)) {
        valueAt = at + expected.begin.length;
        member = expected;
        next++;
      } else {
        const keyEnd = endOfJson(bytes, at);
        const order = orderOf.get(JSON.parse(bytes.toString("utf8", at, keyEnd)) as string);
        valueAt = keyEnd + 2;
        if (order !== undefined) {
          member = inOrder[order];
          next = order + 1;
        }
      }
      const valueEnd = endOfJson(bytes, valueAt);
      if (member !== undefined) {
        begins[member.place] = valueAt;
        ends[member.place] = valueEnd;
      }
      at = bytes[valueEnd] === COMMA ? valueEnd + 2 : end;
    }
    for (let place = 0; place < keys.length; place++) {
      if (place > 0) page[to++] = COMMA;
      if (ends[place]! > 0) to = writeJsonText(bytes, begins[place]!, ends[place]!, page, to);
    }
    return to;
  };
}

function startsWith(bytes: Buffer, from: number, begin: Buffer): boolean {
  for (let at = 0; at < begin.length; at++) if (bytes[from + at] !== begin[at]) return false;
  return true;
}

/** Where the value ends that begins at `from`, of JSON as PostgreSQL writes it. */
function endOfJson(bytes: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  for (;;) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfJsonString(bytes, at);
    else if (byte === BRACE || byte === BRACKET) {
      depth++;
      at++;
    } else if (byte === END_BRACE || byte === END_BRACKET) {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else return endOfJsonWord(bytes, at);
    if (depth === 0) return at;
  }
}

function endOfJsonString(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Of a number, true, false or null. */
function endOfJsonWord(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] !== COMMA && bytes[at] !== END_BRACE && bytes[at] !== END_BRACKET) at++;
  return at;
}

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
function writeBoolean(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  const word = bytes[from] === 0 ? FALSE : TRUE;
  for (let at = 0; at < word.length; at++) page[to + at] = word[at]!;
  return to + word.length;
}

/** Reads 32 bits with a sign. */
const read32 = (bytes: Buffer, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

function writeSmallint(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  return writeWhole(((bytes[from]! << 24) | (bytes[from + 1]! << 16)) >> 16, page, to);
}

function writeInteger(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  return writeWhole(read32(bytes, from), page, to);
}

/** Whole numbers of any size that a double has exactly. */
function writeWhole(value: number, page: Buffer, to: number): number {
  if (value < 0) {
    page[to] = MINUS;
    return writeWhole(-value, page, to + 1);
  }
  if (value > 0x7fff_ffff) return writeAscii(String(value), page, to);
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return writeDigits(value, digits, page, to);
}

/** The last so many digits of a number of at most 31 bits, zeros in front. */
function writeDigits(value: number, digits: number, page: Buffer, to: number): number {
  let rest = value | 0;
  for (let at = to + digits - 1; at >= to; at--) {
    const tenth = (rest / 10) | 0;
    page[at] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return to + digits;
}

function writeAscii(text: string, page: Buffer, to: number): number {
  for (let at = 0; at < text.length; at++) page[to + at] = text.charCodeAt(at);
  return to + text.length;
}

/** The fewest digits that say it. Of fifteen no two decimals are one double: what comes back from thousandths is the shortest. */
function writeDouble(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  const value = bytes.readDoubleBE(from);
  const thousandths = Math.round(value * 1000);
  if (!(Math.abs(thousandths) < 1e15 && thousandths / 1000 === value))
    return writeAscii(String(value), page, to);
  const positive = Math.abs(thousandths);
  if (thousandths < 0) page[to++] = MINUS;
  const whole = Math.floor(positive / 1000);
  to = writeWhole(whole, page, to);
  return writeFraction(positive - whole * 1000, 3, page, to);
}

/** A point and so many digits, zeros at the end left out; nothing of nothing. */
function writeFraction(value: number, digits: number, page: Buffer, to: number): number {
  if (value === 0) return to;
  page[to] = POINT;
  let end = writeDigits(value, digits, page, to + 1);
  while (page[end - 1] === ZERO) end--;
  return end;
}

const DAY_MICROS = 86_400_000_000;
const [LAST_MICROS, FIRST_MICROS] = [2n ** 63n - 1n, -(2n ** 63n)];
/** Microseconds since 2000 (UTC) as ISO 8601, with as many decimals as the moment has. */
function writeMoment(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  const micros = read32(bytes, from) * 0x1_0000_0000 + (read32(bytes, from + 4) >>> 0);
  // Exact, and less than half of what a day's quotient differs by: years 1715 to 2285.
  if (!Number.isSafeInteger(micros)) return writeFarMoment(bytes.readBigInt64BE(from), page, to);
  const day = Math.floor(micros / DAY_MICROS);
  return writeDayAndTime(day, micros - day * DAY_MICROS, page, to);
}

function writeFarMoment(micros: bigint, page: Buffer, to: number): number {
  if (micros === LAST_MICROS) return writeAscii("infinity", page, to);
  if (micros === FIRST_MICROS) return writeAscii("-infinity", page, to);
  const length = BigInt(DAY_MICROS);
  const time = ((micros % length) + length) % length;
  return writeDayAndTime(Number((micros - time) / length), Number(time), page, to);
}

/** Days since 2000-01-01, as the Gregorian calendar has them: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
function writeDayAndTime(daysSince2000: number, micros: number, page: Buffer, to: number): number {
  // Years that begin in March, in eras of four hundred, from 1 March of the year 0.
  const days = daysSince2000 + 730_425;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const leapless =
    dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0);
  const yearOfEra = (leapless / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);

  to = writeYear(year, page, to);
  page[to] = MINUS;
  to = writeDigits(month, 2, page, to + 1);
  page[to] = MINUS;
  to = writeDigits(day, 2, page, to + 1);
  page[to] = LETTER_T;
  const seconds = Math.floor(micros / 1_000_000);
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  to = writeDigits(hours, 2, page, to + 1);
  page[to] = COLON;
  to = writeDigits(minutes - hours * 60, 2, page, to + 1);
  page[to] = COLON;
  to = writeDigits(seconds - minutes * 60, 2, page, to + 1);
  to = writeFraction(micros - seconds * 1_000_000, 6, page, to);
  page[to++] = LETTER_Z;
  return to;
}

/** Four digits at least; years before the year 1 as ISO 8601 counts them, with the year 0. */
function writeYear(year: number, page: Buffer, to: number): number {
  if (year < 0) page[to++] = MINUS;
  const positive = Math.abs(year);
  return positive < 10_000 ? writeDigits(positive, 4, page, to) : writeWhole(positive, page, to);
}

const HEX = Buffer.from("0123456789abcdef");
function writeUuid(bytes: Buffer, from: number, _end: number, page: Buffer, to: number): number {
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) page[to++] = MINUS;
    const byte = bytes[from + at]!;
    page[to++] = HEX[byte >> 4]!;
    page[to++] = HEX[byte & 15]!;
  }
  return to;
}
