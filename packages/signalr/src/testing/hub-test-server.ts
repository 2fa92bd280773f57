import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import { MessagePackHubProtocol } from "@microsoft/signalr-protocol-msgpack";
import { decode, encode } from "@msgpack/msgpack";
import { z } from "zod";
import {
  attachHubs,
  createHub,
  createMessagePackProtocol,
  defineHubContract,
  HubError,
  jsonProtocol,
} from "../index.ts";
import type { Backplane, Clock, Hub, HubLimits, HubLogEvent, HubRequest, TransportName } from "../index.ts";

/** A hub that has one method for everything the protocol can do. */
export const testContract = defineHubContract({
  methods: {
    Echo: { args: [z.unknown()], result: z.unknown() },
    Add: { args: [z.number(), z.number()], result: z.number() },
    ReturnNull: { args: [], result: z.null() },
    DoNothing: { args: [] },
    Fail: { args: [] },
    FailOpenly: { args: [z.string()] },
    AdminOnly: { args: [], result: z.string() },
    Wait: { args: [z.string()], result: z.string() },
    Broadcast: { args: [z.string()] },
    SendToGroup: { args: [z.string(), z.string()] },
    SendToUser: { args: [z.string(), z.string()] },
    SendToOthers: { args: [z.string()] },
    SendThenAnswer: { args: [z.number()], result: z.number() },
    Join: { args: [z.string()] },
    Leave: { args: [z.string()] },
    JoinUserGroup: { args: [] },
    WhoAmI: { args: [], result: z.string() },
    Count: { args: [z.number()], stream: z.number() },
    CountForever: { args: [], stream: z.number() },
    FailInStream: { args: [], stream: z.number() },
    Sum: { args: [z.number()], uploads: [z.number()], result: z.number() },
    SecondThenFirst: { args: [], uploads: [z.number(), z.string()], result: z.string() },
    Doubled: { args: [], uploads: [z.number()], stream: z.number() },
    AskCaller: { args: [z.number()], result: z.string() },
    Abort: { args: [] },
  },
  events: { said: [z.string(), z.string()], number: z.number() },
  clientMethods: { Ask: { args: [z.number()], result: z.string() } },
});

export type TestContract = typeof testContract;
export type TestUser = { userId: string; sessionId: string };

export type TestHubOptions = {
  readonly backplane?: Backplane;
  readonly limits?: Partial<HubLimits>;
  readonly clock?: Clock;
  readonly transports?: readonly TransportName[];
  readonly ticketSecrets?: readonly string[];
  readonly authenticate?: (request: HubRequest) => TestUser | null | Promise<TestUser | null>;
  readonly onConnected?: (connectionId: string) => void | Promise<void>;
};

/** What happened inside the hub, for tests to look at. */
export type Witness = {
  readonly connected: string[];
  readonly disconnected: { connectionId: string; error: string | undefined }[];
  readonly log: HubLogEvent[];
  readonly order: string[];
  /** Lets `Wait(key)` answer; waits for the call if it has not come. */
  release(key: string): void;
  /** Resolves when `Wait(key)` has been entered. */
  entered(key: string): Promise<void>;
};

/** Tokens are `user` or `user/session`; `bad` and nothing are refused. */
export function authenticateTestUser({ token }: HubRequest): TestUser | null {
  if (!token || token === "bad") return null;
  const [userId = "", sessionId = "default"] = token.split("/");
  return { userId, sessionId };
}

class Gate {
  readonly opened: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => (this.open = resolve));
  }
}

