import { outboxStatement, type Backplane } from "@forestay/signalr";
import { openTestRedis, startRedisStandIn, type TestRedis } from "@forestay/signalr/testing/redis";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { outboxNames } from "./notification-hub.ts";
import { connectRedis } from "./redis-relay.ts";

const CHANNEL = "somebody";
const NOT_RELAYED = "outbox could not be relayed to Redis";

let own: TestDatabase;
let db: Database;
let redis: TestRedis;
let relays: Backplane[];

beforeEach(async () => {
  own = await createTestDatabase();
  db = createDatabase({ connectionString: own.connectionString, maxConnections: 4 });
  redis = await openTestRedis();
  relays = [];
});
afterEach(async () => {
  await redis.goOn();
  await Promise.all(relays.map((relay) => relay.stop()));
  await redis.close();
  await db.close();
  await own.drop();
});

async function startRelay(redisUrl: string) {
  const arrived: string[] = [];
  const said: string[] = [];
  const relay = connectRedis({ redisUrl, db, log: ({ message }) => said.push(message) });
  relays.push(relay);
  await relay.start((_, message) => arrived.push(message));
  await relay.subscribe(CHANNEL);
  return { arrived, said };
}

async function announce(message: string): Promise<void> {
  const { text, values } = outboxStatement({ channel: CHANNEL, message }, outboxNames);
  await db.pool.query(text, [...values]);
}

it("a Redis that hangs costs lateness and nothing else: no transaction waits for it", async () => {
  const { arrived, said } = await startRelay(redis.url);
  await announce("before");
  await expect.poll(() => arrived).toEqual(["before"]);
  // Once it is out of the outbox, so is the transaction that took it out, which no Redis is part of.
  await expect.poll(async () => (await db.pool.query("select from live_outbox")).rowCount).toBe(0);
  await redis.hang();
  await announce("meanwhile");
  while (!said.includes(NOT_RELAYED)) {
    const { rows } = await db.pool.query(
      "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
  }
  await redis.goOn();
  await expect.poll(() => arrived).toContain("meanwhile");
  await expect.poll(async () => (await db.pool.query("select from live_outbox")).rowCount).toBe(0);
});

it("a process whose Redis does not answer leaves the outbox to one that is answered", async () => {
  const other = await startRedisStandIn();
  try {
    const first = await startRelay(redis.url);
    await announce("before");
    await expect.poll(() => first.arrived).toEqual(["before"]);
    const second = await startRelay(`redis://127.0.0.1:${other.port}`);
    await redis.hang();
    await announce("meanwhile");
    await expect.poll(() => second.arrived).toEqual(["meanwhile"]);
  } finally {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await other.close();
  }
});
