import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import { startTestServer, type TestHubOptions, type TestServer } from "../testing/hub-test-server.ts";
import { handshakeRecord, RawWebSocket, toRecord } from "../testing/raw-client.ts";

// One test per line of the protocol checklist of CHECKLIST.md, under its number.

let server: TestServer;
const clients: RawWebSocket[] = [];
const ownServers: TestServer[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await Promise.all(ownServers.splice(0).map((own) => own.close()));
});

async function open(url = server.url, token = "alice"): Promise<RawWebSocket> {
  const client = await RawWebSocket.open(url, token);
  clients.push(client);
  return client;
}

async function startOwn(options: TestHubOptions): Promise<TestServer> {
  const own = await startTestServer(options);
  ownServers.push(own);
  return own;
}

/** Connected, but the handshake not sent yet. */
async function connectRaw(url = server.url): Promise<RawWebSocket> {
  const client = new RawWebSocket(`${url}?access_token=alice`);
  clients.push(client);
  await once(client.socket, "open");
  return client;
}

describe("handshake", () => {
  test("21 it is answered with {} for versions 1 and 2, and with an error and the end for anything else", async () => {
    for (const version of [1, 2]) {
      const client = await connectRaw();
      client.socket.send(toRecord({ protocol: "json", version }));
      expect(await client.inbox.next()).toEqual({});
    }
    const refused = [
      [toRecord({ protocol: "xml", version: 1 }), "The protocol 'xml' is not supported."],
      [
        toRecord({ protocol: "json", version: 3 }),
        "The server does not support version 3 of the 'json' protocol.",
      ],
      ["nonsense\u001e", "An unexpected error occurred during connection handshake."],
      ["[]\u001e", "An unexpected error occurred during connection handshake."],
      ["x".repeat(40_000), "An unexpected error occurred during connection handshake."],
      [Buffer.from([0xff, 0x1e]), "An unexpected error occurred during connection handshake."],
    ] as const;
    for (const [bytes, error] of refused) {
      const client = await connectRaw();
      client.socket.send(bytes);
      expect(await client.inbox.next()).toEqual({ error });
      await client.closed;
    }
  });

  test("21 a handshake not complete within 15 s is an error and the end", async () => {
    const clock = new FakeClock();
    const own = await startOwn({ clock });
    const client = await connectRaw(own.url);
    client.socket.send(handshakeRecord.slice(0, 10));
    clock.advance(14_000);
    expect(own.hub.stats().connections.webSockets).toBe(1);
    clock.advance(1_000);
    expect(await client.inbox.next()).toEqual({ error: "Handshake was canceled." });
    await client.closed;
  });

  test("22 bytes after the handshake in the same chunk are processed", async () => {
    const client = await connectRaw();
    client.socket.send(
      handshakeRecord + toRecord({ type: 1, invocationId: "1", target: "Add", arguments: [1, 2] }),
    );
    expect(await client.inbox.take(2)).toEqual([{}, { type: 3, invocationId: "1", result: 3 }]);
  });

  test("22 messages that come while onConnected runs are held, not dropped", async () => {
    let release: () => void = () => undefined;
    const own = await startOwn({ onConnected: () => new Promise((resolve) => (release = resolve)) });
    const client = await open(own.url);
    client.send({ type: 1, invocationId: "1", target: "Echo", arguments: ["held"] });
    await expect.poll(() => own.hub.stats().messagesReceivedTotal).toBe(1);
    expect(own.hub.stats().invocationsTotal).toBe(0);
    release();
    expect(await client.inbox.next()).toEqual({ type: 3, invocationId: "1", result: "held" });
  });

  test("22 an onConnected that throws closes without allowReconnect, and onDisconnected is not called", async () => {
    const own = await startOwn({
      onConnected: () => {
        throw new Error("not you");
      },
    });
    const client = await open(own.url);
    expect(await client.inbox.next()).toEqual({ type: 7, error: "Connection closed with an error." });
    expect(await client.closed).toBe(1000);
    expect(own.witness.disconnected).toEqual([]);
  });
});
