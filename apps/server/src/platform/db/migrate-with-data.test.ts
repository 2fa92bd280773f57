import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { countRows, fillEveryTable } from "./fixtures/row-of-every-table.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it.each(["0260", "0470"])(
  "a database of before %s that has a row of everything comes to the newest version with all of it",
  async (number) => {
    await migrateUntil(database, number);
    const before = await fillEveryTable(database);
    const empty = Object.entries(before).filter(([, rows]) => rows === 0);
    expect(empty).toEqual([]);
    await migrate(database.ownerConnectionString);
    const after = await countRows(database);
    const changed = Object.entries(before).flatMap(([table, rows]) =>
      after[table] === rows || table === "schema_migrations"
        ? []
        : [`${table}: ${rows} -> ${after[table] ?? "gone"}`],
    );
    expect(changed).toEqual([]);
  },
);
