import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { systemClock } from "../clock.ts";
import { withSystem } from "../db/transaction.ts";
import { createLog } from "../log.ts";
import { configuredAddress } from "./destination.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { createSharedBuckets, removeRestingBuckets } from "./shared-buckets.ts";

let database: TestDatabase;
let server: Server;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer((_request, response) => response.end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.close();
  await database.drop();
});
beforeEach(() => database.queryAsAdmin("delete from outbound_buckets"));

/** One that never refills while a test lasts. */
const slow = { perSecond: 0.001, burst: 6 };
const FOR_EVER = 1e12;
const held = async () =>
  (
    await database.queryAsAdmin<{ name: string; tokens: number }>("select name, tokens from outbound_buckets")
  )[0];

it("two processes take from one bucket, and wait in one line", async () => {
  const [one, other] = [createSharedBuckets(database.db), createSharedBuckets(database.db)];
  const waits: (number | null)[] = [];
  for (const buckets of [one, other, one, other, one, other])
    waits.push(await buckets.take("a", slow, FOR_EVER));
  expect(waits).toEqual([0, 0, 0, 0, 0, 0]);
  // Each second there is a thousandth of a token: whoever comes second waits twice as long.
  const [next, afterThat] = [
    (await one.take("a", slow, FOR_EVER)) ?? 0,
    (await other.take("a", slow, FOR_EVER)) ?? 0,
  ];
  expect(next).toBeGreaterThan(900_000);
  expect(afterThat).toBeGreaterThan(next + 900_000);
  expect(await other.take("a", slow, 1000)).toBeNull();
  expect(await other.take("b", slow, 1000)).toBe(0);
});

it("takes some at a time, of which those that were not used within a second are given up", async () => {
  let nowMs = 0;
  const buckets = createSharedBuckets(database.db, () => nowMs);
  const pace = { perSecond: 40, burst: 40 };
  const stands = async () => Math.round((await held())?.tokens ?? 0);
  for (let call = 0; call < 10; call++) expect(await buckets.take("a", pace, 1000)).toBe(0);
  expect(await stands()).toBe(30);
  expect(await buckets.take("a", pace, 1000)).toBe(0);
  const after = await stands();
  await buckets.take("a", pace, 1000);
  expect(await stands()).toBe(after);
  nowMs = 1001;
  await database.queryAsAdmin("update outbound_buckets set tokens = 40, at = clock_timestamp()");
  await buckets.take("a", pace, 1000);
  expect(await stands()).toBe(30);
});

it("the ways out of two processes keep one account's pace, and others' addresses by themselves", async () => {
  const waited: number[] = [];
  const outbounds: Outbound[] = [0, 1].map(() =>
    createOutbound({
      log: createLog("silent"),
      clock: systemClock,
      allowedHosts: ["127.0.0.1"],
      sharedBuckets: createSharedBuckets(database.db),
      wait: async (ms) => void waited.push(ms),
    }),
  );
  try {
    const pace = { perSecond: 0.2, burst: 2 };
    for (const outbound of [...outbounds, ...outbounds])
      await outbound.call(configuredAddress(url), { pace, paceKey: "stripe:acct_1" });
    expect(waited).toHaveLength(2);
    for (const outbound of outbounds) await outbound.call(configuredAddress(url), { pace });
    expect(waited).toHaveLength(2);
    // In an open transaction nobody calls, and nobody takes a token.
    await expect(
      withSystem(database.db, async () => {
        await outbounds[0]?.call(configuredAddress(url), { pace, paceKey: "stripe:acct_1" });
      }),
    ).rejects.toThrow("transaction");
  } finally {
    for (const outbound of outbounds) await outbound.close();
  }
});

it("forgets buckets that are full for long", async () => {
  await createSharedBuckets(database.db).take("a", slow, 0);
  await database.queryAsAdmin("update outbound_buckets set at = now() - interval '2 days'");
  await withSystem(database.db, removeRestingBuckets);
  expect(await held()).toBeUndefined();
});
