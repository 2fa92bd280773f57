import type { Duplex } from "node:stream";
import type { CompiledQuery } from "kysely";
import type { Connection, FieldDef, Submittable } from "pg";
import { CsvLines } from "./csv-lines.ts";
import { csvValues, membersWriter } from "./csv-values.ts";
import type { SqlClient } from "./transaction.ts";

/**
 * The rows of a query as lines of CSV (RFC 4180: CRLF, quotes where they are needed, nothing for null), handed to `take` in pages of
 * some tens of kilobytes as they come; done with the last of them. Values are as `csvLine` has them, moments ISO 8601 in UTC; of a
 * type that `csvValues` does not know it throws a TypeError. PostgreSQL sends what it keeps, and the text is made here (decision 0207).
 */
export function selectCsv(
  client: SqlClient,
  query: CompiledQuery,
  take: (page: Buffer) => void,
  { members = new Map(), silenceMs = SILENCE_MS }: CsvOptions = {},
): Promise<void> {
  const values = query.parameters.map((value) => (value === null ? null : textOf(value)));
  return new Promise((resolve, reject) =>
    client.query(new CsvQuery({ text: query.sql, values, members, silenceMs }, take, resolve, reject)),
  );
}

/** Longer than the server lets a statement of this process go on: no word even then means that it, or the network, is gone. */
const SILENCE_MS = 30_000;

interface CsvOptions {
  members?: Members;
  /** Without a word from the server for so long the connection is given up. */
  silenceMs?: number;
}

/** By the place of a jsonb column that is never null (0 = first) keys of its objects, each once: their values stand in its place. */
export type Members = ReadonlyMap<number, readonly string[]>;

interface Asked {
  text: string;
  values: (string | null)[];
  members: Members;
  silenceMs: number;
}

/** What the driver's connection does; its types are of an older one. */
interface Wire {
  stream: Duplex;
  parse(statement: { text: string }): void;
  bind(portal: { values: (string | null)[]; binary: boolean }): void;
  describe(what: { type: "P" }): void;
  execute(): void;
  sync(): void;
}

/** Of PostgreSQL's protocol (55.7): a letter, the length of what follows it in four bytes, its own among them, and so much. */
const HEAD_BYTES = 5;
const DATA_ROW = "D".charCodeAt(0);
const COMMAND_COMPLETE = "C".charCodeAt(0);
const ERROR = "E".charCodeAt(0);

/** A query whose rows are written where the socket put them: the driver would make an object and two events of each. */
class CsvQuery implements Submittable {
  readonly #asked: Asked;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  readonly #lines: CsvLines;
  /** A message that is not yet all there, of its length as far as that is known, and how much of it is there. */
  #begun: Buffer | null = null;
  #there = 0;
  /** What went wrong on our side: rows that still come are not written. */
  #hasFailed = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(
    asked: Asked,
    take: (page: Buffer) => void,
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    this.#asked = asked;
    this.#lines = new CsvLines(take);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // What the driver calls, of the one that asks.

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    try {
      wire.parse({ text: this.#asked.text });
      wire.bind({ values: this.#asked.values, binary: true });
      wire.describe({ type: "P" });
      wire.execute();
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    this.#listen(wire.stream);
    this.#silence = setTimeout(
      // In the driver's words, of whom nobody expects an answer to a rollback any more.
      () => wire.stream.destroy(new Error("Query read timeout")),
      this.#asked.silenceMs,
    );
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const unknown = fields.find(({ dataTypeID }) => !csvValues.has(dataTypeID));
    if (unknown !== undefined)
      return this.#fail(new TypeError(`No text is known of type ${unknown.dataTypeID} (${unknown.name})`));
    const { members } = this.#asked;
    const writers = fields.map(({ dataTypeID }, place) => {
      const keys = members.get(place);
      return keys === undefined ? csvValues.get(dataTypeID)! : membersWriter(keys);
    });
    const more = members.values().reduce((sum, keys) => sum + keys.length - 1, 0);
    this.#lines.setWriters(writers, fields.length + more);
  }

  handleCommandComplete(): void {
    // How many rows there were nobody asks.
  }

  handleError(error: Error): void {
    clearTimeout(this.#silence);
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#silence);
    if (!this.#hasFailed) this.#guarded(() => this.#lines.end());
    this.#resolve();
  }

  /** The rows that still come have to be taken off the connection all the same. */
  #fail(error: Error): void {
    this.#hasFailed = true;
    this.#reject(error);
  }

  /** What is thrown among the stream's listeners ends the process. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Takes the rows off the stream until there are no more; whatever else it says, and all of it after that, is the driver's. */
  #listen(stream: Duplex): void {
    const driver = stream.listeners("data") as ((bytes: Buffer) => void)[];
    const tell = (bytes: Buffer) => {
      for (const listener of driver) listener.call(stream, bytes);
    };
    const receive = (bytes: Buffer) => {
      this.#silence?.refresh();
      const left = this.#take(bytes, tell);
      if (left === null) return;
      stream.removeListener("data", receive);
      for (const listener of driver) stream.on("data", listener);
      tell(left);
    };
    for (const listener of driver) stream.removeListener("data", listener);
    stream.on("data", receive);
  }

  /** Returns what came after the last row; null: more may come. */
  #take(received: Buffer, tell: (bytes: Buffer) => void): Buffer | null {
    let from = 0;
    while (this.#begun !== null) {
      const copied = received.copy(this.#begun, this.#there, from);
      this.#there += copied;
      from += copied;
      if (this.#there < this.#begun.length) return null;
      const message = this.#begun;
      this.#begun = null;
      const left = this.#takeWhole(message, 0, tell);
      if (left !== null) return Buffer.concat([left, received.subarray(from)]);
    }
    return this.#takeWhole(received, from, tell);
  }

  /** The same of what holds the beginning of a message at `from`. */
  #takeWhole(bytes: Buffer, from: number, tell: (bytes: Buffer) => void): Buffer | null {
    while (from + HEAD_BYTES <= bytes.length) {
      const kind = bytes[from];
      if (kind === COMMAND_COMPLETE || kind === ERROR) return bytes.subarray(from);
      const end = from + 1 + bytes.readUInt32BE(from + 1);
      if (end > bytes.length) break;
      const at = from + HEAD_BYTES;
      if (kind !== DATA_ROW) tell(bytes.subarray(from, end));
      else if (!this.#hasFailed) this.#guarded(() => this.#lines.addRow(bytes, at, end - at));
      from = end;
    }
    if (from < bytes.length) this.#begin(bytes.subarray(from));
    return null;
  }

  #begin(bytes: Buffer): void {
    this.#begun = Buffer.allocUnsafe(bytes.length < HEAD_BYTES ? HEAD_BYTES : 1 + bytes.readUInt32BE(1));
    this.#there = bytes.copy(this.#begun);
  }
}

/** As PostgreSQL reads a parameter. Throws a TypeError for what has no one text. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  throw new TypeError(`A parameter of type ${typeof value} cannot be sent`);
}

const elementOf = (element: unknown): string =>
  element === null ? "null" : `"${textOf(element).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
