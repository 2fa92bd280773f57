import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "#platform/clock.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { clockApart } from "./clock-apart.ts";

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
