import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HubConnectionState } from "@microsoft/signalr";
import { afterEach, describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import {
  createClient,
  startTestServer,
  type TestHubOptions,
  type TestServer,
} from "../testing/hub-test-server.ts";
import { openEvents, RawPolling, RawWebSocket, untilTakenIn } from "../testing/raw-client.ts";

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

const ping = { type: 6 };
const pingsOf = ({ records }: { records: unknown[] }) =>
  records.filter((record) => (record as { type?: number }).type === 6).length;

/** Connects a client that never reads: its socket fills up. */
async function openStuck(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "GET /hub?access_token=stuck HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(socket, "data");
  const handshake = Buffer.from('{"protocol":"json","version":1}\u001e');
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | handshake.length, 0, 0, 0, 0]), handshake]));
  await once(socket, "data");
  socket.pause();
  socket.on("error", () => undefined);
  return socket;
}

describe("liveness", () => {
  test("34 the server pings after 15 s without sending, over WebSockets and event streams, never over long polling", async () => {
    const clock = new FakeClock();
    const { url, hub } = await start({ clock });
    const socket = await RawWebSocket.open(url);
    const { events } = await openEvents(url);
    clock.advance(10_000);
    await hub.clients.all.send("number", 1);
    await socket.inbox.next();
    await events.inbox.next();
    clock.advance(14_000);
    expect([pingsOf(socket.inbox), pingsOf(events.inbox)]).toEqual([0, 0]);
    clock.advance(1_000);
    await expect.poll(() => [pingsOf(socket.inbox), pingsOf(events.inbox)]).toEqual([1, 1]);
    const polling = await RawPolling.open(url);
    const poll = polling.poll();
    await untilTakenIn(url, poll);
    clock.advance(30_000);
    await polling.delete();
    expect(await poll).toMatchObject({ status: 204, body: "" });
  });

  test("34 a client that has pinged and then says nothing for 30 s is closed, one that never pinged is not", async () => {
    const clock = new FakeClock();
    const { url, hub } = await start({ clock });
    const [pinger, quiet] = [await RawWebSocket.open(url), await RawWebSocket.open(url)];
    pinger.send(ping);
    await pinger.invoke("Echo", 1);
    clock.advance(29_000);
    expect(hub.stats().connections.webSockets).toBe(2);
    clock.advance(1_000);
    expect(await pinger.inbox.next()).toMatchObject({ type: 7, allowReconnect: true });
    await pinger.closed;
    expect(await quiet.invoke("Echo", 1)).toMatchObject({ result: 1 });
    expect(hub.stats().dropsTotal).toEqual({ clientTimeout: 1 });
  });

  test("34 the client's time-out stands still while one of its methods runs", async () => {
    const clock = new FakeClock();
    const { url, witness } = await start({ clock });
    const client = await RawWebSocket.open(url);
    client.send(ping, { type: 1, invocationId: "1", target: "Wait", arguments: ["34"] });
    await witness.entered("34");
    clock.advance(120_000);
    witness.release("34");
    expect(await client.inbox.next()).toEqual({ type: 3, invocationId: "1", result: "34" });
  });
});

