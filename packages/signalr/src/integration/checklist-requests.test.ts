import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { HubUnavailableError } from "../index.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { startTestServer, type TestHubOptions, type TestServer } from "../testing/hub-test-server.ts";
import { handshakeRecord, negotiate, RawEvents, RawWebSocket, send } from "../testing/raw-client.ts";

// One test per line of the protocol checklist of CHECKLIST.md, under its number.

const servers: TestServer[] = [];
async function start(options: TestHubOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe("negotiate", () => {
  test("1 missing, bad or expired tokens get exactly 401 with nothing in the body", async () => {
    const { url } = await start();
    for (const token of [null, "bad"]) {
      const answer = await send("POST", `${url}/negotiate?negotiateVersion=1`, { token });
      expect([answer.status, answer.body]).toEqual([401, ""]);
    }
  });

  test("1 an authenticate that throws answers 500 without details", async () => {
    const { url, witness } = await start({
      authenticate: () => {
        throw new Error("secret");
      },
    });
    const answer = await send("POST", `${url}/negotiate`);
    expect([answer.status, answer.body]).toEqual([500, ""]);
    expect(witness.log.map(({ message }) => message)).toContain("authenticate failed");
  });

  test("1 an authenticate that cannot say at the moment answers 503 everywhere, without details", async () => {
    const { url, witness } = await start({
      authenticate: () => {
        throw new HubUnavailableError("secret");
      },
    });
    for (const [method, target] of [
      ["POST", `${url}/negotiate`],
      ["GET", url],
      ["POST", url],
    ] as const) {
      const answer = await send(method, target);
      expect([answer.status, answer.body], `${method} ${target}`).toEqual([503, ""]);
    }
    expect(await new RawWebSocket(`${url}?access_token=alice`).refusal()).toBe(503);
    expect(new Set(witness.log.map(({ level }) => level))).toEqual(new Set(["warn"]));
  });

  test("2 query keys are case-insensitive, the version absent is 0, above 1 is 1, and no number is an error with 200", async () => {
    const { url } = await start();
    const version = async (query: string) =>
      JSON.parse((await send("POST", `${url}/negotiate${query}`)).body);
    expect(await version("")).toMatchObject({ negotiateVersion: 0 });
    expect(await version("?NEGOTIATEVERSION=1")).toMatchObject({ negotiateVersion: 1 });
    expect(await version("?negotiateVersion=7")).toMatchObject({ negotiateVersion: 1 });
    const refused = await send("POST", `${url}/negotiate?negotiateVersion=x`);
    expect(refused.status).toBe(200);
    expect(JSON.parse(refused.body)).toEqual({ error: expect.any(String) });
  });

  test("3 version 1 tells a public id and a secret token apart, version 0 has one id and no token", async () => {
    const { url } = await start();
    const one = await negotiate(url);
    expect(one.connectionId).toMatch(/^[\w-]{22}$/);
    expect(one.connectionToken).toMatch(/^[\w-]{22}$/);
    expect(one.connectionId).not.toBe(one.connectionToken);
    const zero = JSON.parse((await send("POST", `${url}/negotiate`)).body);
    expect(zero).not.toHaveProperty("connectionToken");
    expect((await send("GET", `${url}?id=${zero.connectionId}`)).status).toBe(200);
    expect((await send("GET", `${url}?id=${one.connectionId}`)).status).toBe(404);
  });

  test("4 transports come in order, uncached as JSON, without stateful reconnect; other methods get 405", async () => {
    const { url } = await start();
    const answer = await send("POST", `${url}/negotiate?negotiateVersion=1&useStatefulReconnect=true`);
    expect(JSON.parse(answer.body).availableTransports).toEqual([
      { transport: "WebSockets", transferFormats: ["Text", "Binary"] },
      { transport: "ServerSentEvents", transferFormats: ["Text"] },
      { transport: "LongPolling", transferFormats: ["Text", "Binary"] },
    ]);
    expect(JSON.parse(answer.body)).not.toHaveProperty("useStatefulReconnect");
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["cache-control"]).toContain("no-store");
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect((await send(method, `${url}/negotiate`)).status).toBe(405);
    }
  });

  test("5 pending connections are bounded with 503, and give their place back when never used", async () => {
    const clock = new FakeClock();
    const { url, hub } = await start({ clock, limits: { maxPendingConnections: 2 } });
    await negotiate(url);
    await negotiate(url);
    expect((await send("POST", `${url}/negotiate`)).status).toBe(503);
    clock.advance(15_000);
    expect(hub.stats().pendingConnections).toBe(0);
    expect((await send("POST", `${url}/negotiate`)).status).toBe(200);
  });

  test("5 a hub that is shutting down answers 503", async () => {
    const { url, hub } = await start();
    await hub.shutdown();
    expect((await send("POST", `${url}/negotiate`)).status).toBe(503);
  });
});

