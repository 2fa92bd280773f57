import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WireMessage } from "./hub-protocol.ts";
import { jsonProtocol, parseJsonMessage } from "./json.ts";
import { MessageType, ProtocolError, type HubMessage } from "./messages.ts";

const id = fc.string({ minLength: 1 });
const args = fc.array(fc.jsonValue({ noUnicodeString: false }));
const optionalStreams = fc.option(fc.array(id, { minLength: 1 }), { nil: undefined });

const call = (type: 1 | 4) =>
  fc
    .record({ invocationId: id, target: id, arguments: args, streamIds: optionalStreams })
    .map(({ streamIds, ...rest }) => ({ type, ...rest, ...(streamIds ? { streamIds } : {}) }));

const anyMessage: fc.Arbitrary<HubMessage> = fc.oneof(
  call(MessageType.invocation) as fc.Arbitrary<HubMessage>,
  call(MessageType.streamInvocation) as fc.Arbitrary<HubMessage>,
  fc.record({ target: id, arguments: args }).map((rest) => ({ type: MessageType.invocation, ...rest })),
  fc
    .record({ invocationId: id, item: fc.jsonValue() })
    .map((rest) => ({ type: MessageType.streamItem, ...rest })),
  fc
    .record({ invocationId: id, result: fc.jsonValue() })
    .map((rest) => ({ type: MessageType.completion, ...rest })),
  fc
    .record({ invocationId: id, error: fc.string() })
    .map((rest) => ({ type: MessageType.completion, ...rest })),
  fc.record({ invocationId: id }).map((rest) => ({ type: MessageType.completion, ...rest })),
  fc.record({ invocationId: id }).map((rest) => ({ type: MessageType.cancelInvocation, ...rest })),
  fc.constant({ type: MessageType.ping }),
  fc.record({ error: fc.string() }).map((rest) => ({ type: MessageType.close, ...rest })),
);

/** JSON has no negative zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("the JSON protocol", () => {
  test("reads back every message it writes", () => {
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const reader = jsonProtocol.createReader(1_000_000);
        reader.push(Buffer.concat(messages.map((message) => jsonProtocol.write(message))));
        const read: HubMessage[] = [];
        for (let message = reader.next(); message !== null; message = reader.next()) read.push(message);
        expect(read).toEqual(messages.map(asJson));
      }),
    );
  });

  test("answers any JSON and any text with a message, nothing, or a ProtocolError", () => {
    const inputs = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .object({ key: fc.constantFrom("type", "target", "arguments", "invocationId", "item", "__proto__") })
        .map((value) => JSON.stringify(value)),
      fc
        .record({ type: fc.integer({ min: 0, max: 10 }), target: fc.anything(), arguments: fc.anything() })
        .map((value) => {
          try {
            return JSON.stringify(value);
          } catch {
            return "{}";
          }
        }),
    );
    fc.assert(
      fc.property(inputs, (text) => {
        try {
          const message = parseJsonMessage(text);
          if (message) expect(message.type).toBeGreaterThanOrEqual(1);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });

  test("every written message is one record: no separator or line break inside", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const text = jsonProtocol.write(message).toString("utf8");
        expect(text.indexOf("\u001e")).toBe(text.length - 1);
        expect(text).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe("a message as a server-sent event", () => {
  test("puts a data line before every line of a text", () => {
    const message = new WireMessage(Buffer.from("one\ntwo\r\nthree\rfour"), false);
    expect(message.serverSentEvent.toString()).toBe(
      "data: one\r\ndata: two\r\ndata: three\r\ndata: four\r\n\r\n",
    );
  });
});
