import type { HubMessage } from "./messages.ts";

/** Turns bytes, split anywhere, into hub messages. `next` throws ProtocolError on input that breaks the protocol. */
export type MessageReader = {
  push(chunk: Uint8Array): void;
  /** The next whole message, or null until more bytes come. Messages of unknown type are skipped. */
  next(): HubMessage | null;
};

/** One encoding of hub messages. */
export type HubProtocol = {
  readonly name: string;
  readonly transferFormat: "Text" | "Binary";
  createReader(maxMessageBytes: number): MessageReader;
  /** The message as bytes, framed, ready for the wire. Throws what the encoder throws on a value it cannot write. */
  write(message: HubMessage): Buffer;
};

const lineBreak = /\r\n|\r|\n/;

/** Whole messages as bytes, encoded once however many receivers they have. */
export class WireMessage {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
  #serverSentEvent: Buffer | null = null;

  constructor(bytes: Buffer, isBinary: boolean) {
    this.bytes = bytes;
    this.isBinary = isBinary;
  }

  /** The same message as one server-sent event: a `data:` line per line of text. */
  get serverSentEvent(): Buffer {
    this.#serverSentEvent ??= Buffer.from(
      this.bytes
        .toString("utf8")
        .split(lineBreak)
        .map((line) => `data: ${line}\r\n`)
        .join("") + "\r\n",
    );
    return this.#serverSentEvent;
  }
}

/** Encodes a message for one protocol. */
export function encodeMessage(protocol: HubProtocol, message: HubMessage): WireMessage {
  return new WireMessage(protocol.write(message), protocol.transferFormat === "Binary");
}
