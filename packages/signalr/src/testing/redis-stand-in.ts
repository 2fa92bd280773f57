import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";

export type RedisStandIn = {
  readonly port: number;
  /** Cuts every connection, as a restart of the server would. */
  cutAll(): void;
  /** Takes what is sent and answers nothing, with every connection open, until told to go on. */
  hang(): void;
  goOn(): void;
  close(): Promise<void>;
};

export type TestRedis = {
  readonly url: string;
  cutAll(): void | Promise<unknown>;
  /** Publishes nothing and says nothing of it, until told to go on. */
  hang(): void | Promise<unknown>;
  goOn(): void | Promise<unknown>;
  close(): Promise<void>;
};

/** The server that `REDIS_URL` names, which is a real one, else a stand-in. */
export async function openTestRedis(): Promise<TestRedis> {
  const url = process.env["REDIS_URL"];
  if (url === undefined || url === "") {
    const standIn = await startRedisStandIn();
    return {
      url: `redis://127.0.0.1:${standIn.port}`,
      cutAll: () => standIn.cutAll(),
      hang: () => standIn.hang(),
      goOn: () => standIn.goOn(),
      close: () => standIn.close(),
    };
  }
  const admin = new Redis(url);
  return {
    url,
    cutAll: () =>
      Promise.all(
        ["normal", "pubsub"].map((type) => admin.call("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes")),
      ),
    // To Redis, publishing is a kind of writing.
    hang: () => admin.call("CLIENT", "PAUSE", "600000", "WRITE"),
    goOn: () => admin.call("CLIENT", "UNPAUSE"),
    close: async () => admin.disconnect(),
  };
}

/** As much of Redis as pub/sub needs: RESP 2 and 3 with PUBLISH, SUBSCRIBE, UNSUBSCRIBE and what clients say on connecting. */
export async function startRedisStandIn(): Promise<RedisStandIn> {
  const subscribers = new Map<string, Set<Socket>>();
  const sockets = new Set<Socket>();
  /** Those that said HELLO 3 and get messages as pushes. */
  const moderns = new WeakSet<Socket>();
  /** What came while it hung, in order. */
  let unanswered: (() => void)[] | null = null;
  const push = (socket: Socket, kind: string, channel: string, last: string) =>
    socket.write(`${moderns.has(socket) ? ">" : "*"}3\r\n${bulk(kind)}${bulk(channel)}${last}`);
  /** Subscriptions left: at 0 a client takes itself for an ordinary one again. */
  const countOf = (socket: Socket) =>
    `:${[...subscribers.values()].filter((members) => members.has(socket)).length}\r\n`;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let input = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      input = Buffer.concat([input, chunk]);
      for (let command = readCommand(input); command; command = readCommand(input)) {
        input = input.subarray(command.byteCount);
        const { words } = command;
        if (unanswered === null) answer(socket, words);
        else unanswered.push(() => answer(socket, words));
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      for (const members of subscribers.values()) members.delete(socket);
    });
  });

  function answer(socket: Socket, [name = "", ...args]: string[]): void {
    switch (name.toLowerCase()) {
      case "subscribe":
        for (const channel of args) {
          const members = subscribers.get(channel) ?? new Set();
          subscribers.set(channel, members.add(socket));
          push(socket, "subscribe", channel, countOf(socket));
        }
        return;
      case "unsubscribe":
        for (const channel of args) {
          subscribers.get(channel)?.delete(socket);
          push(socket, "unsubscribe", channel, countOf(socket));
        }
        return;
      case "publish": {
        const [channel = "", message = ""] = args;
        const members = subscribers.get(channel) ?? new Set();
        for (const member of members) push(member, "message", channel, bulk(message));
        socket.write(`:${members.size}\r\n`);
        return;
      }
      case "info":
        socket.write(bulk("redis_version:7.4.0\r\nloading:0\r\n"));
        return;
      case "hello":
        if (args[0] === "3") moderns.add(socket);
        socket.write(`${args[0] === "3" ? "%1" : "*2"}\r\n${bulk("server")}${bulk("redis")}`);
        return;
      case "ping":
        socket.write("+PONG\r\n");
        return;
      default:
        socket.write("+OK\r\n");
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    hang() {
      unanswered ??= [];
    },
    goOn() {
      const waiting = unanswered ?? [];
      unanswered = null;
      for (const go of waiting) go();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

/** One command from the front of the input, or null until it is whole. */
function readCommand(input: Buffer): { words: string[]; byteCount: number } | null {
  let offset = 0;
  const readNumber = (mark: string): number | null => {
    const end = input.indexOf("\r\n", offset);
    if (end === -1) return null;
    const line = input.toString("utf8", offset, end);
    if (!line.startsWith(mark)) throw new Error(`not a RESP command: ${line}`);
    offset = end + 2;
    return Number(line.slice(1));
  };
  const count = readNumber("*");
  if (count === null) return null;
  const words: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const byteCount = readNumber("$");
    if (byteCount === null || input.length < offset + byteCount + 2) return null;
    words.push(input.toString("utf8", offset, offset + byteCount));
    offset += byteCount + 2;
  }
  return { words, byteCount: offset };
}
