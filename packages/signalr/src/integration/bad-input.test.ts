import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import { startTestServer, type TestServer } from "../testing/hub-test-server.ts";
import { handshakeRecord, RawPolling, RawWebSocket, toRecord } from "../testing/raw-client.ts";

// What must never bring the server down: each test ends by asking a well-behaved client.

let server: TestServer;
const clock = new FakeClock();
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

afterEach(async () => {
  const witness = await RawWebSocket.open(server.url, "well-behaved");
  expect(await witness.invoke("Add", 20, 22)).toMatchObject({ result: 42 });
  witness.socket.close();
  await witness.closed;
});

/** The answers to what was sent, up to the end of the connection. */
async function say(...frames: (string | Buffer)[]): Promise<unknown[]> {
  const client = await RawWebSocket.open(server.url);
  for (const frame of frames) client.socket.send(frame);
  await client.closed;
  return client.inbox.records.slice(1);
}

const refusal = { type: 7, error: "Connection closed with an error.", allowReconnect: true };

describe("bad input", () => {
  test("garbage in frames of either kind is answered with Close, or waited on while it may become a message", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 5 }),
        async (frames) => {
          expect(
            await say(...frames.map((frame) => Buffer.from(frame)), Buffer.from([0x00, 0x1e])),
          ).toContainEqual(refusal);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("wrong record separators leave no message, until the limit is passed", async () => {
    const wrong = `${JSON.stringify({ type: 6 })}\n`;
    expect(await say(wrong.repeat(5_000))).toEqual([refusal]);
  });

  test("broken UTF-8 ends the connection, split UTF-8 does not", async () => {
    const record = Buffer.from(toRecord({ type: 1, invocationId: "1", target: "Echo", arguments: ["ü"] }));
    const cut = record.indexOf(0xc3) + 1;
    const answer = { type: 3, invocationId: "1", result: "ü" };
    const client = await RawWebSocket.open(server.url);
    client.socket.send(record.subarray(0, cut));
    client.socket.send(record.subarray(cut));
    expect(await client.inbox.next()).toEqual(answer);
    client.socket.terminate();
    const broken = Buffer.concat([record.subarray(0, cut), Buffer.from([0x41]), record.subarray(cut + 1)]);
    expect(await say(broken)).toEqual([refusal]);
  });

  test("a message over 32 KiB ends the connection, split over frames or not", async () => {
    const big = toRecord({ type: 1, target: "Echo", arguments: ["x".repeat(33_000)] });
    expect(await say(big)).toEqual([refusal]);
    expect(await say(big.slice(0, 20_000), big.slice(20_000))).toEqual([refusal]);
  });

  test("very deep JSON is only an argument", async () => {
    const client = await RawWebSocket.open(server.url);
    const depth = 5_000;
    client.socket.send(
      `{"type":1,"invocationId":"1","target":"Add","arguments":[${"[".repeat(depth)}${"]".repeat(depth)}]}\u001e`,
    );
    expect(await client.inbox.next()).toMatchObject({ invocationId: "1", error: expect.any(String) });
    client.socket.terminate();
  });

  test("keys meant to pollute prototypes stay plain data", async () => {
    const client = await RawWebSocket.open(server.url);
    client.socket.send(
      '{"type":1,"invocationId":"1","target":"Echo","arguments":[{"__proto__":{"polluted":1}}],"__proto__":{"polluted":1}}\u001e',
    );
    expect(await client.inbox.next()).toMatchObject({ invocationId: "1" });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    client.socket.terminate();
  });

  test("10,000 invocations in one burst are all answered, unknown methods and wrong arguments included", async () => {
    const client = await RawWebSocket.open(server.url);
    const targets = ["Add", "Nothing", "Echo"];
    const frames: string[] = [];
    for (let start = 0; start < 10_000; start += 1_000) {
      let frame = "";
      for (let index = start; index < start + 1_000; index += 1) {
        frame += toRecord({
          type: 1,
          invocationId: String(index),
          target: targets[index % 3],
          arguments: [index],
        });
      }
      frames.push(frame);
    }
    for (const frame of frames) client.socket.send(frame);
    const answers = (await client.inbox.take(10_000)) as {
      invocationId: string;
      error?: string;
      result?: number;
    }[];
    expect(new Set(answers.map(({ invocationId }) => invocationId)).size).toBe(10_000);
    expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(6_667);
    client.socket.terminate();
  });

  test("a half-open socket that pinged once is closed and cut after its time-out", async () => {
    const client = await RawWebSocket.open(server.url);
    client.send({ type: 6 });
    await client.invoke("Echo", 1);
    client.socket.pause();
    clock.advance(30_000);
    expect(server.hub.stats().dropsTotal.clientTimeout).toBe(1);
    clock.advance(6_000);
    await expect.poll(() => server.hub.stats().connections.webSockets).toBe(0);
    client.socket.terminate();
  });

  test("an abandoned long poll is reaped with everything it held", async () => {
    const client = await RawPolling.open(server.url);
    await client.post(toRecord({ type: 1, invocationId: "1", target: "Join", arguments: ["abandoned"] }));
    await expect.poll(() => server.hub.stats().groups).toBe(1);
    clock.advance(16_000);
    expect(server.hub.stats()).toMatchObject({
      connections: { longPolling: 0 },
      groups: 0,
      bufferedBytes: 0,
    });
  });

  test("raw bytes instead of HTTP, an upgrade to nowhere and a broken upgrade are shed", async () => {
    const requests = [
      randomBytes(500),
      "GET /elsewhere HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      "GET /hub?access_token=a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      "GET /hub?access_token=a&id=%ff%00 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ];
    for (const request of requests) {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => undefined);
      const closed = once(socket, "close");
      socket.resume();
      socket.write(request);
      await closed;
    }
    expect(server.hub.stats().connections.webSockets).toBe(0);
  });

  test("garbage by POST closes a long-polling connection with the protocol's own answer", async () => {
    const client = await RawPolling.open(server.url);
    await client.post(randomBytes(100));
    await client.post(Buffer.from([0x00, 0x1e]));
    expect((await client.poll()).body).toBe(JSON.stringify(refusal).replace("}", "}\u001e"));
    expect((await client.poll()).status).toBe(204);
  });

  test("a client that connects and leaves before, in and after the handshake leaves nothing behind", async () => {
    for (const sent of [null, handshakeRecord.slice(0, 5), handshakeRecord]) {
      const client = new RawWebSocket(`${server.url}?access_token=alice`);
      await once(client.socket, "open");
      if (sent !== null) client.socket.send(sent);
      client.socket.terminate();
    }
    await expect.poll(() => server.hub.stats().connections.webSockets).toBe(0);
  });
});
