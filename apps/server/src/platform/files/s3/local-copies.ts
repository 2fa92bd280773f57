import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY_MS } from "@forestay/contracts";

/** A dry run and its import follow each other; what was not read for a day is fetched again if it must. */
const KEPT_MS = DAY_MS;

/** A copy being written. */
export interface LocalCopy {
  write(chunk: Buffer): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

export interface LocalCopies {
  begin(key: string): Promise<LocalCopy>;
  /** Path of the copy, fetched first where there is none. */
  pathOf(key: string, fetch: () => Promise<{ bytes: number; stream: Readable }>): Promise<string>;
  remove(key: string): Promise<void>;
}

/** Copies of stored files on this machine, which anyone may delete at any time: they are only a second read saved. */
export function createLocalCopies(directory: string): LocalCopies {
  const root = path.resolve(directory);
  const fetching = new Map<string, Promise<string>>();
  const fileOf = (key: string) => path.join(root, key.replace("/", ""));
  const newPart = async () => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await removeOld(root);
    return path.join(root, `${randomUUID()}.part`);
  };

  async function fetchCopy(
    key: string,
    fetch: () => Promise<{ bytes: number; stream: Readable }>,
  ): Promise<string> {
    const file = fileOf(key);
    const now = new Date();
    // Read again: kept for another day. Fails where there is none.
    if (
      await utimes(file, now, now).then(
        () => true,
        () => false,
      )
    )
      return file;
    const { bytes, stream } = await fetch();
    const part = await newPart();
    try {
      await pipeline(stream, createWriteStream(part, { mode: 0o600 }));
      if ((await stat(part)).size !== bytes)
        throw new Error("The copy of a stored file is not as long as the file");
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return file;
  }

  return {
    async begin(key) {
      const part = await newPart();
      const handle = await open(part, "wx", 0o600);
      return {
        write: async (chunk) => void (await handle.write(chunk)),
        keep: async () => {
          await handle.close();
          await rename(part, fileOf(key));
        },
        discard: async () => {
          await handle.close().catch(() => undefined);
          await rm(part, { force: true });
        },
      };
    },
    pathOf(key, fetch) {
      const wanted = fetching.get(key) ?? fetchCopy(key, fetch).finally(() => fetching.delete(key));
      fetching.set(key, wanted);
      return wanted;
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/** Also what a killed process left half written. */
async function removeOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const file = path.join(root, name);
    const touched = await stat(file).catch(() => null);
    if (touched !== null && Date.now() - touched.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
