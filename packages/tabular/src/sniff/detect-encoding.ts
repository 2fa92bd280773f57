import { isUtf8 } from "node:buffer";
import type { TextEncoding } from "../table-format.ts";

export interface DetectedEncoding {
  encoding: TextEncoding;
  bomBytes: number;
}

/**
 * Finds the encoding of a text from its beginning: by its byte order mark, by the zero bytes UTF-16 has in Western
 * text, as UTF-8 when its bytes fit (nearly all of them), else windows-1252, in which everything can be read.
 */
export function detectEncoding(head: Buffer): DetectedEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: "utf-8", bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: "utf-16le", bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: "utf-16be", bomBytes: 2 };
  const pairs = Math.min(head.length, 4096) >> 1;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (head[pair * 2] === 0) evenZeros++;
    if (head[pair * 2 + 1] === 0) oddZeros++;
  }
  if (pairs >= 4 && oddZeros > pairs * 0.7 && evenZeros < pairs * 0.05)
    return { encoding: "utf-16le", bomBytes: 0 };
  if (pairs >= 4 && evenZeros > pairs * 0.7 && oddZeros < pairs * 0.05)
    return { encoding: "utf-16be", bomBytes: 0 };
  // The head may end in the middle of a character.
  for (let cut = 0; cut <= 3; cut++) {
    if (isUtf8(head.subarray(0, Math.max(0, head.length - cut)))) return { encoding: "utf-8", bomBytes: 0 };
  }
  // Some bad bytes do not make a UTF-8 file another one: their rows become errors, and the other rows stay readable.
  const text = head.toString("utf8");
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return { encoding: good > bad * 4 ? "utf-8" : "latin1", bomBytes: 0 };
}

/** Whether decoded text is no text at all: more than 2 % (and more than three) control characters. */
export function looksBinary(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls++;
  }
  return controls > Math.max(3, text.length * 0.02);
}
