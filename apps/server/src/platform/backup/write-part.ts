import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { StoredPart } from "./manifest.ts";

/**
 * Streams into a file of the backup, compressed where its name says so, and returns only once it would survive a power
 * cut; with its size and hash as it lies there.
 */
export async function writePart(directory: string, file: string, source: Readable): Promise<StoredPart> {
  const target = path.join(directory, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      hash.update(chunk);
      next(null, chunk);
    },
  });
  const disk = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  if (file.endsWith(".gz")) {
    // The fastest level: a backup waits for the processor, not for the disk.
    await pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), measure, disk);
  } else await pipeline(source, measure, disk);
  return { file, bytes, sha256: hash.digest("hex") };
}
