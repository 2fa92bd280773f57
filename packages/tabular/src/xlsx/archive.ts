import { openPromise } from "yauzl";
import type { Entry, ZipFile } from "yauzl";
import { TabularError } from "../tabular-error.ts";

/** A workbook has some dozens of parts; a million empty ones are an attack on the memory. */
const MAX_PARTS = 10_000;

/** The parts of a workbook's zip, each opened on demand and never unpacked as a whole. */
export class Archive {
  private readonly zip: ZipFile;
  private readonly entries: Map<string, Entry>;

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.zip = zip;
    this.entries = entries;
  }

  /** Reads the zip's directory. Throws `TabularError` when it is damaged or protected. */
  static async open(path: string): Promise<Archive> {
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > MAX_PARTS)
        throw new TabularError("damaged", "The workbook has far too many parts.");
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted()) {
          const message =
            "This workbook is protected by a password. Save a copy without one and upload that.";
          throw new TabularError("encrypted_excel", message);
        }
        entries.set(entry.fileName.toLowerCase(), entry);
      }
      return new Archive(zip, entries);
    } catch (error) {
      zip?.close();
      throw damaged(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Streams one part. Its declared size is checked before, its real one while it is unpacked. */
  async *stream(name: string, maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw new TabularError("damaged", `The workbook is damaged: its part ${name} is missing.`);
    if (entry.uncompressedSize > maxBytes) {
      const size = `${Math.ceil(entry.uncompressedSize / 1024 ** 2)} MB`;
      const message = `The workbook unpacks to ${size} in ${name}; at most ${Math.floor(maxBytes / 1024 ** 2)} MB can be read. Save it as CSV, which has no limit.`;
      throw new TabularError("unpacked_too_large", message);
    }
    try {
      const stream = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream) yield chunk as Uint8Array;
    } catch (error) {
      throw damaged(error);
    }
  }

  close(): void {
    this.zip.close();
  }
}

/** Whatever is wrong inside the zip is the file's fault; what the file system says is passed on. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TabularError || "syscall" in error) return error;
  // The zip's directory stands at its end: without it the file was cut off.
  if (/end of central directory/i.test(error.message)) {
    const message =
      "The workbook is incomplete: its end is missing. Save or download it again, then upload it.";
    return new TabularError("damaged", message);
  }
  return new TabularError("damaged", `The workbook is damaged and cannot be unpacked (${error.message}).`);
}
