import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { S3Settings } from "#config";
import { AppError } from "#platform/http/app-error.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { FILE_KEY, newFileKey, type FileStore, type PutOptions, type StoredFile } from "../file-store.ts";
import { createLocalCopies, type LocalCopy } from "./local-copies.ts";
import { createS3Client, S3Error, type S3Client } from "./s3-client.ts";
import { uploadParts } from "./upload-parts.ts";

/** A broken download goes on from where it was, so often. */
const READ_ATTEMPTS = 5;

interface S3FileStore extends FileStore {
  /** Writes and removes a small object. Throws S3Error. */
  probe(): Promise<void>;
}

/**
 * Files in a bucket of S3 or what is compatible with it, shared by every process; what a parser reads lies as a copy
 * below `copiesDirectory` for a while. An upload is written to both as it arrives: at most two parts of it are in
 * memory. Keys have the form of the local store's, so that files may be moved from one to the other as they are.
 */
export function createS3FileStore(
  settings: S3Settings,
  copiesDirectory: string,
  outbound: Outbound,
): S3FileStore {
  const client = createS3Client(settings, outbound);
  const copies = createLocalCopies(copiesDirectory);
  const ask: S3Client = (request) => client(request).catch(asAppError);

  async function readFrom(key: string, start: number) {
    const headers = start === 0 ? {} : { range: `bytes=${start}-` };
    return ask({ method: "GET", key: requireKey(key), headers });
  }

  async function sizeBytes(key: string): Promise<number> {
    const answer = await ask({ method: "HEAD", key: requireKey(key) });
    return Number(answer.headers.get("content-length"));
  }

  async function* read(key: string, start: number, first: OutboundAnswer): AsyncGenerator<Buffer> {
    let position = start;
    let answer = first;
    const end = start + Number(first.headers.get("content-length"));
    for (let attempt = 1; position < end; attempt++) {
      try {
        for await (const chunk of answer.body) {
          position += chunk.length;
          yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        }
        if (position < end) throw new Error("The download ended early");
      } catch (error) {
        if (attempt === READ_ATTEMPTS) throw new AppError("unavailable", { cause: error });
        answer = await readFrom(key, position);
      }
    }
  }

  async function open(key: string, { start = 0 }: { start?: number } = {}): Promise<Readable> {
    const first = await readFrom(key, start).catch((error: unknown) => {
      // Reading from the very end is nothing, not a mistake.
      if (error instanceof S3Error && error.status === 416) return null;
      throw error;
    });
    return first === null ? Readable.from([]) : Readable.from(read(key, start, first), { objectMode: false });
  }

  async function put(source: Readable, options: PutOptions = {}): Promise<StoredFile> {
    const key = options.key === undefined ? newFileKey() : requireKey(options.key);
    const hash = createHash("sha256");
    let size = 0;
    const copy: LocalCopy = await copies.begin(key);
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (options.maxBytes !== undefined && size > options.maxBytes)
          throw new AppError("payload_too_large");
        hash.update(chunk);
        await copy.write(chunk);
        yield chunk;
      }
    }
    try {
      await uploadParts(ask, key, measured(), options.maxBytes);
      await copy.keep();
    } catch (error) {
      await copy.discard();
      throw error;
    }
    return { key, sizeBytes: size, sha256: hash.digest("hex") };
  }

  async function remove(key: string): Promise<void> {
    if (!FILE_KEY.test(key)) return;
    await copies.remove(key);
    await ask({ method: "DELETE", key });
  }

  return {
    put,
    open,
    sizeBytes,
    remove,
    localPath: async (key) =>
      copies.pathOf(requireKey(key), async () => ({ bytes: await sizeBytes(key), stream: await open(key) })),
    async probe() {
      const key = `probe/${randomBytes(8).toString("hex")}`;
      await client({ method: "HEAD", key: null });
      await client({ method: "PUT", key, body: Buffer.from("probe") });
      await client({ method: "DELETE", key });
    },
  };
}

function requireKey(key: string): string {
  if (!FILE_KEY.test(key)) throw new AppError("not_found");
  return key;
}

function asAppError(error: unknown): never {
  if (!(error instanceof S3Error)) throw error;
  if (error.status === 404) throw new AppError("not_found", { cause: error });
  if (error.status === 416) throw error;
  throw new AppError("unavailable", {
    message: "The file storage does not answer. Try again shortly.",
    cause: error,
  });
}
