import { isAscii, isUtf8 } from "node:buffer";
import type { TextEncoding } from "../table-format.ts";
import { decodeWindows1252 } from "./windows-1252.ts";

/** A stretch of decoded text. The reader sets `consumedChars` before it asks for the next; the rest comes again in front of it. */
export interface TextBlock {
  text: string;
  /** Nothing follows. */
  isFinal: boolean;
  /**
   * The stretch holds bytes that are not UTF-8: `text` then has one character per byte, and each cell is decoded
   * on its own by `decodeBinaryText`, so that only the rows at fault are lost.
   */
  isBinary: boolean;
  /** The stretch holds a NUL character or half a surrogate pair somewhere; rows must be looked at one by one. */
  isSuspect: boolean;
  consumedChars: number;
  /** Bytes that the first `chars` characters of the text took in the file. */
  bytesOf(chars: number): number;
}

const utf8Strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a cell of a binary block, or undefined when its bytes are not UTF-8. */
export function decodeBinaryText(text: string): string | undefined {
  try {
    return utf8Strict.decode(Buffer.from(text, "latin1"));
  } catch {
    return undefined;
  }
}

/** Bytes at the end that are the beginning of a character whose rest has not arrived. */
function incompleteTailBytes(bytes: Buffer, encoding: TextEncoding): number {
  if (encoding === "latin1") return 0;
  if (encoding === "utf-8") {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
      const byte = bytes[bytes.length - back] ?? 0;
      if (byte < 0x80) return 0;
      if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    }
    return 0;
  }
  const odd = bytes.length % 2;
  const end = bytes.length - odd;
  if (end < 2) return odd;
  const lastUnit = encoding === "utf-16le" ? bytes.readUInt16LE(end - 2) : bytes.readUInt16BE(end - 2);
  return lastUnit >= 0xd800 && lastUnit <= 0xdbff ? odd + 2 : odd;
}

function decodeBlock(bytes: Buffer, encoding: TextEncoding, isFinal: boolean): TextBlock {
  const block = { isFinal, isBinary: false, consumedChars: 0 };
  const sameOffset = (chars: number): number => chars;
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    // A last odd byte is no character; a copy is swapped because the chunk belongs to the caller.
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
    const text = (encoding === "utf-16le" ? even : Buffer.from(even).swap16()).toString("utf16le");
    const isSuspect = text.includes("\0") || !text.isWellFormed();
    return { ...block, text, isSuspect, bytesOf: (chars) => chars * 2 };
  }
  const isSuspect = bytes.includes(0);
  if (isAscii(bytes)) return { ...block, text: bytes.toString("latin1"), isSuspect, bytesOf: sameOffset };
  if (encoding === "latin1")
    return { ...block, text: decodeWindows1252(bytes), isSuspect, bytesOf: sameOffset };
  if (!isUtf8(bytes)) {
    return { ...block, text: bytes.toString("latin1"), isBinary: true, isSuspect: true, bytesOf: sameOffset };
  }
  const text = bytes.toString("utf8");
  return { ...block, text, isSuspect, bytesOf: (chars) => Buffer.byteLength(text.slice(0, chars)) };
}

/**
 * Cuts a stream of bytes into decoded stretches of about `blockBytes`.
 * The same bytes in other chunks give the same text; memory is one block and what the reader left unread.
 */
export async function* readTextBlocks(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
  blockBytes: number,
): AsyncGenerator<TextBlock, void, undefined> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let target = blockBytes;
  const next = (isFinal: boolean): { block: TextBlock; bytes: Buffer } => {
    const bytes = Buffer.concat(waiting, waitingBytes);
    const tail = isFinal ? 0 : incompleteTailBytes(bytes, encoding);
    return { bytes, block: decodeBlock(bytes.subarray(0, bytes.length - tail), encoding, isFinal) };
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < target) continue;
    const { block, bytes } = next(false);
    yield block;
    const rest = bytes.subarray(block.bytesOf(block.consumedChars));
    waiting = [rest];
    waitingBytes = rest.length;
    // At least as much again as was left over, so that one long row is not decoded once per chunk.
    target = Math.max(blockBytes, waitingBytes * 2);
  }
  yield next(true).block;
}
