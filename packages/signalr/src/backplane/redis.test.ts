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

function connect(port: number): Redis {
  const client = new Redis({ port, host: "127.0.0.1", retryStrategy: () => 20 });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

async function createBackplane(port: number): Promise<Backplane> {
  return createRedisBackplane({ publisher: connect(port), subscriber: connect(port) });
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

  describeBackplane(() => createBackplane(redis.port));

  test("hears again after Redis was away, without being told", async () => {
    const subscriber = connect(redis.port);
    const member = createRedisBackplane({ publisher: connect(redis.port), subscriber });
    const received: string[] = [];
    await member.start((_channel, message) => received.push(message));
    await member.subscribe("room");
    const subscribedAgain = once(subscriber, "ready");
    redis.cutAll();
    await subscribedAgain;
    const sender = await createBackplane(redis.port);
    // ioredis restores its subscriptions on its own after "ready"; until they stand a message goes unheard.
    await expect
      .poll(async () => (await sender.publish("room", "back"), received.includes("back")))
      .toBe(true);
  });
});

const redisServer = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);

describe.skipIf(redisServer === undefined)("the Redis backplane on a real server", () => {
  let server: ChildProcess;
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    server = spawn(redisServer ?? "", ["--port", String(port), "--save", "", "--appendonly", "no"], {
      stdio: "ignore",
    });
    await connect(port).ping();
  });
  afterAll(() => {
    disconnectAll();
    server.kill();
  });

  describeBackplane(() => createBackplane(port));
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
