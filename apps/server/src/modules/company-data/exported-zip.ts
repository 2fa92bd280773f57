import { StringDecoder } from "node:string_decoder";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { z } from "zod";
import { PRODUCT_NAME } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";

/** A few dozen tables, each twice; a million empty parts are an attack on the memory. */
const MOST_PARTS = 1000;
/** Rows of our own exports shrink to a tenth, at most to a fiftieth where most of a row is empty. */
const MOST_TIMES_LARGER = 200;
const ALWAYS_ALLOWED_BYTES = 64 * 1024 ** 2;
const SCHEMA = "schema.json";
const LARGEST_SCHEMA_BYTES = 4 * 1024 ** 2;
/** A row is read whole. The largest are models: some megabytes. */
const LONGEST_LINE = 256 * 1024 ** 2;

const schemaOfExport = z.object({
  product: z.literal(PRODUCT_NAME),
  exportedAt: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.object({ name: z.string() })) })),
});

export interface ExportedTable {
  name: string;
  columns: readonly string[];
}

/** A zip of "Export everything": what it says of itself, and its rows, read as they are asked for. */
export class ExportedZip {
  readonly exportedAt: string;
  readonly tables: readonly ExportedTable[];
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    schema: z.infer<typeof schemaOfExport>,
  ) {
    this.#zip = zip;
    this.#entries = entries;
    this.exportedAt = schema.exportedAt;
    this.tables = schema.tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((one) => one.name),
    }));
  }

  /** Throws `file_refused` for anything that is not such a zip, whole. */
  static async open(path: string): Promise<ExportedZip> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
      throw refused("This is no zip that can be read.", cause);
    });
    try {
      if (zip.entryCount > MOST_PARTS) throw refused("This zip has far too many parts.");
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      let unpackedBytes = 0;
      // The reader holds each part to the size that it says.
      for (const { uncompressedSize } of entries.values()) unpackedBytes += uncompressedSize;
      if (unpackedBytes > Math.max(ALWAYS_ALLOWED_BYTES, MOST_TIMES_LARGER * zip.fileSize))
        throw refused("This zip unpacks to far more than any export does.");
      const described = entries.get(SCHEMA);
      if (described === undefined || described.uncompressedSize > LARGEST_SCHEMA_BYTES)
        throw refused("This zip is not from “Export everything”: it does not say what is in it.");
      let text = "";
      for await (const line of linesOf(zip, described)) text += line;
      const schema = schemaOfExport.safeParse(asJson(text));
      if (!schema.success) throw refused("This zip is not from “Export everything” of Forestay.");
      return new ExportedZip(zip, entries, schema.data);
    } catch (error) {
      zip.close();
      throw error instanceof AppError ? error : refused("The zip is damaged.", error);
    }
  }

  /** Bytes of a table's rows, as the zip says it. */
  sizeOf(table: string): number {
    return this.#entries.get(`jsonl/${table}.jsonl`)?.uncompressedSize ?? 0;
  }

  /** Each row of a table as its line of JSON. Throws `file_refused` where the zip ends early. */
  async *rows(table: string): AsyncGenerator<string> {
    const entry = this.#entries.get(`jsonl/${table}.jsonl`);
    if (entry === undefined) throw refused(`The zip has no rows of ${table}, although it names the table.`);
    try {
      for await (const line of linesOf(this.#zip, entry)) if (line !== "") yield line;
    } catch (error) {
      throw error instanceof AppError ? error : refused("The zip is damaged.", error);
    }
  }

  close(): void {
    this.#zip.close();
  }
}

const refused = (message: string, cause?: unknown) => new AppError("file_refused", { message, cause });

/** Null where it is no JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function* linesOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const stream = await zip.openReadStreamPromise(entry);
  const decoder = new StringDecoder("utf8");
  // Pieces of the line that is not at its end yet, put together once: a long one is not gone through anew with every chunk.
  let begun: string[] = [];
  let begunLength = 0;
  for await (const chunk of stream) {
    const [first = "", ...others] = decoder.write(chunk as Buffer).split("\n");
    begun.push(first);
    begunLength += first.length;
    if (begunLength > LONGEST_LINE) throw refused("The zip holds a row that is far too long.");
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join("");
    yield* others;
    begun = [last];
    begunLength = last.length;
  }
  const end = begun.join("") + decoder.end();
  if (end !== "") yield end;
}
