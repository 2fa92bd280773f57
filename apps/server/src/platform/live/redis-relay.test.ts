import { randomUUID } from "node:crypto";
import { openTestRedis, type TestRedis } from "@forestay/signalr/testing/redis";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createApp, type App } from "../../app.ts";
import { endSession } from "#modules/auth/index.ts";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import {
  buildCompany,
  buildUser,
  connectLive,
  createTestApp,
  TEST_SECRET_KEYS,
  type LiveClient,
  type TestApp,
} from "#testing/index.ts";

let redis: TestRedis;
let app: TestApp;
let second: App;
let secondDb: Database;
let companyId: string;
let clients: LiveClient[];
let sessionId: string;
let actor: CompanyUser;

beforeEach(async () => {
  redis = await openTestRedis();
  app = await createTestApp({ redisUrl: redis.url });
  secondDb = createDatabase({ connectionString: app.connectionString, maxConnections: 4 });
  second = await createApp({
    ...app.context,
    db: secondDb,
    secretKeys: TEST_SECRET_KEYS,
    webDir: null,
    isStopping: () => false,
  });
  companyId = (await buildCompany(app.db)).id;
  ({ actor } = await buildUser(app.db, companyId, "Staff", { now: app.clock.now() }));
  sessionId = actor.sessionId;
  const token = (await app.bearer(actor)).authorization.replace("Bearer ", "");
  clients = [await connectLive(app.server, token), await connectLive(second.server, token)];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.connection.stop()));
  await second.server.close();
  await secondDb.close();
  await app.close();
  await redis.close();
});

async function announce(): Promise<string> {
  const importId = randomUUID();
  await withSystem(app.db, (tx) => publishEvent(tx, { companyId }, "import_completed", { importId }));
  return importId;
}
const heard = () =>
  clients.map((client) => client.received.map(({ payload }) => (payload as { importId: string }).importId));

it("events go by Redis to every process after the commit, in order and once", async () => {
  const undone = withSystem(app.db, async (tx) => {
    await publishEvent(tx, { companyId }, "import_completed", { importId: randomUUID() });
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow();
  const announced: string[] = [];
  for (let i = 0; i < 10; i++) announced.push(await announce());
  await expect.poll(heard).toEqual([announced, announced]);
  await expect.poll(() => app.queryAsAdmin("select 1 from live_outbox")).toEqual([]);
  expect(await app.context.live.probe(600_000)).toBeGreaterThan(0);
});

it("a session's end closes its connections in every process", async () => {
  await withSystem(app.db, (tx) => endSession(tx, sessionId, "logout", app.clock.now()));
  await Promise.all(clients.map((client) => client.closed));
});

it("what passed a process by while Redis was away is made up for: its clients connect anew, and hear what comes next", async () => {
  const reconnecting = clients.map(
    ({ connection }) => new Promise<void>((resolve) => connection.onreconnecting(() => resolve())),
  );
  await redis.cutAll();
  // Told to nobody in particular: who comes back fetches what was committed before.
  await announce();
  await Promise.all(reconnecting);
  const token = (await app.bearer(actor)).authorization.replace("Bearer ", "");
  await Promise.all(clients.map((client) => client.connection.stop()));
  clients = [await connectLive(app.server, token), await connectLive(second.server, token)];
  const importId = await announce();
  await expect.poll(() => heard().map((ids) => ids.at(-1))).toEqual([importId, importId]);
  await expect.poll(() => app.queryAsAdmin("select 1 from live_outbox")).toEqual([]);
});

it("a session that ended while a process was cut off from Redis does not live on there", async () => {
  const gone = clients.map(({ connection, closed }) =>
    Promise.race([closed, new Promise<void>((resolve) => connection.onreconnecting(() => resolve()))]),
  );
  await redis.cutAll();
  await withSystem(app.db, (tx) => endSession(tx, sessionId, "logout", app.clock.now()));
  await Promise.all(gone);
  const token = (await app.bearer(actor)).authorization.replace("Bearer ", "");
  await expect(connectLive(second.server, token)).rejects.toThrow("401");
});

it("a Redis that is not there when the app starts is told in words, without its password", async () => {
  const start = createTestApp({ redisUrl: "redis://:s3cret@127.0.0.1:9" });
  await expect(start).rejects.toThrow(
    "REDIS_URL: no Redis or Valkey lets us in at 127.0.0.1:9 (ECONNREFUSED).",
  );
});
