import type { CompiledQuery } from "kysely";
import { escapeLiteral } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { SqlClient } from "./transaction.ts";

/**
 * The rows of a query as lines of CSV (RFC 4180: CRLF, quotes where they are needed, nothing for null), written by
 * PostgreSQL itself and held in memory: a query of so many rows as may stand there.
 */
export async function copyCsv(client: SqlClient, query: CompiledQuery): Promise<Buffer> {
  const parts: Buffer[] = [];
  const rows = client.query(copyTo(`copy (${inlined(query)}) to stdout with (format csv)`));
  for await (const part of rows) parts.push(part as Buffer);
  return withCrlf(Buffer.concat(parts));
}

/** COPY ends lines with a bare LF; what stands between quotes is a value and stays. */
function withCrlf(lines: Buffer): Buffer {
  // Bytes as characters: no byte of a longer character is a quote or a line's end.
  const text = lines.toString("latin1");
  const outside = (part: string) => part.replaceAll("\n", "\r\n");
  const written = text.includes('"')
    ? text
        .split('"')
        .map((part, n) => (n % 2 === 0 ? outside(part) : part))
        .join('"')
    : outside(text);
  return Buffer.from(written, "latin1");
}

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
