import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

export interface StoredFile {
  key: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Form of a key: 128 random bits, the first byte before the slash. */
export const FILE_KEY = /^[0-9a-f]{2}\/[0-9a-f]{30}$/;

export interface PutOptions {
  maxBytes?: number;
  key?: string;
}

/** A key that nothing has yet. */
export function newFileKey(): string {
  const random = randomBytes(16).toString("hex");
  return `${random.slice(0, 2)}/${random.slice(2)}`;
}

/** Where uploads and produced files live. Keys are opaque and safe to store. */
export interface FileStore {
  /**
   * Streams to storage and returns only once the bytes would survive a power cut (fsync, or the bucket's answer).
   * Never holds the file in memory. Throws `payload_too_large` past `maxBytes`, and whatever the source throws; nothing is left behind then.
   * `key` is that of a file that comes back from a backup, and replaces what lies there; without it a new one is made.
   */
  put(source: Readable, options?: PutOptions): Promise<StoredFile>;
  /** Reads from byte `start` (default 0) to the end. Throws `not_found` for an unknown key. */
  open(key: string, options?: { start?: number }): Promise<Readable>;
  /** Path of a copy on this machine, for readers in another thread or out of order. Throws `not_found`. */
  localPath(key: string): Promise<string>;
  sizeBytes(key: string): Promise<number>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
}
