import type { Duplex } from "node:stream";
import type { CompiledQuery } from "kysely";
import { escapeLiteral, type Connection, type Submittable } from "pg";
import type { SqlClient } from "./transaction.ts";

/**
 * The rows of a query as lines of CSV (RFC 4180: CRLF, quotes where they are needed, nothing for null), written by
 * PostgreSQL itself and held in memory, in pieces as they came: a query of so many rows as may stand there.
 */
export function copyCsv(client: SqlClient, query: CompiledQuery): Promise<Buffer[]> {
  const text = `copy (${inlined(query)}) to stdout with (format csv)`;
  return new Promise((resolve, reject) => client.query(new CopiedLines(text, resolve, reject)));
}

/** Of PostgreSQL's protocol (55.7): a letter, the length of what follows it in four bytes, its own among them, and so much. */
const HEAD_BYTES = 5;
const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = "c".charCodeAt(0);
const ERROR = "E".charCodeAt(0);

/**
 * A COPY of which each row is a message of its own. Its line's end is the message's last byte and so needs no looking for, which
 * over millions of rows costs more than everything else here; a break between quotes is a value and stays.
 *
 * The lines are made where the socket put the messages: the driver would make an object and two events of each, and every
 * buffer more to copy them to brings the next collection of all memory nearer.
 */
class CopiedLines implements Submittable {
  readonly #text: string;
  readonly #resolve: (lines: Buffer[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #lines: Buffer[] = [];
  /** What has come of a message that is not yet all there, a row's excepted. */
  #begun: Buffer | null = null;
  /** Bytes to come of a row that has begun, its end among them. */
  #toCome = 0;

  constructor(text: string, resolve: (lines: Buffer[]) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // What the driver calls, of the one that asks.

  submit(connection: Connection): void {
    this.#listen(connection.stream);
    connection.query(this.#text);
  }

  handleCommandComplete(): void {
    // How many rows there were nobody asks.
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#lines);
  }

  /** Takes the rows off the stream until there are no more; whatever else it says, and all of it after that, is the driver's. */
  #listen(stream: Duplex): void {
    const driver = stream.listeners("data") as ((bytes: Buffer) => void)[];
    const tell = (bytes: Buffer) => {
      for (const listener of driver) listener.call(stream, bytes);
    };
    const receive = (bytes: Buffer) => {
      const left = this.#takeRows(bytes, tell);
      if (left === null) return;
      stream.removeListener("data", receive);
      for (const listener of driver) stream.on("data", listener);
      tell(left);
    };
    for (const listener of driver) stream.removeListener("data", listener);
    stream.on("data", receive);
  }

  /** Returns what came after the last row; null: more may come. */
  #takeRows(received: Buffer, tell: (bytes: Buffer) => void): Buffer | null {
    const bytes = this.#begun === null ? received : Buffer.concat([this.#begun, received]);
    this.#begun = null;
    const first = this.#endBegun(bytes);
    // Each line is four bytes shorter than its message, so that it is always written before what is still to be read.
    let [from, to] = [first, first];
    let left: Buffer | null = null;
    while (from + HEAD_BYTES <= bytes.length) {
      const kind = bytes[from];
      if (kind === COPY_DONE || kind === ERROR) {
        left = bytes.subarray(from);
        break;
      }
      const end = from + 1 + bytes.readUInt32BE(from + 1);
      if (kind === COPY_DATA) {
        const textEnd = Math.min(end - 1, bytes.length);
        bytes.copyWithin(to, from + HEAD_BYTES, textEnd);
        to += textEnd - from - HEAD_BYTES;
        if (end > bytes.length) {
          this.#toCome = end - bytes.length;
          from = bytes.length;
          break;
        }
        bytes[to++] = CARRIAGE_RETURN;
        bytes[to++] = LINE_FEED;
      } else if (end > bytes.length) break;
      else tell(bytes.subarray(from, end));
      from = end;
    }
    if (to > first) this.#lines.push(bytes.subarray(first, to));
    if (left === null && from < bytes.length) this.#begun = bytes.subarray(from);
    return left;
  }

  /** Adds what these bytes hold of a row that has begun; returns where that ends. */
  #endBegun(bytes: Buffer): number {
    const here = Math.min(this.#toCome, bytes.length);
    if (here === 0) return 0;
    this.#toCome -= here;
    // The line's end has a byte more than was received, for which there is no room before the next message.
    this.#lines.push(this.#toCome > 0 ? bytes : Buffer.concat([bytes.subarray(0, here - 1), CRLF]));
    return here;
  }
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const CRLF = Buffer.from([CARRIAGE_RETURN, LINE_FEED]);

/** What is quoted is no placeholder, whatever it says. */
const PLACEHOLDER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g;

/** COPY takes no parameters: each becomes the literal of unknown type that the driver would have sent in its place. */
function inlined({ sql, parameters }: CompiledQuery): string {
  return sql.replaceAll(PLACEHOLDER, (found, place?: string) =>
    place === undefined ? found : literal(parameters[Number(place) - 1]),
  );
}

function literal(value: unknown): string {
  return value === null ? "null" : escapeLiteral(textOf(value));
}

/** Throws a TypeError for what has no one text. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  throw new TypeError(`A parameter of type ${typeof value} cannot be written into a statement`);
}

const elementOf = (element: unknown): string =>
  element === null ? "null" : `"${textOf(element).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
