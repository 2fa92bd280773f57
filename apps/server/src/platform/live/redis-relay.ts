import { createRedisBackplane, type Backplane, type HubLog } from "@forestay/signalr";
import { Redis } from "ioredis";
import { sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "#config";
import { advisoryLock } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";
import { readOnce, withSystem } from "#platform/db/transaction.ts";
import { outboxNames } from "./notification-hub.ts";

const ROWS_PER_TURN = 500;
/** Wakes come by NOTIFY; this is for those lost while the listening connection was away. */
const BACKSTOP_MS = 1000;
const RECONNECT_MS = 1000;
/** After Redis did not answer: every other process has asked for the lock by then. */
const STAND_BACK_MS = 2 * BACKSTOP_MS;
/** After Redis was away: what is published before the other processes have subscribed again reaches none of them. */
const RESUBSCRIBE_MS = 1000;
/** A Redis that takes a command and says nothing for so long is as good as away. */
const ANSWER_MS = 2000;
/** The same of the connection that listens: what it does takes no time. */
const LOCK_MS = 5000;

export interface RedisRelayOptions {
  redisUrl: string;
  db: Database;
  log: HubLog;
}

/**
 * Redis between the processes, with the outbox before it: an event is written in the transaction that caused it, and
 * one process hands it to Redis after the commit: the one whose listening connection holds the lock, so that events
 * keep their order and no transaction is open while Redis is asked. It gives the lock up where Redis does not answer
 * it, and with its connection. Deleting the row follows publishing it, so a crash between repeats an event and never
 * loses one; clients refetch, so a repeat is harmless.
 */
export function connectRedis({ redisUrl, db, log }: RedisRelayOptions): Backplane {
  let lastError: NodeJS.ErrnoException | null = null;
  const open = () => {
    const client = new Redis(redisUrl, {
      maxRetriesPerRequest: 2,
      commandTimeout: ANSWER_MS,
      lazyConnect: true,
    });
    client.on("error", (error: Error) => {
      lastError = error;
      log({ level: "warn", message: "Redis is away", error });
    });
    return client;
  };
  const publisher = open();
  const subscriber = open();
  const redis = createRedisBackplane({ publisher, subscriber, prefix: "forestay:" });
  let awayUntilMs = 0;
  // What other processes sent while this one was cut off has passed it by: events, and the ends of sessions.
  let passedBy: () => void = () => undefined;
  subscriber.on("close", () => (awayUntilMs = Infinity));
  subscriber.on("ready", () => {
    if (awayUntilMs !== Infinity) return;
    awayUntilMs = performance.now() + RESUBSCRIBE_MS;
    setTimeout(() => passedBy(), RESUBSCRIBE_MS).unref();
  });
  const relay = createRelay(db, redis, { log, isReady: () => performance.now() >= awayUntilMs });
  return {
    publish: (channel, message) => redis.publish(channel, message),
    subscribe: (channel) => redis.subscribe(channel),
    unsubscribe: (channel) => redis.unsubscribe(channel),
    async start(receive, onMissed) {
      passedBy = onMissed ?? passedBy;
      await Promise.all([publisher.connect(), subscriber.connect()]).catch((error: NodeJS.ErrnoException) => {
        publisher.disconnect();
        subscriber.disconnect();
        throw notThere(redisUrl, lastError ?? error);
      });
      await redis.start(receive);
      await relay.start();
    },
    async stop() {
      await relay.stop();
      await redis.stop().catch(() => undefined);
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** For whoever starts the app; the address without what signs in. */
function notThere(redisUrl: string, { code, message }: NodeJS.ErrnoException): ConfigError {
  return new ConfigError(
    `REDIS_URL: no Redis or Valkey lets us in at ${new URL(redisUrl).host} (${code ?? message}).`,
  );
}

function createRelay(
  db: Database,
  redis: Backplane,
  { log, isReady }: { log: HubLog; isReady: () => boolean },
) {
  let listener: pg.Client | null = null;
  let lockedBy: pg.Client | null = null;
  let standsBackUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const state = { isWanted: false, isStopped: false };

  const wake = () => {
    state.isWanted = true;
    running ??= run().finally(() => (running = null));
  };
  async function run(): Promise<void> {
    while (state.isWanted && !state.isStopped && isReady()) {
      state.isWanted = false;
      try {
        if (performance.now() < standsBackUntilMs || !(await takeLock())) return;
        if ((await relayTurn(db, redis)) === ROWS_PER_TURN) state.isWanted = true;
      } catch (error) {
        // The rows are still there for the next turn, or for a process that Redis answers.
        log({ level: "warn", message: "outbox could not be relayed to Redis", error });
        standsBackUntilMs = performance.now() + STAND_BACK_MS;
        await giveLock();
      }
    }
  }
  /** Whether this process is the one that relays. While another is, the backstop asks again. */
  async function takeLock(): Promise<boolean> {
    if (listener === null) return false;
    if (lockedBy === listener) return true;
    const asked = listener;
    if (await ask(asked, "pg_try_advisory_lock")) lockedBy = asked;
    return lockedBy === listener;
  }
  async function giveLock(): Promise<void> {
    const held = lockedBy;
    lockedBy = null;
    if (held === null) return;
    await ask(held, "pg_advisory_unlock").catch(() => undefined);
  }
  async function listen(): Promise<void> {
    if (state.isStopped) return;
    try {
      const client = await db.openConnection("forestay-live");
      client.on("notification", wake);
      client.on("end", () => {
        if (listener === client) listener = null;
        if (!state.isStopped) setTimeout(() => void listen(), RECONNECT_MS).unref();
      });
      listener = client;
      await client.query(`listen ${outboxNames.channel}`);
      if (state.isStopped) await client.end();
    } catch (error) {
      log({ level: "warn", message: "relay cannot reach Postgres", error });
      if (listener === null) setTimeout(() => void listen(), RECONNECT_MS).unref();
      else await listener.end().catch(() => undefined);
    }
  }

  return {
    async start() {
      await listen();
      timer = setInterval(wake, BACKSTOP_MS);
      timer.unref();
      wake();
    },
    async stop() {
      state.isStopped = true;
      clearInterval(timer);
      await running;
      await listener?.end();
    },
  };
}

async function ask(client: pg.Client, way: "pg_try_advisory_lock" | "pg_advisory_unlock"): Promise<boolean> {
  try {
    const { rows } = await client.query<{ did: boolean }>({
      text: `select ${way}($1) as did`,
      values: [advisoryLock.liveRelay],
      query_timeout: LOCK_MS,
    } as pg.QueryConfig);
    return rows[0]?.did === true;
  } catch (error) {
    // Whether it holds the lock is unknown now: with the connection it is gone.
    void client.end().catch(() => undefined);
    throw error;
  }
}

/** Hands over the oldest rows; returns how many. What was published before a failure is not published again. */
async function relayTurn(db: Database, redis: Backplane): Promise<number> {
  const { rows } = await readOnce(db, (k) =>
    // By the number, not by its text, which an unqualified name would mean here.
    sql<{ id: string; channel: string; message: string }>`
      select o.id::text, o.channel, o.message from ${sql.table(outboxNames.table)} o
      order by o.id limit ${sql.lit(ROWS_PER_TURN)}`.execute(k),
  );
  const published: string[] = [];
  try {
    for (const { id, channel, message } of rows) {
      await redis.publish(channel, message);
      published.push(id);
    }
  } finally {
    if (published.length > 0) await deleteRows(db, published);
  }
  return rows.length;
}

function deleteRows(db: Database, ids: readonly string[]): Promise<unknown> {
  return withSystem(db, (tx) =>
    sql`delete from ${sql.table(outboxNames.table)} where id = any(${ids}::bigint[])`.execute(tx),
  );
}
