import { MOST_BYTES, type WriteValue } from "./csv-values.ts";

const PAGE_BYTES = 1 << 16;
const NO_PAGE = Buffer.alloc(0);
const [COMMA, CARRIAGE_RETURN, LINE_FEED] = [44, 13, 10] as const;
/** Of PostgreSQL's protocol (55.7): how many values a row has takes two bytes, the length of each four. */
const [COUNT_BYTES, LENGTH_BYTES] = [2, 4] as const;

/** Lines of CSV (RFC 4180), written into pages of some tens of kilobytes. */
export class CsvLines {
  readonly #take: (page: Buffer) => void;
  #writers: readonly WriteValue[] = [];
  #besideText = MOST_BYTES;
  #page = NO_PAGE;
  #at = 0;

  /** `take` is handed each page that is full. */
  constructor(take: (page: Buffer) => void) {
    this.#take = take;
  }

  /** What writes the values of the rows to come, from left to right, and how many columns those are in the end. */
  setWriters(writers: readonly WriteValue[], columns: number): void {
    this.#writers = writers;
    this.#besideText = MOST_BYTES * (columns + 1);
  }

  /** A row as PostgreSQL sends it (DataRow), in its binary format: `length` bytes from `from`. */
  addRow(bytes: Buffer, from: number, length: number): void {
    const writers = this.#writers;
    const most = 2 * length + this.#besideText;
    if (this.#page.length - this.#at < most) this.#turn(most);
    const page = this.#page;
    let at = from + COUNT_BYTES;
    let to = this.#at;
    for (let n = 0; n < writers.length; n++) {
      if (n > 0) page[to++] = COMMA;
      const begin = at + LENGTH_BYTES;
      const valueLength =
        (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      at = begin;
      // Null has a length of -1.
      if (valueLength < 0) continue;
      at += valueLength;
      to = writers[n]!(bytes, begin, at, page, to);
    }
    page[to++] = CARRIAGE_RETURN;
    page[to++] = LINE_FEED;
    this.#at = to;
  }

  /** Hands over the last page. */
  end(): void {
    if (this.#at > 0) this.#take(this.#page.subarray(0, this.#at));
    this.#page = NO_PAGE;
    this.#at = 0;
  }

  #turn(room: number): void {
    this.end();
    this.#page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, room));
  }
}
