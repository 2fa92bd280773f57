import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { holdInWords, settleOutgoingHold } from "./outgoing-hold.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a hold ends by its own code, and a setting left behind lifts no later one", async () => {
  const hold = (code: string) =>
    database.queryAsAdmin("insert into outgoing_holds values ($1, now(), '2026-11-22T12:00:00Z')", [code]);
  expect(await settleOutgoingHold(database.db, null)).toBeNull();
  await hold("first");
  const held = await settleOutgoingHold(database.db, null);
  expect(held).toEqual({ releaseCode: "first", backupMadeAt: "2026-11-22T12:00:00.000Z" });
  expect(held && holdInWords(held)).toMatch(
    /backup of 2026-11-22 12:00 UTC, and sends no mail.*RELEASE_OUTGOING=first$/,
  );
  expect(await settleOutgoingHold(database.db, "first")).toBeNull();
  await hold("second");
  expect(await settleOutgoingHold(database.db, "first")).toMatchObject({ releaseCode: "second" });
});
