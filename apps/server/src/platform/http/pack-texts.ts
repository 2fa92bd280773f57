import { parentPort } from "node:worker_threads";
import { brotliCompressSync, constants } from "node:zlib";
import type { PackedTexts } from "./made-apart.ts";

/** For the program of a thread: hands over what it has made. */
export function handOver(texts: Record<string, Uint8Array>): void {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
  const all: PackedTexts = Object.fromEntries(
    Object.entries(texts).map(([name, plain]) => [
      name,
      { plain, packed: brotliCompressSync(plain, quality) },
    ]),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(all);
}
