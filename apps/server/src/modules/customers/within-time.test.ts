import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { withinTime } from "./within-time.ts";

let database: TestDatabase;
let hurried: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  hurried = createDatabase({ connectionString: database.connectionString, acquireTimeoutMs: 60_000 });
});
afterAll(async () => {
  await hurried.close();
  await database.drop();
});

const sleep = (db: Database, seconds: number) =>
  withSystem(db, async (tx) => {
    const slept = await withinTime(tx, 1, async () => {
      await sql`select pg_sleep(${seconds})`.execute(tx);
      return "slept";
    });
    // The transaction goes on, under its own limit.
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(tx);
    return [slept, rows[0]?.limit];
  });

it("gives a read up that takes longer than it may, and the transaction goes on", async () => {
  expect(await sleep(hurried, 600)).toEqual([null, "5s"]);
});

it("waits where the database was opened to be patient, whoever else keeps the machine busy", async () => {
  expect(await sleep(database.db, 0.05)).toEqual(["slept", "1min"]);
});
