import { Readable } from "node:stream";
import { openPromise, type Entry } from "yauzl";
import type { FileStore, StoredFile } from "#platform/files/file-store.ts";
import { AppError } from "#platform/http/app-error.ts";
import { displayName } from "#platform/uploads/receive-upload.ts";

/** Files of one company that are brought in together; more are rather a disk than its tables. */
const MOST_FILES = 20;

/**
 * Takes the files out of an uploaded zip, each into the store. What systems add of their own (folders, `__MACOSX`, hidden
 * files) is passed by. Throws `file_refused` for a zip that cannot be read, with too many files or none, or that unpacks to
 * more than `maxBytes` together; nothing is left behind then.
 */
export async function unpackZip(
  files: FileStore,
  zipKey: string,
  { maxBytes }: { maxBytes: number },
): Promise<{ file: StoredFile; fileName: string }[]> {
  const zip = await openPromise(await files.localPath(zipKey), { lazyEntries: true, autoClose: false }).catch(
    (cause: unknown) => {
      throw refused("This is no zip that can be read.", cause);
    },
  );
  const taken: { file: StoredFile; fileName: string }[] = [];
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!isTable(entry.fileName)) continue;
      if (entry.isEncrypted()) throw refused("This zip is protected by a password. Make one without.");
      if (entries.push(entry) > MOST_FILES)
        throw refused(`This zip holds more than ${MOST_FILES} files. Bring them in several.`);
    }
    if (entries.length === 0) throw refused("This zip holds no files.");
    // The reader holds each part to the size that it says.
    const unpackedBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (unpackedBytes > maxBytes)
      throw refused(
        `This zip unpacks to more than ${Math.floor(maxBytes / 1024 ** 2)} MB. Upload its files one by one.`,
      );
    for (const entry of entries) {
      const content = await zip.openReadStreamPromise(entry);
      const file = await files.put(Readable.from(content), { maxBytes: entry.uncompressedSize });
      taken.push({ file, fileName: displayName(entry.fileName) });
    }
    return taken;
  } catch (error) {
    for (const { file } of taken) await files.remove(file.key);
    throw error instanceof AppError ? error : refused("The zip is damaged.", error);
  } finally {
    zip.close();
  }
}

function isTable(name: string): boolean {
  const parts = name.split("/");
  return !name.endsWith("/") && !parts.includes("__MACOSX") && !parts.some((part) => part.startsWith("."));
}

const refused = (message: string, cause?: unknown) => new AppError("file_refused", { message, cause });