export function createTestHub(options: TestHubOptions = {}): { hub: Hub<TestContract>; witness: Witness } {
  const gates = new Map<string, Gate>();
  const gate = (key: string) => {
    const known = gates.get(key) ?? new Gate();
    gates.set(key, known);
    return known;
  };
  const witness: Witness = {
    connected: [],
    disconnected: [],
    log: [],
    order: [],
    release: (key) => gate(`leave ${key}`).open(),
    entered: (key) => gate(`enter ${key}`).opened,
  };
  const hub = createHub({
    path: "/hub",
    contract: testContract,
    authenticate: options.authenticate ?? authenticateTestUser,
    log: (event) => witness.log.push(event),
    protocols: [jsonProtocol, createMessagePackProtocol({ encode, decode })],
    ...(options.backplane ? { backplane: options.backplane } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.transports ? { transports: options.transports } : {}),
    ...(options.ticketSecrets ? { ticketSecrets: options.ticketSecrets } : {}),
    async onConnected(call) {
      await options.onConnected?.(call.connectionId);
      witness.connected.push(call.connectionId);
    },
    onDisconnected(call, error) {
      witness.disconnected.push({ connectionId: call.connectionId, error: error?.message });
      gate(`gone ${call.connectionId}`).open();
    },
    methods: {
      Echo: (_call, value) => value,
      Add: (_call, a, b) => a + b,
      ReturnNull: () => null,
      DoNothing: () => undefined,
      Fail: () => {
        throw new Error("secret detail");
      },
      FailOpenly: (_call, text) => {
        throw new HubError(text);
      },
      AdminOnly: { authorize: (call) => call.user.userId === "admin", handle: () => "secret" },
      async Wait(call, key) {
        witness.order.push(`start ${key}`);
        gate(`enter ${key}`).open();
        const ended = new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve()));
        await Promise.race([gate(`leave ${key}`).opened, ended]);
        witness.order.push(`end ${key}`);
        return key;
      },
      Broadcast: (call, text) => call.clients.all.send("said", call.user.userId, text),
      SendToGroup: (call, group, text) => call.clients.group(group).send("said", call.user.userId, text),
      SendToUser: (call, userId, text) => call.clients.user(userId).send("said", call.user.userId, text),
      SendToOthers: (call, text) => call.clients.others.send("said", call.user.userId, text),
      SendThenAnswer(call, count) {
        for (let number = 0; number < count; number += 1) void call.clients.caller.send("number", number);
        return count;
      },
      Join: (call, group) => call.groups.add(group),
      Leave: (call, group) => call.groups.remove(group),
      JoinUserGroup: (call) => call.groups.add(`user:${call.user.userId}`),
      WhoAmI: (call) => call.user.userId,
      async *Count(_call, count) {
        for (let number = 0; number < count; number += 1) yield number;
      },
      async *CountForever(call) {
        try {
          for (let number = 0; !call.signal.aborted; number += 1) {
            yield number;
            await new Promise((resolve) => setImmediate(resolve));
          }
        } finally {
          witness.order.push("stream ended");
          gate("enter stream ended").open();
        }
      },
      async *FailInStream() {
        yield 1;
        throw new HubError("no more");
      },
      async Sum(_call, start, numbers) {
        let sum = start;
        for await (const number of numbers) sum += number;
        return sum;
      },
      async SecondThenFirst(_call, numbers, words) {
        let text = "";
        for await (const word of words) text += word;
        for await (const number of numbers) text += String(number);
        return text;
      },
      async *Doubled(_call, numbers) {
        for await (const number of numbers) yield number * 2;
      },
      AskCaller: (call, number) => call.clients.caller.invoke("Ask", number),
      Abort: (call) => call.abort(),
    },
  });
  return { hub, witness };
}

export type TestServer = {
  readonly hub: Hub<TestContract>;
  readonly witness: Witness;
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
};

export async function startTestServer(options: TestHubOptions = {}): Promise<TestServer> {
  const { hub, witness } = createTestHub(options);
  const server = createServer();
  const detach = attachHubs(server, [hub]);
  await hub.start();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hub,
    witness,
    server,
    port,
    url: `http://127.0.0.1:${port}/hub`,
    async close() {
      await detach();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const transportTypes = {
  webSockets: HttpTransportType.WebSockets,
  serverSentEvents: HttpTransportType.ServerSentEvents,
  longPolling: HttpTransportType.LongPolling,
} as const;

export type ClientOptions = {
  readonly transport?: TransportName;
  readonly token?: string | (() => string);
  readonly skipNegotiation?: boolean;
  readonly reconnectDelaysMs?: number[];
  readonly protocol?: "json" | "messagepack";
};

/** An official client, not started. */
export function createClient(url: string, options: ClientOptions = {}): HubConnection {
  const { transport = "webSockets", token = "alice", skipNegotiation = false, reconnectDelaysMs } = options;
  const builder = new HubConnectionBuilder().configureLogging(LogLevel.None).withUrl(url, {
    transport: transportTypes[transport],
    skipNegotiation,
    accessTokenFactory: () => (typeof token === "function" ? token() : token),
  });
  if (options.protocol === "messagepack") builder.withHubProtocol(new MessagePackHubProtocol());
  return (reconnectDelaysMs ? builder.withAutomaticReconnect(reconnectDelaysMs) : builder).build();
}
