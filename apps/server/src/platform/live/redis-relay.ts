import { createRedisBackplane, type Backplane, type HubLog } from "@forestay/signalr";
import { Redis } from "ioredis";
import type pg from "pg";
import { ConfigError } from "#config";
import type { Database } from "#platform/db/database.ts";
import { outboxNames } from "./notification-hub.ts";

/** One process at a time empties the outbox, so that events keep their order. */
const RELAY_LOCK = 727_403;
const ROWS_PER_TURN = 500;
/** Wakes come by NOTIFY; this is for those lost while the listening connection was away. */
const BACKSTOP_MS = 1000;
const RECONNECT_MS = 1000;
/** After Redis was away: what is published before the other processes have subscribed again reaches none of them. */
const RESUBSCRIBE_MS = 1000;

export interface RedisRelayOptions {
  redisUrl: string;
  db: Database;
  log: HubLog;
}

/**
 * Redis between the processes, with the outbox before it: an event is written in the transaction that caused it, and
 * whichever process wakes first hands it to Redis after the commit. Deleting the row follows publishing it, so a crash
 * between repeats an event and never loses one; clients refetch, so a repeat is harmless.
 */
export function connectRedis({ redisUrl, db, log }: RedisRelayOptions): Backplane {
  let lastError: NodeJS.ErrnoException | null = null;
  const open = () => {
    const client = new Redis(redisUrl, { maxRetriesPerRequest: 2, lazyConnect: true });
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
        if ((await relayTurn(db, redis)) === ROWS_PER_TURN) state.isWanted = true;
      } catch (error) {
        // The rows are still there for the next turn.
        log({ level: "warn", message: "outbox could not be relayed to Redis", error });
      }
    }
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

/** Hands over the oldest rows; returns how many. */
async function relayTurn(db: Database, redis: Backplane): Promise<number> {
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [RELAY_LOCK]);
    const { rows } = await client.query<{ id: string; channel: string; message: string }>(
      // By the number, not by its text, which an unqualified name would mean here.
      `select o.id::text, o.channel, o.message from ${outboxNames.table} o order by o.id limit ${ROWS_PER_TURN}`,
    );
    for (const { channel, message } of rows) await redis.publish(channel, message);
    await client.query(`delete from ${outboxNames.table} where id = any($1::bigint[])`, [
      rows.map((row) => row.id),
    ]);
    await client.query("commit");
    return rows.length;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
