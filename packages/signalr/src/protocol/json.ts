import type { HubProtocol, MessageReader } from "./hub-protocol.ts";
import { MessageType, ProtocolError, type HubMessage } from "./messages.ts";
import { RecordReader } from "./reader.ts";

type JsonObject = Record<string, unknown>;

/** The JSON hub protocol: one JSON object per message, each ended by 0x1E. */
export const jsonProtocol: HubProtocol = {
  name: "json",
  transferFormat: "Text",
  createReader: (maxMessageBytes) => new JsonMessageReader(maxMessageBytes),
  write: (message) => Buffer.from(`${JSON.stringify(message)}\u001e`, "utf8"),
};

class JsonMessageReader implements MessageReader {
  readonly #records: RecordReader;

  constructor(maxMessageBytes: number) {
    this.#records = new RecordReader(maxMessageBytes);
  }

  push(chunk: Uint8Array): void {
    this.#records.push(chunk);
  }

  next(): HubMessage | null {
    for (let record = this.#records.next(); record !== null; record = this.#records.next()) {
      const message = parseJsonMessage(record);
      if (message !== null) return message;
    }
    return null;
  }
}

/**
 * Reads one JSON record.
 *
 * Returns null for a message type this version does not know (a later protocol may add some; unknown properties are
 * dropped likewise). Throws ProtocolError on anything malformed.
 */
export function parseJsonMessage(record: string): HubMessage | null {
  const value = parseObject(record);
  switch (value["type"]) {
    case MessageType.invocation: {
      const invocationId = optionalId(value);
      return {
        type: MessageType.invocation,
        ...(invocationId === undefined ? {} : { invocationId }),
        ...target(value),
      };
    }
    case MessageType.streamInvocation:
      return { type: MessageType.streamInvocation, invocationId: requiredId(value), ...target(value) };
    case MessageType.streamItem:
      if (!Object.hasOwn(value, "item")) throw new ProtocolError("stream item without item");
      return { type: MessageType.streamItem, invocationId: requiredId(value), item: value["item"] };
    case MessageType.completion:
      return completion(value);
    case MessageType.cancelInvocation:
      return { type: MessageType.cancelInvocation, invocationId: requiredId(value) };
    case MessageType.ping:
      return { type: MessageType.ping };
    case MessageType.close: {
      const error = value["error"];
      return { type: MessageType.close, ...(typeof error === "string" ? { error } : {}) };
    }
    case MessageType.ack:
      return { type: MessageType.ack, sequenceId: sequenceId(value) };
    case MessageType.sequence:
      return { type: MessageType.sequence, sequenceId: sequenceId(value) };
    default:
      if (typeof value["type"] !== "number") throw new ProtocolError("message without a type");
      return null;
  }
}

function parseObject(record: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    throw new ProtocolError("message is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProtocolError("message is not an object");
  }
  return value as JsonObject;
}

function completion(value: JsonObject): HubMessage {
  const message = { type: MessageType.completion, invocationId: requiredId(value) } as const;
  const error = value["error"];
  if (error !== undefined && error !== null) {
    if (typeof error !== "string") throw new ProtocolError("completion with a mistyped error");
    if (Object.hasOwn(value, "result")) throw new ProtocolError("completion with both result and error");
    return { ...message, error };
  }
  return Object.hasOwn(value, "result") ? { ...message, result: value["result"] } : message;
}

function target(value: JsonObject): { target: string; arguments: unknown[]; streamIds?: string[] } {
  const name = value["target"];
  const args = value["arguments"];
  const streamIds = value["streamIds"];
  if (typeof name !== "string" || name === "") throw new ProtocolError("invocation without target");
  if (!Array.isArray(args)) throw new ProtocolError("invocation without arguments");
  if (streamIds === undefined || streamIds === null) return { target: name, arguments: args };
  if (!Array.isArray(streamIds) || !streamIds.every(isId)) throw new ProtocolError("mistyped streamIds");
  return { target: name, arguments: args, streamIds };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function requiredId(value: JsonObject): string {
  const id = value["invocationId"];
  if (!isId(id)) throw new ProtocolError("message without invocationId");
  return id;
}

function optionalId(value: JsonObject): string | undefined {
  return value["invocationId"] === undefined || value["invocationId"] === null
    ? undefined
    : requiredId(value);
}

function sequenceId(value: JsonObject): number {
  const id = value["sequenceId"];
  if (typeof id !== "number") throw new ProtocolError("message without sequenceId");
  return id;
}
