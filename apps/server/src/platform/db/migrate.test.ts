import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrate, readMigrations } from "./migrate.ts";

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-migrations-"));
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
const run = () => migrate(database.ownerConnectionString, directory);

describe("migrations", () => {
  it("are applied in order, once", async () => {
    await write("9002_second.sql", "insert into first values (2)");
    await write("9001_first.sql", "create table first (id int)");
    expect(await run()).toEqual(["9001_first.sql", "9002_second.sql"]);
    expect(await run()).toEqual([]);
    expect(await database.queryAsAdmin("select id from first")).toEqual([{ id: 2 }]);
  });

  it("are applied by one of several processes that start at once", async () => {
    await write("9001_first.sql", "create table first (id int); select pg_sleep(0.1);");
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["9001_first.sql"]);
  });

  it("leave nothing of one that fails, and keep those before it", async () => {
    await write("9001_first.sql", "create table first (id int)");
    await write("9002_broken.sql", "create table half (id int); select nonsense;");
    await expect(run()).rejects.toThrow(/9002_broken\.sql failed/);
    const tables = await database.queryAsAdmin(
      "select relname from pg_class where relname in ('first', 'half')",
    );
    expect(tables).toEqual([{ relname: "first" }]);
  });

  it("are never changed after they were applied", async () => {
    await write("9001_first.sql", "create table first (id int)");
    await run();
    await write("9001_first.sql", "create table first (id bigint)");
    await expect(run()).rejects.toThrow(/changed after it had been applied/);
  });

  it("only go forward: a database that went another way is refused whole, in words", async () => {
    await write("9003_later.sql", "create table later (id int)");
    await run();
    await rm(path.join(directory, "9003_later.sql"));
    await write("9001_first.sql", "create table first (id int)");
    await expect(run()).rejects.toThrow(
      /another line of versions: it has 9003_later\.sql, but not 9001_first\.sql/,
    );
    expect(await database.queryAsAdmin("select relname from pg_class where relname = 'first'")).toEqual([]);
  });

  it("of a newer version are left alone by an older process", async () => {
    await write("9001_first.sql", "create table first (id int)");
    await write("9002_newer.sql", "create table newer (id int)");
    await run();
    await rm(path.join(directory, "9002_newer.sql"));
    expect(await run()).toEqual([]);
  });

  it("have a number each, and words", async () => {
    await write("9001_a.sql", "");
    await write("9001_b.sql", "");
    await expect(readMigrations(directory)).rejects.toThrow(/used twice/);
    await rm(path.join(directory, "9001_b.sql"));
    await write("later.sql", "");
    await expect(readMigrations(directory)).rejects.toThrow(/NNNN_words/);
  });
});
