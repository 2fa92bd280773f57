import { decode, encode } from "@msgpack/msgpack";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessagePackProtocol } from "./messagepack.ts";
import { MessageType, ProtocolError, type HubMessage } from "./messages.ts";

const protocol = createMessagePackProtocol({ encode, decode });
const id = fc.string({ minLength: 1 });
/** The codec refuses the key `__proto__`, as it should. */
const value = fc.jsonValue().filter((json) => !JSON.stringify(json).includes("__proto__"));

const anyMessage: fc.Arbitrary<HubMessage> = fc.oneof(
  fc
    .record({
      invocationId: id,
      target: id,
      arguments: fc.array(value),
      streamIds: fc.array(id, { minLength: 1 }),
    })
    .map((rest) => ({ type: MessageType.invocation, ...rest })),
  fc
    .record({ target: id, arguments: fc.array(value) })
    .map((rest) => ({ type: MessageType.invocation, ...rest })),
  fc
    .record({ invocationId: id, target: id, arguments: fc.array(value) })
    .map((rest) => ({ type: MessageType.streamInvocation, ...rest })),
  fc.record({ invocationId: id, item: value }).map((rest) => ({ type: MessageType.streamItem, ...rest })),
  fc.record({ invocationId: id, result: value }).map((rest) => ({ type: MessageType.completion, ...rest })),
  fc
    .record({ invocationId: id, error: fc.string() })
    .map((rest) => ({ type: MessageType.completion, ...rest })),
  fc.record({ invocationId: id }).map((rest) => ({ type: MessageType.completion, ...rest })),
  fc.record({ invocationId: id }).map((rest) => ({ type: MessageType.cancelInvocation, ...rest })),
  fc.constant({ type: MessageType.ping }),
  fc.nat().map((sequenceId) => ({ type: MessageType.ack, sequenceId })),
);

function readAll(chunks: Iterable<Uint8Array>, maxMessageBytes = 100_000): HubMessage[] {
  const reader = protocol.createReader(maxMessageBytes);
  const messages: HubMessage[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let message = reader.next(); message !== null; message = reader.next()) messages.push(message);
  }
  return messages;
}

/** A message of the given array, framed. */
function framed(array: unknown): Buffer {
  const body = encode(array);
  return Buffer.concat([Buffer.from([body.length]), body]);
}

describe("the MessagePack protocol", () => {
  test("33 reads back every message it writes, cut anywhere", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 5 }), fc.array(fc.nat(2_000)), (messages, cuts) => {
        const bytes = Buffer.concat(messages.map((message) => protocol.write(message)));
        const places = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
          bytes.length,
        ];
        const read = readAll(places.slice(1).map((end, index) => bytes.subarray(places[index], end)));
        // The codec sends -0 as the integer 0.
        expect(JSON.stringify(read)).toEqual(JSON.stringify(messages));
      }),
    );
  });

  test("33 a void result has its own kind, and stream ids are always an array", () => {
    const bytesOf = (message: HubMessage) => decode(protocol.write(message).subarray(1));
    expect(bytesOf({ type: 3, invocationId: "1" })).toEqual([3, {}, "1", 2]);
    expect(bytesOf({ type: 3, invocationId: "1", result: null })).toEqual([3, {}, "1", 3, null]);
    expect(bytesOf({ type: 1, target: "t", arguments: [] })).toEqual([1, {}, null, "t", [], []]);
    expect(bytesOf({ type: 7 })).toEqual([7, null, false]);
  });

  test("answers any bytes with messages or a ProtocolError, and soon", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
        try {
          readAll(chunks, 1_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("refuses a length over the limit before the bytes come, and a length of more than 5 bytes", () => {
    expect(() => readAll([Buffer.from([0xff, 0x7f])], 1_000)).toThrow("over 1000 bytes");
    expect(() => readAll([Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80])])).toThrow("length prefix too long");
    expect(() => readAll([Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x01])])).toThrow(
      "length prefix too long",
    );
  });

  test("refuses a message that claims more elements than it has bytes", () => {
    expect(() => readAll([Buffer.from([5, 0xdd, 0x01, 0xff, 0xff, 0xff])])).toThrow("not MessagePack");
  });

  test.each([
    [{ type: 1 }],
    [["1"]],
    [[1, {}, null, "t"]],
    [[1, {}, null, 5, []]],
    [[1, {}, 5, "t", []]],
    [[1, {}, null, "t", [], [1]]],
    [[2, {}, "1"]],
    [[3, {}, "1", 9]],
    [[3, {}, "1", 3]],
    [[4, {}, null, "t", []]],
    [[5, {}]],
    [[8, "1"]],
  ])("refuses the malformed message %j", (array) => {
    expect(() => readAll([framed(array)])).toThrow(ProtocolError);
  });

  test("refuses a key meant to pollute prototypes", () => {
    const key = Buffer.from("__proto__");
    const map = Buffer.concat([Buffer.from([0x81, 0xa0 | key.length]), key, Buffer.from([0x01])]);
    const body = Buffer.concat([Buffer.from([0x94, 0x02, 0x80, 0xa1, 0x31]), map]);
    expect(() => readAll([Buffer.from([body.length]), body])).toThrow("not MessagePack");
  });

  test("passes over messages of unknown type", () => {
    expect(readAll([framed([99, "what"]), framed([6])])).toEqual([{ type: 6 }]);
  });
});
