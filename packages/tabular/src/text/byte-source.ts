import { createReadStream } from "node:fs";

/** A file's path, or a way to open its bytes from a given offset (an object store's range read). */
export type TableSource = string | ((startByte: number) => AsyncIterable<Uint8Array>);

/** Opens a source at a byte offset as a stream of chunks. */
export function openBytes(source: TableSource, startByte: number): AsyncIterable<Uint8Array> {
  if (typeof source !== "string") return source(startByte);
  return createReadStream(source, { start: startByte, highWaterMark: 256 * 1024 });
}