describe("requests", () => {
  test("6 every request is authenticated, and the query's token counts only for WebSocket and event stream", async () => {
    const { url } = await start();
    const { connectionToken: id } = await negotiate(url);
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await send(method, `${url}?id=${id}`, { token: null })).status).toBe(401);
      expect((await send(method, `${url}?id=${id}&access_token=alice`, { token: null })).status).toBe(401);
    }
    expect((await send("POST", `${url}/negotiate?access_token=alice`, { token: null })).status).toBe(401);
    expect(await new RawWebSocket(url).refusal()).toBe(401);
    const events = await RawEvents.open(`${url}?id=${id}`);
    expect(events.response.statusCode).toBe(200);
    const client = await RawWebSocket.open(url);
    expect(await client.invoke("WhoAmI")).toMatchObject({ result: "alice" });
  });

  test("7 another user's request for a connection gets 403", async () => {
    const { url } = await start();
    const { connectionToken: id } = await negotiate(url, "alice");
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await send(method, `${url}?id=${id}`, { token: "bob" })).status).toBe(403);
    }
    expect(await new RawWebSocket(`${url}?id=${id}&access_token=bob`).refusal()).toBe(403);
  });

  test("8 no id is 400 and an unknown id is 404", async () => {
    const { url } = await start();
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await send(method, url)).status).toBe(400);
      expect((await send(method, `${url}?id=unknown`)).status).toBe(404);
    }
    expect(await new RawWebSocket(`${url}?id=unknown&access_token=alice`).refusal()).toBe(404);
  });

  test("8 a second live transport is 409, another kind of transport 400", async () => {
    const { url } = await start();
    const stream = { accept: "text/event-stream" };
    const { connectionToken: events } = await negotiate(url);
    await RawEvents.open(`${url}?id=${events}`);
    expect((await send("GET", `${url}?id=${events}`, { headers: stream })).status).toBe(409);
    expect((await send("GET", `${url}?id=${events}`)).status).toBe(400);
    expect(await new RawWebSocket(`${url}?id=${events}&access_token=alice`).refusal()).toBe(400);

    const { connectionToken: polling } = await negotiate(url);
    await send("GET", `${url}?id=${polling}`);
    expect((await send("GET", `${url}?id=${polling}`, { headers: stream })).status).toBe(400);

    const { connectionToken: socket } = await negotiate(url);
    await once(new RawWebSocket(`${url}?id=${socket}&access_token=alice`).socket, "open");
    expect(await new RawWebSocket(`${url}?id=${socket}&access_token=alice`).refusal()).toBe(409);
    expect((await send("GET", `${url}?id=${socket}`)).status).toBe(400);
  });

  test("8 POST to a WebSocket connection is 405, DELETE to anything but long polling 400", async () => {
    const { url } = await start();
    const { connectionToken: socket } = await negotiate(url);
    await once(new RawWebSocket(`${url}?id=${socket}&access_token=alice`).socket, "open");
    expect((await send("POST", `${url}?id=${socket}`, { body: handshakeRecord })).status).toBe(405);
    expect((await send("DELETE", `${url}?id=${socket}`)).status).toBe(400);
    const { connectionToken: events } = await negotiate(url);
    await RawEvents.open(`${url}?id=${events}`);
    expect((await send("DELETE", `${url}?id=${events}`)).status).toBe(400);
  });

  test("8 a transport that the hub does not offer is not found", async () => {
    const { url } = await start({ transports: ["longPolling"] });
    const answer = await send("POST", `${url}/negotiate?negotiateVersion=1`);
    expect(JSON.parse(answer.body).availableTransports).toHaveLength(1);
    expect(await new RawWebSocket(`${url}?access_token=alice`).refusal()).toBe(404);
  });

  test("9 a 401 on a poll or POST leaves the connection alive for the retry", async () => {
    const { url } = await start();
    const { connectionToken: id } = await negotiate(url);
    await send("GET", `${url}?id=${id}`);
    expect((await send("POST", `${url}?id=${id}`, { token: "bad", body: "x" })).status).toBe(401);
    expect((await send("GET", `${url}?id=${id}`, { token: "bad" })).status).toBe(401);
    expect((await send("POST", `${url}?id=${id}`, { body: handshakeRecord })).status).toBe(200);
    expect((await send("GET", `${url}?id=${id}`)).body).toBe("{}\u001e");
  });

  test("10 a revoked session is closed at once and for good, on every transport and before it is used", async () => {
    const { url, hub, witness } = await start();
    const socket = await RawWebSocket.open(url, "alice/s1");
    const other = await RawWebSocket.open(url, "alice/s2");
    const unused = await negotiate(url, "alice/s1");
    expect(await hub.closeConnections({ sessionId: "s1" }, { error: "Session revoked" })).toBe(2);
    expect(await socket.inbox.next()).toEqual({ type: 7, error: "Session revoked" });
    expect(await socket.closed).toBe(1000);
    const late = await send("GET", `${url}?id=${unused.connectionToken}`, { token: "alice/s1" });
    expect(late.status).toBe(404);
    expect(await other.invoke("WhoAmI")).toMatchObject({ result: "alice" });
    expect(witness.disconnected).toHaveLength(1);
    expect(await hub.closeConnections({ userId: "alice" })).toBe(1);
    expect(await other.closed).toBe(1000);
  });
});

