import { isUtf8 } from "node:buffer";
import { ProtocolError } from "./messages.ts";

/** ASCII record separator: ends every text record of the protocol. */
export const RECORD_SEPARATOR = 0x1e;

const EMPTY = Buffer.alloc(0);

/**
 * Cuts a byte stream into bounded chunks of one message each, whatever pieces the bytes come in.
 * Subclasses say where the next message ends.
 */
export class ByteStream {
  #bytes: Buffer = EMPTY;

  push(chunk: Uint8Array): void {
    const view = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length === 0 ? view : Buffer.concat([this.#bytes, view]);
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  consume(byteCount: number): void {
    this.#bytes = byteCount >= this.#bytes.length ? EMPTY : this.#bytes.subarray(byteCount);
  }

  /** Lets go of the (up to 64 KiB) socket buffer that a short unfinished tail would otherwise keep alive. */
  detach(): void {
    if (this.#bytes.length > 0 && this.#bytes.buffer.byteLength > 2 * this.#bytes.length) {
      this.#bytes = Buffer.from(this.#bytes);
    }
  }

  /** Takes all bytes not consumed yet. */
  takeRest(): Buffer {
    const rest = this.#bytes;
    this.#bytes = EMPTY;
    return rest;
  }
}

/**
 * Reads 0x1E-terminated UTF-8 records from bytes split anywhere.
 *
 * The size limit holds for each record, not for what arrives in one piece: the official client joins all it has
 * queued into one frame. `next` throws ProtocolError on an oversized record or one that is not UTF-8.
 */
export class RecordReader {
  readonly #stream = new ByteStream();
  readonly #maxRecordBytes: number;
  #scannedBytes = 0;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  push(chunk: Uint8Array): void {
    this.#stream.push(chunk);
  }

  /** The next whole record without its separator, or null until more bytes come. */
  next(): string | null {
    const bytes = this.#stream.bytes;
    const end = bytes.indexOf(RECORD_SEPARATOR, this.#scannedBytes);
    if ((end === -1 ? bytes.length : end) > this.#maxRecordBytes) {
      throw new ProtocolError(`message over ${this.#maxRecordBytes} bytes`);
    }
    if (end === -1) {
      this.#scannedBytes = bytes.length;
      this.#stream.detach();
      return null;
    }
    const record = bytes.subarray(0, end);
    if (!isUtf8(record)) throw new ProtocolError("message is not UTF-8");
    const text = record.toString("utf8");
    this.#stream.consume(end + 1);
    this.#scannedBytes = 0;
    return text;
  }

  /** Takes the bytes after the last record read; used when the handshake settles another protocol. */
  takeRest(): Buffer {
    this.#scannedBytes = 0;
    return this.#stream.takeRest();
  }
}
