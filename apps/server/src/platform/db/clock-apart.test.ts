import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { clockApart, watchClocks } from "./clock-apart.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const clockOff = (ms: number) => ({ now: () => new Date(systemClock.now().getTime() + ms) });

it("a clock that agrees with the database's is no news, and one that does not is said with the way it is off", async () => {
  expect(await clockApart(database.db, systemClock)).toBeNull();
  expect(await clockApart(database.db, clockOff(-120_000))).toMatch(
    /clock is 1(19|20) s behind the database/,
  );
  expect(await clockApart(database.db, clockOff(3_600_000))).toMatch(
    /clock is (3599|3600) s ahead of the database/,
  );
});

it("a clock that comes apart while a process runs is said once, and so is that it agrees again", async () => {
  let offMs = 0;
  const said: unknown[] = [];
  const note = (words: unknown) => said.push(words);
  const look = watchClocks(database.db, { now: () => clockOff(offMs).now() }, {
    warn: note,
    info: note,
  } as unknown as Log);
  for (const off of [0, 40_000, 50_000, 0, 0]) {
    offMs = off;
    await look();
  }
  expect(said).toEqual([
    expect.stringContaining("ahead of the database server's"),
    "this machine's clock agrees with the database server's again",
  ]);
});
