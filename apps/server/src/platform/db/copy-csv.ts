import type { CompiledQuery } from "kysely";
import { escapeLiteral, type Connection, type Submittable } from "pg";
import type { SqlClient } from "./transaction.ts";

/**
 * The rows of a query as lines of CSV (RFC 4180: CRLF, quotes where they are needed, nothing for null), written by
 * PostgreSQL itself and held in memory: a query of so many rows as may stand there.
 */
export function copyCsv(client: SqlClient, query: CompiledQuery): Promise<Buffer> {
  const text = `copy (${inlined(query)}) to stdout with (format csv)`;
  return new Promise((resolve, reject) => client.query(new CopiedLines(text, resolve, reject)));
}

const FIRST_BYTES = 64 * 1024;

/**
 * A COPY of which each row is a message of its own. Its line's end is the message's last byte and so needs no looking for, which
 * over millions of rows costs more than everything else here; a break between quotes is a value and stays.
 */
class CopiedLines implements Submittable {
  readonly #text: string;
  readonly #resolve: (lines: Buffer) => void;
  readonly #reject: (error: Error) => void;
  #lines = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  constructor(text: string, resolve: (lines: Buffer) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // What the driver calls, of the one that asks.

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  /** `chunk` is a view of what was received: the driver writes over it. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const end = this.#length + chunk.length - 1;
    if (end + 2 > this.#lines.length) this.#grow(end + 2);
    chunk.copy(this.#lines, this.#length, 0, chunk.length - 1);
    this.#lines[end] = CARRIAGE_RETURN;
    this.#lines[end + 1] = LINE_FEED;
    this.#length = end + 2;
  }

  handleCommandComplete(): void {
    // How many rows there were nobody asks.
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#lines.subarray(0, this.#length));
  }

  #grow(least: number): void {
    const grown = Buffer.allocUnsafe(Math.max(least, 2 * this.#lines.length));
    this.#lines.copy(grown, 0, 0, this.#length);
    this.#lines = grown;
  }
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

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
