import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "#platform/http/app-error.ts";
import { FILE_KEY, newFileKey, type FileStore, type StoredFile } from "./file-store.ts";
import { syncDirectory } from "./sync-directory.ts";

/** Files in a local directory; the first byte of a key is a subdirectory. */
export function createLocalFileStore(directory: string): FileStore {
  const root = path.resolve(directory);
  const pathOf = (key: string) => {
    if (!FILE_KEY.test(key)) throw new AppError("not_found");
    return path.join(root, key);
  };

  return {
    async put(source: Readable, options = {}): Promise<StoredFile> {
      const key = options.key ?? newFileKey();
      const filePath = pathOf(key);
      // One that comes back takes its name when it is whole: what lies there may be the same file, being read.
      const writtenTo = options.key === undefined ? filePath : `${filePath}.${process.pid}`;
      await mkdir(path.dirname(filePath), { recursive: true, mode: 0o700 });
      const hash = createHash("sha256");
      let sizeBytes = 0;
      try {
        const file = await open(writtenTo, options.key === undefined ? "wx" : "w", 0o600);
        try {
          for await (const chunk of source as AsyncIterable<Buffer>) {
            sizeBytes += chunk.length;
            if (options.maxBytes !== undefined && sizeBytes > options.maxBytes)
              throw new AppError("payload_too_large");
            hash.update(chunk);
            await file.write(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        if (writtenTo !== filePath) await rename(writtenTo, filePath);
        await syncDirectory(path.dirname(filePath));
      } catch (error) {
        await rm(writtenTo, { force: true });
        throw error;
      }
      return { key, sizeBytes, sha256: hash.digest("hex") };
    },

    async open(key, options = {}) {
      const filePath = pathOf(key);
      await requireFile(filePath);
      return createReadStream(filePath, { start: options.start ?? 0, highWaterMark: 256 * 1024 });
    },

    async localPath(key) {
      const filePath = pathOf(key);
      await requireFile(filePath);
      return filePath;
    },

    sizeBytes: async (key) => (await requireFile(pathOf(key))).size,

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function requireFile(filePath: string) {
  return stat(filePath).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new AppError("not_found") : error;
  });
}