describe("closing", () => {
  test("35 a client's Close ends its connection without an error", async () => {
    const { url, witness } = await start();
    const client = await RawWebSocket.open(url);
    client.send({ type: 7 });
    expect(await client.closed).toBe(1000);
    expect(witness.disconnected).toEqual([expect.objectContaining({ error: undefined })]);
  });

  test("35 the official client reconnects after a shutdown, and stays away after a deliberate end", async () => {
    const { url, hub } = await start();
    const deliberate = createClient(url, { token: "mallory", reconnectDelaysMs: [60_000] });
    const closed = new Promise<Error | undefined>((resolve) => deliberate.onclose(resolve));
    await deliberate.start();
    await hub.closeConnections({ userId: "mallory" }, { error: "Account disabled" });
    expect((await closed)?.message).toContain("Account disabled");
    expect(deliberate.state).toBe(HubConnectionState.Disconnected);

    const client = createClient(url, { reconnectDelaysMs: [60_000] });
    const reconnecting = new Promise<void>((resolve) => client.onreconnecting(() => resolve()));
    await client.start();
    await hub.shutdown();
    await reconnecting;
    expect(client.state).toBe(HubConnectionState.Reconnecting);
    await client.stop();
  });

  test("36 an ending fails streams, uploads and results, leaves groups, and calls onDisconnected once, after onConnected", async () => {
    let release: () => void = () => undefined;
    const { url, hub, witness } = await start({
      onConnected: () => new Promise<void>((resolve) => (release = resolve)),
    });
    const early = await RawWebSocket.open(url);
    early.socket.terminate();
    await expect.poll(() => hub.stats().connections.webSockets).toBe(0);
    expect(witness.disconnected).toEqual([]);
    release();
    await expect.poll(() => witness.disconnected).toHaveLength(1);

    const client = await RawWebSocket.open(url);
    release();
    await client.invoke("Join", "room");
    expect(hub.stats().groups).toBe(1);
    client.send({ type: 4, invocationId: "s", target: "CountForever", arguments: [] });
    client.send({ type: 1, invocationId: "u", target: "Sum", arguments: [0], streamIds: ["a"] });
    client.send({ type: 1, invocationId: "r", target: "AskCaller", arguments: [1] });
    client.send({ type: 1, invocationId: "q", target: "Echo", arguments: [1] });
    for (let asked: unknown = null; (asked as { target?: string } | null)?.target !== "Ask";)
      asked = await client.inbox.next();
    client.socket.terminate();
    await expect.poll(() => witness.disconnected).toHaveLength(2);
    expect(hub.stats().groups).toBe(0);
    await witness.entered("stream ended");
    const failures = () => witness.log.filter(({ message }) => /'(Sum|AskCaller)' failed/.test(message));
    await expect.poll(() => failures()).toHaveLength(2);
  });

  test("36 abort ends the connection for good, after which its running method is told", async () => {
    const { url, witness } = await start();
    const client = await RawWebSocket.open(url);
    client.send({ type: 1, invocationId: "1", target: "Abort", arguments: [] });
    expect(await client.inbox.next()).toEqual({ type: 7 });
    await client.closed;
    await expect.poll(() => witness.disconnected).toHaveLength(1);
  });

  test("37 a shutdown tells all clients, ends open polls and streams, refuses new ones, and lets the server close", async () => {
    const server = await start();
    const socket = await RawWebSocket.open(server.url);
    const { events } = await openEvents(server.url);
    const [polling, idle] = [await RawPolling.open(server.url), await RawPolling.open(server.url)];
    const poll = polling.poll();
    await untilTakenIn(server.url, poll);
    await server.hub.shutdown();
    const goodbye = { type: 7, allowReconnect: true };
    expect(await socket.inbox.next()).toEqual(goodbye);
    expect(await socket.closed).toBe(1000);
    expect(await events.inbox.next()).toEqual(goodbye);
    await events.ended;
    expect((await poll).body).toBe('{"type":7,"allowReconnect":true}\u001e');
    expect((await idle.poll()).status).toBe(404);
    expect(await new RawWebSocket(`${server.url}?access_token=alice`).refusal()).toBe(503);
    expect(server.witness.disconnected).toHaveLength(4);
  });

  test("38 a client that does not read is dropped at the cap while the others get everything", async () => {
    const { url, port, hub } = await start({ clock: new FakeClock() });
    const stuck = await openStuck(port);
    const reader = await RawWebSocket.open(url);
    const text = "x".repeat(20_000);
    let sent = 0;
    while (hub.stats().connections.webSockets === 2 && sent < 2_000) {
      await hub.clients.all.send("said", "server", text);
      await reader.inbox.next();
      sent += 1;
      if (hub.stats().dropsTotal.slow) break;
    }
    expect(hub.stats().dropsTotal).toEqual({ slow: 1 });
    expect(hub.stats().bufferedBytes).toBeLessThan(2 * 1024 * 1024);
    stuck.destroy();
  });

  test("38 a client whose unsent bytes stand still for 10 s is dropped", async () => {
    const clock = new FakeClock();
    const { port, hub } = await start({ clock, limits: { maxOutboundBytes: Number.POSITIVE_INFINITY } });
    const stuck = await openStuck(port);
    // More than the system's own buffers take.
    while (hub.stats().bufferedBytes < 2_000_000) {
      void hub.clients.all.send("said", "server", "x".repeat(500_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    clock.advance(10_000);
    expect(hub.stats().dropsTotal).toEqual({});
    clock.advance(2_000);
    expect(hub.stats().dropsTotal).toEqual({ stalled: 1 });
    stuck.destroy();
  });

  test("39 a flood of invocations is read only as fast as it is worked off, and all of it is answered", async () => {
    const { url, hub, witness } = await start();
    const client = await RawWebSocket.open(url);
    client.send({ type: 1, invocationId: "w", target: "Wait", arguments: ["39"] });
    await witness.entered("39");
    for (let index = 0; index < 10_000; index += 1) {
      client.send({ type: 1, invocationId: String(index), target: "Echo", arguments: ["x".repeat(100)] });
    }
    // Until nothing more is read, though far from all has been.
    let read = -1;
    await expect
      .poll(() => read === (read = hub.stats().messagesReceivedTotal), { interval: 100 })
      .toBe(true);
    expect(read).toBeLessThan(5_000);
    witness.release("39");
    const answers = (await client.inbox.take(10_001)) as { invocationId: string; result: string }[];
    expect(answers.map(({ invocationId }) => invocationId)).toEqual([
      "w",
      ...Array.from({ length: 10_000 }, (_, index) => String(index)),
    ]);
  });

  test("39 a flood does not keep a client's answer from the method that waits for it", async () => {
    const { url } = await start({ limits: { maxQueuedInvocations: 4 } });
    const client = await RawWebSocket.open(url);
    client.send({ type: 1, invocationId: "ask", target: "AskCaller", arguments: [1] });
    await client.inbox.next();
    for (let index = 0; index < 50; index += 1) {
      client.send({ type: 1, invocationId: String(index), target: "Echo", arguments: [index] });
    }
    client.send({ type: 3, invocationId: "s1", result: "here" });
    expect(await client.inbox.next()).toEqual({ type: 3, invocationId: "ask", result: "here" });
    expect(await client.inbox.take(50)).toHaveLength(50);
  });

  test("39 a method that waits for a client which drowns it in other calls ends that connection in the end", async () => {
    const clock = new FakeClock();
    const limits = { maxQueuedInvocations: 4, clientResultTimeoutMs: 60_000 };
    const { url, hub } = await start({ clock, limits });
    const client = await RawWebSocket.open(url);
    client.send({
      type: 1,
      invocationId: "u",
      target: "SecondThenFirst",
      arguments: [],
      streamIds: ["n", "w"],
    });
    client.send({ type: 1, invocationId: "w", target: "Wait", arguments: ["forever"] });
    for (let index = 0; index < 1_000; index += 1) client.send({ type: 2, invocationId: "n", item: index });
    await expect.poll(() => hub.stats().messagesReceivedTotal).toBeGreaterThan(161);
    clock.advance(59_000);
    expect(hub.stats().dropsTotal).toEqual({});
    clock.advance(2_000);
    expect(hub.stats().dropsTotal).toEqual({ stalled: 1 });
  });

  test("42 the user's group comes from the token, and membership holds before the completion", async () => {
    const { url, hub } = await start();
    const client = await RawWebSocket.open(url);
    expect(await client.invoke("JoinUserGroup", "bob")).toMatchObject({
      error: expect.stringContaining("Failed to invoke"),
    });
    client.send({ type: 1, invocationId: "1", target: "JoinUserGroup", arguments: [] });
    expect(await client.inbox.next()).toEqual({ type: 3, invocationId: "1" });
    await hub.clients.group("user:bob").send("number", 1);
    await hub.clients.group("user:alice").send("number", 2);
    expect(await client.inbox.next()).toEqual({ type: 1, target: "number", arguments: [2] });
  });
});
