import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedisStandIn, type RedisStandIn } from "../testing/redis-stand-in.ts";
import { describeBackplane } from "./backplane.contract.ts";
import type { Backplane } from "./backplane.ts";
import { createRedisBackplane } from "./redis.ts";

const clients: Redis[] = [];

function connect(url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => 20 });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

async function createBackplane(url: string): Promise<Backplane> {
  return createRedisBackplane({ publisher: connect(url), subscriber: connect(url) });
}

const urlOf = ({ port }: RedisStandIn) => `redis://127.0.0.1:${port}`;

async function hearsAgain(url: string, cutAll: () => void | Promise<void>): Promise<void> {
  const subscriber = connect(url);
  const member = createRedisBackplane({ publisher: connect(url), subscriber });
  const received: string[] = [];
  await member.start((_channel, message) => received.push(message));
  await member.subscribe("room");
  const subscribedAgain = once(subscriber, "ready");
  await cutAll();
  await subscribedAgain;
  const sender = await createBackplane(url);
  // ioredis restores its subscriptions on its own after "ready"; until they stand a message goes unheard.
  await expect.poll(async () => (await sender.publish("room", "back"), received.includes("back"))).toBe(true);
}

function disconnectAll(): void {
  for (const client of clients.splice(0)) client.disconnect();
}

describe("the Redis backplane on the stand-in", () => {
  let redis: RedisStandIn;
  beforeAll(async () => {
    redis = await startRedisStandIn();
  });
  afterAll(async () => {
    disconnectAll();
    await redis.close();
  });

  describeBackplane(() => createBackplane(urlOf(redis)));

  test("hears again after Redis was away, without being told", async () => {
    await hearsAgain(urlOf(redis), () => redis.cutAll());
  });
});

// A real server: the one that REDIS_URL names, else one of our own where the program is there.
const redisUrl = process.env["REDIS_URL"] ?? "";
const redisServer = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);

describe.skipIf(redisUrl === "" && redisServer === undefined)("the Redis backplane on a real server", () => {
  let server: ChildProcess | null = null;
  let url = redisUrl;
  beforeAll(async () => {
    if (redisUrl === "") {
      const port = await freePort();
      url = `redis://127.0.0.1:${port}`;
      server = spawn(redisServer ?? "", ["--port", String(port), "--save", "", "--appendonly", "no"], {
        stdio: "ignore",
      });
    }
    await connect(url).ping();
  });
  afterAll(() => {
    disconnectAll();
    server?.kill();
  });

  describeBackplane(() => createBackplane(url));

  test("hears again after its connections were cut, without being told", async () => {
    await hearsAgain(url, async () => {
      const admin = connect(url);
      for (const type of ["normal", "pubsub"])
        await admin.call("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes");
    });
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
