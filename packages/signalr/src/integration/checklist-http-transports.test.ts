import { once } from "node:events";
import { request, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import { startTestServer, type TestHubOptions, type TestServer } from "../testing/hub-test-server.ts";
import {
  handshakeRecord,
  negotiate,
  openEvents,
  RawEvents,
  RawPolling,
  send,
  toRecord,
  untilTakenIn,
} from "../testing/raw-client.ts";

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

const echo = (id: string, text: string) =>
  toRecord({ type: 1, invocationId: id, target: "Echo", arguments: [text] });

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

describe("server-sent events", () => {
  test("16 the stream starts at once with a comment and the headers that keep proxies from holding it back", async () => {
    const { url } = await start();
    const { connectionToken: id } = await negotiate(url);
    const events = await RawEvents.open(`${url}?id=${id}`);
    expect(events.response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-store",
      "content-encoding": "identity",
      "x-accel-buffering": "no",
    });
    await expect.poll(() => events.raw).toBe(":\r\n");
    await send("POST", `${url}?id=${id}`, { body: handshakeRecord });
    await events.inbox.next().catch(() => undefined);
    expect(events.raw).toBe(":\r\ndata: {}\u001e\r\n\r\n");
  });

  test("16 a stream that the client closes ends the connection", async () => {
    const { url, hub, witness } = await start();
    const { events } = await openEvents(url);
    events.response.destroy();
    await expect.poll(() => witness.disconnected).toHaveLength(1);
    expect(hub.stats().connections.serverSentEvents).toBe(0);
  });

  test("16 a binary protocol is refused in the handshake", async () => {
    const { url } = await start();
    const { connectionToken: id } = await negotiate(url);
    const events = await RawEvents.open(`${url}?id=${id}`);
    await send("POST", `${url}?id=${id}`, { body: toRecord({ protocol: "messagepack", version: 1 }) });
    expect(await events.inbox.next()).toEqual({
      error: expect.stringContaining("does not support 'Binary' transfer format"),
    });
    await events.ended;
  });
});

