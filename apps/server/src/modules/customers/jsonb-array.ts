/** The type's number in PostgreSQL's catalogue. */
const JSONB = 3802;
/** Of jsonb's own format, before each value. */
const JSONB_VERSION = 1;
const HEADER_BYTES = 20;
const PER_VALUE_BYTES = 5;

/**
 * A parameter of type jsonb[] in PostgreSQL's binary format: the texts as they are, where the text format of an array escapes
 * each quotation mark in them, and the server undoes that letter by letter.
 * @param texts JSON as UTF-8, one or more.
 */
export function jsonbArray(texts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(
    texts.reduce((sum, text) => sum + text.length, HEADER_BYTES + PER_VALUE_BYTES * texts.length),
  );
  let at = 0;
  // One dimension, no nulls, of jsonb, so many, numbered from 1.
  for (const field of [1, 0, JSONB, texts.length, 1]) at = bytes.writeInt32BE(field, at);
  for (const text of texts) {
    at = bytes.writeInt32BE(1 + text.length, at);
    at = bytes.writeUInt8(JSONB_VERSION, at);
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}
