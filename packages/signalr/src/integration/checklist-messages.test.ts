import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestHubOptions, type TestServer } from "../testing/hub-test-server.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { RawWebSocket, toRecord } from "../testing/raw-client.ts";

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

const errorOf = async (client: RawWebSocket, target: string, ...args: unknown[]) =>
  ((await client.invoke(target, ...args)) as { error?: string }).error;

describe("messages", () => {
  test("23 unknown types, unknown properties and headers are ignored", async () => {
    const client = await open();
    client.send({ type: 99, what: "ever" }, { type: 8, sequenceId: 1 }, { type: 9, sequenceId: 1 });
    client.send({
      type: 1,
      invocationId: "1",
      target: "Echo",
      arguments: ["a"],
      headers: { a: "b" },
      more: 1,
    });
    expect(await client.inbox.next()).toEqual({ type: 3, invocationId: "1", result: "a" });
  });

  test.each([
    "not json\u001e",
    "[1]\u001e",
    "null\u001e",
    toRecord({}),
    toRecord({ type: "1", target: "Echo", arguments: [] }),
    toRecord({ type: 1, arguments: [] }),
    toRecord({ type: 1, target: 5, arguments: [] }),
    toRecord({ type: 1, target: "Echo" }),
    toRecord({ type: 1, target: "Echo", arguments: "a" }),
    toRecord({ type: 1, target: "Echo", arguments: [], invocationId: 5 }),
    toRecord({ type: 1, target: "Echo", arguments: [], streamIds: [1] }),
    toRecord({ type: 2, item: 1 }),
    toRecord({ type: 2, invocationId: "1" }),
    toRecord({ type: 3, result: 1 }),
    toRecord({ type: 3, invocationId: "1", result: 1, error: "both" }),
    toRecord({ type: 4, target: "Count", arguments: [1] }),
    toRecord({ type: 5 }),
  ])(
    "23 the malformed message %j is answered with a generic Close that allows reconnecting",
    async (record) => {
      const client = await open();
      client.socket.send(record);
      expect(await client.inbox.next()).toEqual({
        type: 7,
        error: "Connection closed with an error.",
        allowReconnect: true,
      });
      expect(await client.closed).toBe(1000);
    },
  );

  test("24 the size limit holds for a message, not for the frame it comes in", async () => {
    const client = await open();
    const message = (id: number) => ({
      type: 1,
      invocationId: String(id),
      target: "Echo",
      arguments: ["x".repeat(20_000)],
    });
    client.send(...Array.from({ length: 20 }, (_, index) => message(index)));
    expect(await client.inbox.take(20)).toHaveLength(20);
    client.send({ ...message(1), arguments: ["x".repeat(33_000)] });
    expect(await client.inbox.next()).toMatchObject({ type: 7, allowReconnect: true });
  });

  test("25 a completion leaves void out, keeps null, and is not sent when no id was given", async () => {
    const client = await open();
    client.send({ type: 1, target: "Echo", arguments: ["unanswered"] });
    client.send({ type: 1, invocationId: "v", target: "DoNothing", arguments: [] });
    client.send({ type: 1, invocationId: "n", target: "ReturnNull", arguments: [] });
    client.send({ type: 1, target: "Fail", arguments: [] });
    client.send({ type: 1, invocationId: "e", target: "Echo", arguments: ["end"] });
    expect(await client.inbox.take(3)).toEqual([
      { type: 3, invocationId: "v" },
      { type: 3, invocationId: "n", result: null },
      { type: 3, invocationId: "e", result: "end" },
    ]);
  });

  test("26 invocations run one at a time and in order, while streams and uploads do not hold the slot", async () => {
    const client = await open();
    client.send({ type: 4, invocationId: "s", target: "CountForever", arguments: [] });
    client.send({ type: 1, invocationId: "u", target: "Sum", arguments: [1], streamIds: ["up"] });
    client.send({ type: 1, invocationId: "1", target: "Wait", arguments: ["one 26"] });
    client.send({ type: 1, invocationId: "2", target: "Wait", arguments: ["two 26"] });
    await server.witness.entered("one 26");
    client.send(
      { type: 5, invocationId: "s" },
      { type: 2, invocationId: "up", item: 2 },
      { type: 3, invocationId: "up" },
    );
    const seen = new Map<string, unknown>();
    while (seen.size < 2) {
      const message = (await client.inbox.next()) as { type: number; invocationId: string };
      if (message.type === 3) seen.set(message.invocationId, message);
    }
    expect(seen.get("u")).toEqual({ type: 3, invocationId: "u", result: 3 });
    expect(seen.get("s")).toEqual({ type: 3, invocationId: "s" });
    expect(server.witness.order).not.toContain("start two 26");
    server.witness.release("one 26");
    server.witness.release("two 26");
    expect(await client.inbox.take(2)).toEqual([
      { type: 3, invocationId: "1", result: "one 26" },
      { type: 3, invocationId: "2", result: "two 26" },
    ]);
  });

  test("27 names are found in any case, and only registered ones: constructor, __proto__ and onConnected are unknown", async () => {
    const client = await open();
    expect(await client.invoke("ADD", 1, 2)).toMatchObject({ result: 3 });
    for (const name of ["constructor", "__proto__", "onConnected", "toString", "Nothing"]) {
      expect(await errorOf(client, name)).toBe(`Unknown hub method '${name}'`);
    }
  });

  test("28 arguments are validated, callers authorised, and only a HubError's text is told", async () => {
    const client = await open();
    for (const args of [[], [1], ["1", 2], [1, 2, 3], [null, 1]]) {
      expect(await errorOf(client, "Add", ...args)).toBe(
        "Failed to invoke 'Add' due to an error on the server.",
      );
    }
    expect(await errorOf(client, "AdminOnly")).toBe(
      "Failed to invoke 'AdminOnly' because user is unauthorized",
    );
    expect(await (await open(server.url, "admin")).invoke("AdminOnly")).toMatchObject({ result: "secret" });
    expect(await errorOf(client, "Fail")).toBe("An unexpected error occurred invoking 'Fail' on the server.");
    expect(await errorOf(client, "FailOpenly", "because")).toBe(
      "An unexpected error occurred invoking 'FailOpenly' on the server. HubException: because",
    );
    expect(
      server.witness.log.some(({ error }) => error instanceof Error && error.message === "secret detail"),
    ).toBe(true);
  });

  test("29 streaming mismatches have the known texts, and a cancelled stream completes once without result", async () => {
    const client = await open();
    expect(await errorOf(client, "Count", 1)).toBe(
      "The client attempted to invoke the streaming 'Count' method with a non-streaming invocation.",
    );
    client.send({ type: 4, invocationId: "a", target: "Add", arguments: [1, 2] });
    expect(await client.inbox.next()).toEqual({
      type: 3,
      invocationId: "a",
      error: "The client attempted to invoke the non-streaming 'Add' method with a streaming invocation.",
    });
    client.send({ type: 4, invocationId: "s", target: "Count", arguments: [2] });
    expect(await client.inbox.take(3)).toEqual([
      { type: 2, invocationId: "s", item: 0 },
      { type: 2, invocationId: "s", item: 1 },
      { type: 3, invocationId: "s" },
    ]);
    client.send({ type: 4, invocationId: "f", target: "CountForever", arguments: [] });
    await client.inbox.next();
    client.send({ type: 5, invocationId: "f" }, { type: 5, invocationId: "f" });
    client.send({ type: 1, invocationId: "end", target: "Echo", arguments: [1] });
    const ends: unknown[] = [];
    while (ends.length < 2) {
      const message = (await client.inbox.next()) as { type: number };
      if (message.type === 3) ends.push(message);
    }
    expect(ends).toEqual([
      { type: 3, invocationId: "f" },
      { type: 3, invocationId: "end", result: 1 },
    ]);
  });

  test("29 a reused stream id is an error, and open streams are bounded", async () => {
    const client = await open();
    client.send({ type: 1, invocationId: "1", target: "Sum", arguments: [0], streamIds: ["u"] });
    client.send({ type: 1, invocationId: "2", target: "Sum", arguments: [0], streamIds: ["u"] });
    expect(await client.inbox.next()).toEqual({
      type: 3,
      invocationId: "2",
      error: "Invocation ID 'u' is already in use.",
    });
    const own = await startOwn({ limits: { maxStreams: 1 } });
    const other = await open(own.url);
    other.send({ type: 1, invocationId: "1", target: "Sum", arguments: [0], streamIds: ["a"] });
    other.send({ type: 4, invocationId: "2", target: "Count", arguments: [1] });
    expect(await other.inbox.next()).toEqual({
      type: 3,
      invocationId: "2",
      error: "Too many streams are open on this connection.",
    });
  });

  test("30 uploads that come before the method starts are kept, 50 items through a buffer of 10", async () => {
    const client = await open();
    client.send({ type: 1, invocationId: "w", target: "Wait", arguments: ["30"] });
    client.send({ type: 1, invocationId: "u", target: "Sum", arguments: [0], streamIds: ["a"] });
    for (let item = 0; item < 50; item += 1) client.send({ type: 2, invocationId: "a", item });
    client.send({ type: 3, invocationId: "a" });
    await server.witness.entered("30");
    server.witness.release("30");
    expect(await client.inbox.take(2)).toEqual([
      { type: 3, invocationId: "w", result: "30" },
      { type: 3, invocationId: "u", result: 1225 },
    ]);
  });

  test("30 a method that reads its uploads one after the other does not hang on the one that fills first", async () => {
    const client = await open();
    client.send({
      type: 1,
      invocationId: "u",
      target: "SecondThenFirst",
      arguments: [],
      streamIds: ["n", "w"],
    });
    for (let item = 0; item < 50; item += 1) client.send({ type: 2, invocationId: "n", item: item % 10 });
    client.send(
      { type: 3, invocationId: "n" },
      { type: 2, invocationId: "w", item: "w" },
      { type: 3, invocationId: "w" },
    );
    expect(await client.inbox.next()).toEqual({
      type: 3,
      invocationId: "u",
      result: `w${"0123456789".repeat(5)}`,
    });
  });

  test("30 an upload's error is the method's HubError, an item of the wrong type fails the call, late items are ignored", async () => {
    const client = await open();
    client.send({ type: 1, invocationId: "1", target: "Sum", arguments: [0], streamIds: ["a"] });
    client.send({ type: 3, invocationId: "a", error: "sensor lost" });
    expect(await client.inbox.next()).toMatchObject({
      error: expect.stringContaining("HubException: sensor lost"),
    });
    client.send({ type: 1, invocationId: "2", target: "Sum", arguments: [0], streamIds: ["b"] });
    client.send({ type: 2, invocationId: "b", item: "no number" });
    expect(await client.inbox.next()).toMatchObject({
      error: "Failed to invoke 'Sum' due to an error on the server.",
    });
    client.send({ type: 2, invocationId: "b", item: 1 }, { type: 3, invocationId: "b" });
    expect(await client.invoke("Add", 1, 1)).toMatchObject({ result: 2 });
  });

  test("31 client results are numbered s1, s2, and an answer from another connection is ignored", async () => {
    const [asked, stranger] = [await open(), await open()];
    asked.send({ type: 1, invocationId: "1", target: "AskCaller", arguments: [7] });
    expect(await asked.inbox.next()).toEqual({ type: 1, invocationId: "s1", target: "Ask", arguments: [7] });
    stranger.send({ type: 3, invocationId: "s1", result: "forged" });
    await stranger.invoke("Echo", 1);
    asked.send({ type: 3, invocationId: "s1", result: "true" });
    expect(await asked.inbox.next()).toEqual({ type: 3, invocationId: "1", result: "true" });
    asked.send({ type: 1, invocationId: "2", target: "AskCaller", arguments: [8] });
    expect(await asked.inbox.next()).toMatchObject({ invocationId: "s2" });
    asked.send({ type: 3, invocationId: "s2", error: "no handler" });
    expect(await asked.inbox.next()).toMatchObject({
      error: expect.stringContaining("HubException: no handler"),
    });
  });

  test("31 a client result fails when its client leaves, has the wrong type or does not come in time", async () => {
    const clock = new FakeClock();
    const own = await startOwn({ clock });
    const leaver = await open(own.url);
    const { connectionId } = await connected(own, leaver);
    const left = own.hub.clients.connection(connectionId).invoke("Ask", 1);
    await leaver.inbox.next();
    leaver.socket.terminate();
    await expect(left).rejects.toThrow("The client disconnected.");

    const liar = await open(own.url);
    const wrong = own.hub.clients.connection((await connected(own, liar)).connectionId).invoke("Ask", 1);
    await liar.inbox.next();
    liar.send({ type: 3, invocationId: "s1", result: 5 });
    await expect(wrong).rejects.toThrow("value does not match its schema");

    const silent = await open(own.url);
    const late = own.hub.clients.connection((await connected(own, silent)).connectionId).invoke("Ask", 1);
    await silent.inbox.next();
    clock.advance(30_000);
    await expect(late).rejects.toThrow("The client did not answer in time.");
  });

  test("32 events that a method sends leave before its completion, in order", async () => {
    const client = await open();
    client.send({ type: 1, invocationId: "1", target: "SendThenAnswer", arguments: [20] });
    const messages = await client.inbox.take(21);
    expect(messages.slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, number) => ({ type: 1, target: "number", arguments: [number] })),
    );
    expect(messages[20]).toEqual({ type: 3, invocationId: "1", result: 20 });
  });
});

/** The id under which the hub knows the client that connected last. */
async function connected(own: TestServer, client: RawWebSocket): Promise<{ connectionId: string }> {
  await client.invoke("Echo", 1);
  const connectionId = own.witness.connected.at(-1);
  if (connectionId === undefined) throw new Error("nobody is connected");
  return { connectionId };
}