test("10 a session revoked while its request is being authenticated does not slip through", async () => {
  let release: () => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const { url, hub } = await start({
    async authenticate({ token }) {
      if (token === "slow") {
        asked();
        await new Promise<void>((resolve) => (release = resolve));
      }
      return { userId: "alice", sessionId: token ?? "" };
    },
  });
  const refused = new RawWebSocket(`${url}?access_token=slow`).refusal();
  await isAsked;
  await hub.closeConnections({ sessionId: "slow" });
  await hub.closeConnections({ sessionId: "another" });
  release();
  expect(await refused).toBe(401);
  const client = await RawWebSocket.open(url, "another");
  expect(await client.invoke("WhoAmI")).toMatchObject({ result: "alice" });
});

describe("websocket", () => {
  test("11 a socket that breaks while it is being authenticated harms nobody", async () => {
    let release: () => void = () => undefined;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { url, port } = await start({
      async authenticate({ token }) {
        if (token !== "slow") return { userId: "alice", sessionId: "s" };
        asked();
        await new Promise<void>((resolve) => (release = resolve));
        return { userId: "alice", sessionId: "s" };
      },
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "GET /hub?access_token=slow HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    await isAsked;
    socket.resetAndDestroy();
    await once(socket, "close");
    release();
    const client = await RawWebSocket.open(url);
    expect(await client.invoke("Add", 1, 1)).toMatchObject({ result: 2 });
  });

  test("12 JSON goes out in text frames, and comes in by either opcode, many to a frame or split anywhere", async () => {
    const { url } = await start();
    const client = await RawWebSocket.open(url);
    const invocation = (id: string, text: string) =>
      Buffer.from(`{"type":1,"invocationId":"${id}","target":"Echo","arguments":["${text}"]}\u001e`);
    client.socket.send(Buffer.concat([invocation("1", "a"), invocation("2", "b")]), { binary: true });
    const split = invocation("3", "ü🌍");
    for (const byte of split) client.socket.send(Buffer.from([byte]), { binary: false });
    expect(await client.inbox.take(3)).toEqual([
      { type: 3, invocationId: "1", result: "a" },
      { type: 3, invocationId: "2", result: "b" },
      { type: 3, invocationId: "3", result: "ü🌍" },
    ]);
    expect(client.binaryFrames).not.toContain(true);
  });

  test("13 every outbound frame, event and poll body holds whole messages", async () => {
    const { url, hub } = await start();
    const socket = await RawWebSocket.open(url);
    const events = await (async () => {
      const { connectionToken: id } = await negotiate(url);
      const stream = await RawEvents.open(`${url}?id=${id}`);
      await send("POST", `${url}?id=${id}`, { body: handshakeRecord });
      await stream.inbox.next();
      return stream;
    })();
    const { connectionToken: polling } = await negotiate(url);
    await send("GET", `${url}?id=${polling}`);
    await send("POST", `${url}?id=${polling}`, { body: handshakeRecord });
    await send("GET", `${url}?id=${polling}`);
    for (let index = 0; index < 50; index += 1)
      void hub.clients.all.send("said", "x".repeat(index * 100), "\n\r\u001f");
    await socket.inbox.take(50);
    await events.inbox.take(50);
    const poll = await send("GET", `${url}?id=${polling}`);
    for (const payload of [...socket.inbox.payloads, ...events.inbox.payloads.filter(Boolean), poll.body]) {
      expect(payload.endsWith("\u001e")).toBe(true);
    }
    expect(poll.body.split("\u001e")).toHaveLength(51);
  });

  test("14 an empty close frame is answered with 1000, and an oversized frame with 1009", async () => {
    const { url } = await start({ limits: { maxFrameBytes: 100_000 } });
    const polite = await RawWebSocket.open(url);
    polite.socket.close();
    expect(await polite.closed).toBe(1000);
    const greedy = await RawWebSocket.open(url);
    greedy.socket.send("x".repeat(100_001));
    expect(await greedy.closed).toBe(1009);
  });

  test("14 a peer that does not close its side within 5 s is cut", async () => {
    const clock = new FakeClock();
    const { url, hub } = await start({ clock });
    const client = await RawWebSocket.open(url);
    client.socket.pause();
    await hub.closeConnections({ userId: "alice" });
    clock.advance(4_000);
    expect(hub.stats().connections.webSockets).toBe(1);
    clock.advance(1_000);
    await expect.poll(() => hub.stats().connections.webSockets).toBe(0);
    client.socket.terminate();
  });

  test("15 no compression is agreed", async () => {
    const { url } = await start();
    const client = new RawWebSocket(`${url}?access_token=alice`, { perMessageDeflate: true });
    await once(client.socket, "open");
    expect(client.socket.extensions).toBe("");
  });
});
