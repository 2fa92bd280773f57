import { Subject, type HubConnection } from "@microsoft/signalr";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TransportName } from "../index.ts";
import {
  createClient,
  startTestServer,
  type ClientOptions,
  type TestServer,
} from "../testing/hub-test-server.ts";

let server: TestServer;
const clients: HubConnection[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

async function start(options: ClientOptions): Promise<HubConnection> {
  const client = createClient(server.url, options);
  clients.push(client);
  await client.start();
  return client;
}

function collect<Item>(client: HubConnection, method: string, ...args: unknown[]): Promise<Item[]> {
  const items: Item[] = [];
  return new Promise((resolve, reject) => {
    client
      .stream<Item>(method, ...args)
      .subscribe({ next: (item) => items.push(item), complete: () => resolve(items), error: reject });
  });
}

/** Resolves with the arguments of the next event. */
function nextEvent(client: HubConnection, event: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    const listener = (...args: unknown[]) => {
      client.off(event, listener);
      resolve(args);
    };
    client.on(event, listener);
  });
}

const ways: { transport: TransportName; protocol: "json" | "messagepack" }[] = [
  { transport: "webSockets", protocol: "json" },
  { transport: "serverSentEvents", protocol: "json" },
  { transport: "longPolling", protocol: "json" },
  { transport: "webSockets", protocol: "messagepack" },
  { transport: "longPolling", protocol: "messagepack" },
];

describe.each(ways)("the official client over $transport in $protocol", ({ transport, protocol }) => {
  test("invokes a method and gets its result, text of any script included", async () => {
    const client = await start({ transport, protocol });
    expect(await client.invoke("Add", 2, 3)).toBe(5);
    expect(await client.invoke("Echo", "grüße 🌍\u2028\r\n")).toBe("grüße 🌍\u2028\r\n");
    expect(await client.invoke("ReturnNull")).toBeNull();
    expect(await client.invoke("DoNothing")).toBeUndefined();
  });

  test("gets the error of a failing method", async () => {
    const client = await start({ transport, protocol });
    await expect(client.invoke("FailOpenly", "why")).rejects.toThrow(
      "An unexpected error occurred invoking 'FailOpenly' on the server. HubException: why",
    );
  });

  test("sends without waiting and receives events of all, of a group and of a user", async () => {
    const alice = await start({ transport, protocol, token: "alice" });
    const bob = await start({ transport, protocol, token: "bob" });
    const toAll = nextEvent(bob, "said");
    await alice.send("Broadcast", "to all");
    expect(await toAll).toEqual(["alice", "to all"]);

    await bob.invoke("Join", "room");
    const toGroup = nextEvent(bob, "said");
    await alice.send("SendToGroup", "room", "to the room");
    expect(await toGroup).toEqual(["alice", "to the room"]);

    const toUser = nextEvent(bob, "said");
    await alice.send("SendToUser", "bob", "to bob");
    expect(await toUser).toEqual(["alice", "to bob"]);
  });

  test("streams from the server to its end and to an error", async () => {
    const client = await start({ transport, protocol });
    expect(await collect(client, "Count", 100)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    await expect(collect(client, "FailInStream")).rejects.toThrow("HubException: no more");
  });

  test("cancels a stream, which ends the method's iterator", async () => {
    const client = await start({ transport, protocol });
    await new Promise<void>((resolve) => {
      const subscription = client.stream("CountForever").subscribe({
        next: (item) => {
          if (item !== 3) return;
          subscription.dispose();
          resolve();
        },
        complete: () => undefined,
        error: () => undefined,
      });
    });
    await server.witness.entered("stream ended");
  });

  test("uploads streams, and streams both ways at once", async () => {
    const client = await start({ transport, protocol });
    const numbers = new Subject<number>();
    const sum = client.invoke("Sum", 1, numbers);
    for (let number = 0; number < 50; number += 1) numbers.next(number);
    numbers.complete();
    expect(await sum).toBe(1 + 1225);

    const upward = new Subject<number>();
    const doubled = collect<number>(client, "Doubled", upward);
    for (const number of [1, 2, 3]) upward.next(number);
    upward.complete();
    expect(await doubled).toEqual([2, 4, 6]);
  });

  test("tells the method of an upload that ends in an error", async () => {
    const client = await start({ transport, protocol });
    const numbers = new Subject<number>();
    const sum = client.invoke("Sum", 0, numbers);
    numbers.error(new Error("sensor lost"));
    await expect(sum).rejects.toThrow("HubException: sensor lost");
  });

  test("answers a call of the server in the middle of its own call", async () => {
    const client = await start({ transport, protocol });
    client.on("Ask", (number: number) => `got ${number}`);
    expect(await client.invoke("AskCaller", 7)).toBe("got 7");
  });

  test("stops, and the hub sees it leave once and without an error", async () => {
    const client = await start({ transport, protocol });
    const id = await client.invoke("Echo", client.connectionId);
    await client.stop();
    await expect
      .poll(() => server.witness.disconnected.filter(({ connectionId }) => connectionId === id))
      .toEqual([{ connectionId: id, error: undefined }]);
  });
});

test("the official client connects over WebSockets without negotiating", async () => {
  const client = await start({ skipNegotiation: true });
  expect(await client.invoke("WhoAmI")).toBe("alice");
});

test("a JSON and a MessagePack client hear the same event, bytes and dates included where MessagePack has them", async () => {
  const json = await start({ protocol: "json", token: "alice" });
  const packed = await start({ protocol: "messagepack", token: "bob" });
  const heard = [nextEvent(json, "said"), nextEvent(packed, "said")];
  await json.invoke("Broadcast", "hello");
  expect(await Promise.all(heard)).toEqual([
    ["alice", "hello"],
    ["alice", "hello"],
  ]);
  const date = new Date("2026-01-02T03:04:05.678Z");
  expect(await packed.invoke("Echo", [date, new Uint8Array([1, 2, 3])])).toEqual([
    date,
    new Uint8Array([1, 2, 3]),
  ]);
});
