import type { HubProtocol, MessageReader } from "./hub-protocol.ts";
import { MessageType, ProtocolError, type HubMessage } from "./messages.ts";
import { ByteStream } from "./reader.ts";

/** Most that any part of a message may claim to hold, so that a few bytes cannot make the decoder allocate a lot. */
export type MessagePackBounds = {
  readonly maxStrLength: number;
  readonly maxBinLength: number;
  readonly maxArrayLength: number;
  readonly maxMapLength: number;
  readonly maxExtLength: number;
};

/** A MessagePack codec; the functions of `@msgpack/msgpack` fit as they are. */
export type MessagePackCodec = {
  readonly encode: (value: unknown) => Uint8Array;
  /** Throws on input that is not one whole value. */
  readonly decode: (bytes: Uint8Array, bounds: MessagePackBounds) => unknown;
};

/** Kinds of a completion's result. */
const ERROR_RESULT = 1;
const VOID_RESULT = 2;
const VALUE_RESULT = 3;

/** 32 bits of length, 7 to a byte. */
const MAX_PREFIX_BYTES = 5;

const NO_HEADERS = {};

/** The MessagePack hub protocol: each message an array, led by its length. Not for server-sent events. */
export function createMessagePackProtocol(codec: MessagePackCodec): HubProtocol {
  return {
    name: "messagepack",
    transferFormat: "Binary",
    createReader: (maxMessageBytes) => new MessagePackReader(codec, maxMessageBytes),
    write: (message) => withLength(codec.encode(toArray(message))),
  };
}

class MessagePackReader implements MessageReader {
  readonly #stream = new ByteStream();
  readonly #codec: MessagePackCodec;
  readonly #maxMessageBytes: number;

  constructor(codec: MessagePackCodec, maxMessageBytes: number) {
    this.#codec = codec;
    this.#maxMessageBytes = maxMessageBytes;
  }

  push(chunk: Uint8Array): void {
    this.#stream.push(chunk);
  }

  next(): HubMessage | null {
    for (;;) {
      const { bytes } = this.#stream;
      const prefix = readLength(bytes);
      if (prefix && prefix.length > this.#maxMessageBytes) {
        throw new ProtocolError(`message over ${this.#maxMessageBytes} bytes`);
      }
      const end = prefix ? prefix.byteCount + prefix.length : Number.POSITIVE_INFINITY;
      if (!prefix || bytes.length < end) {
        this.#stream.detach();
        return null;
      }
      const message = this.#parse(bytes.subarray(prefix.byteCount, end));
      this.#stream.consume(end);
      if (message) return message;
    }
  }

  #parse(bytes: Buffer): HubMessage | null {
    const most = bytes.length;
    let value: unknown;
    try {
      value = this.#codec.decode(bytes, {
        maxStrLength: most,
        maxBinLength: most,
        maxArrayLength: most,
        maxMapLength: most,
        maxExtLength: most,
      });
    } catch {
      throw new ProtocolError("message is not MessagePack");
    }
    if (!Array.isArray(value)) throw new ProtocolError("message is not an array");
    return fromArray(value);
  }
}

/** The length that leads a message, or null until all of it is there. */
function readLength(bytes: Buffer): { length: number; byteCount: number } | null {
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index === MAX_PREFIX_BYTES) throw new ProtocolError("length prefix too long");
    const byte = bytes[index] ?? 0;
    // Multiplied, as 35 bits do not fit the operators.
    length += (byte & 0x7f) * 2 ** (7 * index);
    if ((byte & 0x80) === 0) return { length, byteCount: index + 1 };
  }
  if (bytes.length >= MAX_PREFIX_BYTES) throw new ProtocolError("length prefix too long");
  return null;
}

function withLength(body: Uint8Array): Buffer {
  const prefix: number[] = [];
  let rest = body.length;
  do {
    prefix.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest = Math.floor(rest / 0x80);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(prefix), body]);
}

function toArray(message: HubMessage): unknown[] {
  const { type } = message;
  switch (type) {
    case MessageType.invocation:
    case MessageType.streamInvocation:
      return [
        type,
        NO_HEADERS,
        message.invocationId ?? null,
        message.target,
        message.arguments,
        message.streamIds ?? [],
      ];
    case MessageType.streamItem:
      return [type, NO_HEADERS, message.invocationId, message.item];
    case MessageType.completion: {
      const head = [type, NO_HEADERS, message.invocationId];
      if (message.error !== undefined) return [...head, ERROR_RESULT, message.error];
      return Object.hasOwn(message, "result")
        ? [...head, VALUE_RESULT, message.result]
        : [...head, VOID_RESULT];
    }
    case MessageType.cancelInvocation:
      return [type, NO_HEADERS, message.invocationId];
    case MessageType.ping:
      return [type];
    case MessageType.close:
      return [type, message.error ?? null, message.allowReconnect ?? false];
    case MessageType.ack:
    case MessageType.sequence:
      return [type, message.sequenceId];
  }
}

function fromArray(value: readonly unknown[]): HubMessage | null {
  const type = value[0];
  switch (type) {
    case MessageType.invocation: {
      const id = value[2];
      const invocationId = id === null || id === undefined ? {} : { invocationId: text(id, "invocationId") };
      return { type, ...invocationId, ...target(value) };
    }
    case MessageType.streamInvocation:
      return { type, invocationId: text(value[2], "invocationId"), ...target(value) };
    case MessageType.streamItem:
      if (value.length < 4) throw new ProtocolError("stream item without item");
      return { type, invocationId: text(value[2], "invocationId"), item: value[3] };
    case MessageType.completion:
      return completion(value);
    case MessageType.cancelInvocation:
      return { type, invocationId: text(value[2], "invocationId") };
    case MessageType.ping:
      return { type };
    case MessageType.close:
      return { type, ...(typeof value[1] === "string" ? { error: value[1] } : {}) };
    case MessageType.ack:
    case MessageType.sequence:
      if (typeof value[1] !== "number") throw new ProtocolError("message without sequenceId");
      return { type, sequenceId: value[1] };
    default:
      if (typeof type !== "number") throw new ProtocolError("message without a type");
      return null;
  }
}

function completion(value: readonly unknown[]): HubMessage {
  const message = { type: MessageType.completion, invocationId: text(value[2], "invocationId") } as const;
  switch (value[3]) {
    case ERROR_RESULT:
      return { ...message, error: typeof value[4] === "string" ? value[4] : "" };
    case VOID_RESULT:
      return message;
    case VALUE_RESULT:
      if (value.length < 5) throw new ProtocolError("completion without result");
      return { ...message, result: value[4] };
    default:
      throw new ProtocolError("completion of unknown kind");
  }
}

function target(value: readonly unknown[]): { target: string; arguments: unknown[]; streamIds?: string[] } {
  const [, , , name, args, streamIds] = value;
  if (!Array.isArray(args)) throw new ProtocolError("invocation without arguments");
  const call = { target: text(name, "target"), arguments: args };
  if (streamIds === undefined || streamIds === null) return call;
  if (!Array.isArray(streamIds)) throw new ProtocolError("mistyped streamIds");
  if (streamIds.length === 0) return call;
  return { ...call, streamIds: streamIds.map((id) => text(id, "streamIds")) };
}

function text(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") throw new ProtocolError(`message without ${name}`);
  return value;
}