describe("long polling", () => {
  test("17 the first poll is answered at once and empty, later ones wait, and data comes whole, in order, once", async () => {
    const server = await start();
    const { connectionToken } = await negotiate(server.url);
    const client = new RawPolling(`${server.url}?id=${connectionToken}`);
    expect(await client.poll()).toMatchObject({ status: 200, body: "" });
    const handshake = client.poll();
    await untilTakenIn(server.url, handshake);
    await client.post(handshakeRecord);
    expect(await handshake).toMatchObject({
      status: 200,
      body: "{}\u001e",
      headers: { "content-type": "application/octet-stream", "cache-control": "no-cache, no-store" },
    });
    await client.post(echo("1", "a") + echo("2", "b"));
    await expect.poll(() => server.hub.stats().bufferedBytes).toBeGreaterThan(60);
    const { body } = await client.poll();
    expect(body).toBe(
      toRecord({ type: 3, invocationId: "1", result: "a" }) +
        toRecord({ type: 3, invocationId: "2", result: "b" }),
    );
    const empty = client.poll();
    await untilTakenIn(server.url, empty);
    await client.delete();
    expect((await empty).status).toBe(204);
  });

  test("17 a poll that hears nothing for 90 s is answered empty", async () => {
    const clock = new FakeClock();
    const server = await start({ clock });
    const client = await RawPolling.open(server.url);
    const poll = client.poll();
    await untilTakenIn(server.url, poll);
    clock.advance(89_000);
    await untilTakenIn(server.url, poll);
    clock.advance(1_000);
    expect(await poll).toMatchObject({ status: 200, body: "" });
  });

  test("18 a newer poll ends the older with 204", async () => {
    const server = await start();
    const client = await RawPolling.open(server.url);
    const older = client.poll();
    await untilTakenIn(server.url, older);
    const newer = client.poll();
    expect((await older).status).toBe(204);
    await client.post(echo("1", "a"));
    expect((await newer).body).toContain('"result":"a"');
  });

  test("18 the server's close is told, then 204, then 404", async () => {
    const server = await start();
    const client = await RawPolling.open(server.url);
    await server.hub.closeConnections({ userId: "alice" });
    expect(await client.poll()).toMatchObject({ status: 200, body: toRecord({ type: 7 }) });
    expect((await client.poll()).status).toBe(204);
    expect((await client.poll()).status).toBe(404);
  });

  test("18 DELETE is answered with 202 and ends the connection cleanly", async () => {
    const server = await start();
    const client = await RawPolling.open(server.url);
    expect((await client.delete()).status).toBe(202);
    expect((await client.poll()).status).toBe(404);
    await expect
      .poll(() => server.witness.disconnected)
      .toEqual([expect.objectContaining({ error: undefined })]);
  });

  test("18 a client that leaves in mid-poll finds the queue when it comes back", async () => {
    const server = await start();
    const client = await RawPolling.open(server.url);
    const poll = request(client.url, { headers: { authorization: "Bearer alice" } });
    poll.on("error", () => undefined);
    poll.end();
    await untilTakenIn(
      server.url,
      once(poll, "response").catch(() => undefined),
    );
    poll.destroy();
    await send("POST", `${server.url}/negotiate`);
    await server.hub.clients.user("alice").send("number", 1);
    expect((await client.poll()).body).toBe(toRecord({ type: 1, target: "number", arguments: [1] }));
  });

  test("19 without a poll for 15 s the connection is reaped, a waiting poll is not inactive, and nothing pings", async () => {
    const clock = new FakeClock();
    const server = await start({ clock });
    const client = await RawPolling.open(server.url);
    const poll = client.poll();
    await untilTakenIn(server.url, poll);
    clock.advance(60_000);
    await server.hub.clients.all.send("number", 1);
    expect((await poll).body).toBe(toRecord({ type: 1, target: "number", arguments: [1] }));
    clock.advance(14_000);
    expect(server.hub.stats().connections.longPolling).toBe(1);
    clock.advance(2_000);
    expect(server.hub.stats().connections.longPolling).toBe(0);
    expect(server.hub.stats().dropsTotal).toEqual({ abandoned: 1 });
    expect((await client.poll()).status).toBe(404);
    await expect.poll(() => server.witness.disconnected).toHaveLength(1);
  });

  test("19 a poll or stream whose client left while it was being authenticated leaves nothing behind", async () => {
    const clock = new FakeClock();
    const gates: (() => void)[] = [];
    const server = await start({
      clock,
      async authenticate({ token, kind }) {
        if (kind !== "negotiate") await new Promise<void>((resolve) => gates.push(resolve));
        return token ? { userId: token, sessionId: "s" } : null;
      },
    });
    const leavers = ["*/*", "text/event-stream"].map(async (accept) => {
      const { connectionToken } = await negotiate(server.url);
      const leaver = request(`${server.url}?id=${connectionToken}&access_token=alice`, {
        headers: { accept, authorization: "Bearer alice" },
      });
      leaver.on("error", () => undefined);
      leaver.end();
      return leaver;
    });
    for (const leaver of await Promise.all(leavers)) {
      await expect.poll(() => gates).toHaveLength(2);
      leaver.destroy();
    }
    await expect.poll(async () => countConnections(server.server)).toBe(0);
    for (const open of gates) open();
    await negotiate(server.url);
    clock.advance(16_000);
    const { connections, pendingConnections } = server.hub.stats();
    expect([connections.longPolling, connections.serverSentEvents, pendingConnections]).toEqual([0, 0, 0]);
  });

  test("20 a POST body is a byte stream, and is answered only when the input queue has room", async () => {
    const server = await start({ limits: { maxQueuedInvocations: 4 } });
    const client = await RawPolling.open(server.url);
    const record = echo("1", "grüße");
    const cut = Buffer.from(record).indexOf("ü") + 1;
    expect((await client.post(Buffer.from(record).subarray(0, cut))).status).toBe(200);
    expect((await client.post(Buffer.from(record).subarray(cut))).status).toBe(200);
    expect((await client.poll()).body).toContain('"result":"grüße"');

    const wait = (key: string) => toRecord({ type: 1, invocationId: key, target: "Wait", arguments: [key] });
    const held = client.post(["a", "b", "c", "d", "e", "f"].map(wait).join(""));
    await server.witness.entered("a");
    await untilTakenIn(server.url, held);
    for (const key of ["a", "b", "c", "d", "e", "f"]) server.witness.release(key);
    expect((await held).status).toBe(200);
  });

  test("20 concurrent POSTs are taken one after another", async () => {
    const server = await start({ limits: { maxQueuedInvocations: 2 } });
    const client = await RawPolling.open(server.url);
    const wait = (key: string) => toRecord({ type: 1, invocationId: key, target: "Wait", arguments: [key] });
    const first = client.post(["a", "b", "c"].map(wait).join(""));
    await server.witness.entered("a");
    await untilTakenIn(server.url, first);
    const second = client.post(wait("d"));
    await untilTakenIn(server.url, second);
    for (const key of ["a", "b", "c", "d"]) server.witness.release(key);
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    await server.witness.entered("d");
    expect(server.witness.order.filter((entry) => entry.startsWith("start"))).toEqual([
      "start a",
      "start b",
      "start c",
      "start d",
    ]);
  });
});
