/** A part of a report that machines wrote. */
export interface ReportPart {
  /** In lower case, without its parameters. */
  type: string;
  text: string;
}

/**
 * More of the message's header, of a part's, of parts or of a part's text than this, and it is no report. What passed filters and
 * forwarders on its way carries their seals and verdicts: tens of kilobytes are seen.
 */
const MOST_HEADER = 256 * 1024;
const MOST_PART_HEADER = 64 * 1024;
const MOST_PARTS = 8;
const MOST_TEXT = 64 * 1024;
const BOUNDARY = /;\s{0,20}boundary\s{0,20}=\s{0,20}(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/**
 * The parts of a report (RFC 6522: multipart/report at the top of the message) whose type is one of `types`; none for any
 * other message. Strangers post a megabyte here: it is cut by its boundary and nothing of it is looked at twice, while a
 * reader of whole messages decodes the words around a report too and took up to 19 seconds for some that were made for it.
 */
export function reportParts(raw: Uint8Array, types: readonly string[]): ReportPart[] {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  // One byte a character, so that places in the text are places in the message.
  const text = bytes.toString("latin1");
  const head = headerOf(text, 0, Math.min(text.length, MOST_HEADER));
  if (head === null) return [];
  const contentType = head.fields.get("content-type") ?? "";
  if (typeOf(contentType) !== "multipart/report") return [];
  const boundary = BOUNDARY.exec(contentType);
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ""}`;
  if (mark === "--") return [];
  const parts: ReportPart[] = [];
  let start = markAt(text, mark, head.end);
  for (let count = 0; start !== null && count < MOST_PARTS; count++) {
    const from = text.indexOf("\n", start.end);
    if (from === -1 || text.startsWith("--", start.end)) break;
    const next = markAt(text, mark, from);
    const part = partOf(text, from + 1, next?.at ?? text.length, types);
    if (part !== null) parts.push(part);
    start = next;
  }
  return parts;
}

/** The next line that is the boundary: where the text before it ends, and where the mark does. */
function markAt(text: string, mark: string, from: number): { at: number; end: number } | null {
  const at = text.indexOf(`\n${mark}`, Math.max(0, from - 1));
  return at === -1 ? null : { at: text[at - 1] === "\r" ? at - 1 : at, end: at + 1 + mark.length };
}

function partOf(text: string, from: number, until: number, types: readonly string[]): ReportPart | null {
  const head = headerOf(text, from, Math.min(until, from + MOST_PART_HEADER));
  if (head === null) return null;
  const type = typeOf(head.fields.get("content-type") ?? "");
  if (!types.includes(type)) return null;
  // A message that is returned whole may be long: its header comes first.
  const body = text.slice(head.end, Math.min(until, head.end + MOST_TEXT));
  return { type, text: decoded(body, head.fields.get("content-transfer-encoding") ?? "") };
}

function decoded(body: string, encoding: string): string {
  const bytes = (of: string, as: "latin1" | "base64") => Buffer.from(of, as).toString("utf8");
  if (/^\s*base64\b/i.test(encoding)) return bytes(body, "base64");
  if (!/^\s*quoted-printable\b/i.test(encoding)) return bytes(body, "latin1");
  const plain = body
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return bytes(plain, "latin1");
}

/** Fields up to the first empty line, and where what follows it begins; null where there is none before `until`. */
function headerOf(
  text: string,
  from: number,
  until: number,
): { fields: Map<string, string>; end: number } | null {
  const piece = text.slice(from, until);
  const empty = /(?:^|\n)\r?\n/.exec(piece);
  if (empty === null) return null;
  return { fields: fieldsOf(piece.slice(0, empty.index)), end: from + empty.index + empty[0].length };
}

const typeOf = (contentType: string) => contentType.split(";", 1)[0]!.trim().toLowerCase();

/** Header fields up to the first empty line, unfolded, by lower-case name; of several of one name the first. */
export function fieldsOf(text: string): Map<string, string> {
  const [head = ""] = text.replace(/^\s+/, "").split(/\r?\n[ \t]*\r?\n/, 1);
  const fields = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at < 1) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    if (!fields.has(name))
      fields.set(
        name,
        line
          .slice(at + 1)
          .replaceAll(/\p{Cc}/gu, " ")
          .trim(),
      );
  }
  return fields;
}
