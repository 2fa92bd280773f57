import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrate, MIGRATIONS_DIR, readMigrations } from "./migrate.ts";

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
const run = () => migrate(database.ownerConnectionString, { directory });

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

  it("never take rows for missing that row-level security hides from them", async () => {
    await write(
      "9001_table.sql",
      "create table kept (id int); insert into kept values (1); alter table kept enable row level security; alter table kept force row level security",
    );
    await run();
    await write("9002_backfill.sql", "update kept set id = 2");
    await expect(run()).rejects.toThrow(/9002_backfill\.sql failed: .*row-level security/);
    await write(
      "9002_backfill.sql",
      "alter table kept no force row level security; update kept set id = 2; alter table kept force row level security",
    );
    expect(await run()).toEqual(["9002_backfill.sql"]);
    expect(await database.queryAsAdmin("select id from kept")).toEqual([{ id: 2 }]);
  });

  it("let everybody else go first at a table in use, and come back to it", async () => {
    await write("9001_first.sql", "create table first (id int)");
    await run();
    await write("9002_second.sql", "alter table first add column name text");
    const user = new Client({ connectionString: database.ownerConnectionString });
    await user.connect();
    await user.query("begin; select from first");
    const options = { directory, lockTimeoutMs: 20 };
    await expect(migrate(database.ownerConnectionString, { ...options, tries: 2 })).rejects.toThrow(
      /9002_second\.sql could not have a table that is in use/,
    );
    const { promise: waited, resolve: onWait } = Promise.withResolvers<string>();
    const applied = migrate(database.ownerConnectionString, { ...options, tries: Infinity, onWait });
    expect(await waited).toBe("9002_second.sql");
    await user.query("commit");
    expect(await applied).toEqual(["9002_second.sql"]);
    await user.end();
  });

  it("end in an ordinary error when the database goes away while they wait", async () => {
    await write("9001_first.sql", "create table first (id int)");
    await run();
    await write("9002_second.sql", "alter table first add column name text");
    const user = new Client({ connectionString: database.ownerConnectionString });
    await user.connect();
    await user.query("begin; select from first");
    const { promise: waited, resolve: onWait } = Promise.withResolvers<string>();
    const applied = migrate(database.ownerConnectionString, { directory, lockTimeoutMs: 200, onWait });
    const ended = expect(applied).rejects.toThrow();
    await waited;
    await database.queryAsAdmin(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'forestay-migrate' and datname = current_database()",
    );
    await ended;
    await user.end();
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

it("who did it is filled in from the audit log for what was done before it was kept the same way everywhere", async () => {
  await database.queryAsAdmin(
    "drop schema public cascade; create schema public authorization forestay_owner; grant usage on schema public to public",
  );
  for (const name of (await readdir(MIGRATIONS_DIR)).filter((file) => file < "0150")) {
    await cp(path.join(MIGRATIONS_DIR, name), path.join(directory, name));
  }
  await run();
  const insert = async (sql: string, values: unknown[]) =>
    (await database.queryAsAdmin<{ id: string }>(`${sql} returning id`, values))[0]!.id;
  const company = await insert("insert into companies (name) values ($1)", ["Acme"]);
  const maya = await insert(
    "insert into users (company_id, company_role, email, first_name) values ($1, 'Owner', 'maya@example.test', 'Maya')",
    [company],
  );
  const key = "00000000-0000-4000-8000-000000000001";
  const gone = "00000000-0000-4000-8000-000000000002";
  const importOf = (name: string) =>
    insert(
      `insert into import_jobs (company_id, created_by_user_id, created_by, file_name, file_key, file_size_bytes,
         file_sha256, format, encoding, table_format, columns)
       values ($1, $2, $3, 'a.csv', 'k', 1, 'x', 'csv', 'utf-8', '{}', '[]')`,
      [company, maya, name],
    );
  const analysisOf = (userId: string | null, name: string) =>
    insert(
      `insert into churn_analyses (company_id, created_by_user_id, created_by, scope, include_recommendations,
         include_risk_factors, horizon_days) values ($1, $2, $3, 'All', true, true, 90)`,
      [company, userId, name],
    );
  const customer = await insert("insert into customers (company_id, external_id) values ($1, 'c-1')", [
    company,
  ]);
  const stepOf = async (userId: string, name: string, title: string) => {
    const event = await insert(
      `insert into customer_events (company_id, customer_id, type, title, detail, occurred_at)
       values ($1, $2, 'next_step_done', $3, $4, now())`,
      [company, customer, `Done: ${title}`, `By ${name}`],
    );
    await insert(
      `insert into next_steps_done (company_id, customer_id, code, title, done_at, done_by_user_id, done_by, event_id)
       values ($1, $2, 'call', $3, now(), $4, $5, $6)`,
      [company, customer, title, userId, name, event],
    );
  };
  const logByKey = (action: string, targetId: string | null, target: string, after: object = {}) =>
    insert(
      `insert into audit_entries (company_id, actor_user_id, actor, via, api_key_id, action, target_id, target, after)
       values ($1, $2, $8, 'api_key', $3, $4, $5, $6, $7)`,
      [company, maya, key, action, targetId, target, after, "API key 'Sync'"],
    );
  await importOf("Maya");
  await logByKey("import.uploaded", await importOf("API key “Sync”"), "a.csv");
  await analysisOf(maya, "Maya");
  await analysisOf(null, "Sample data");
  await logByKey("analysis.started", await analysisOf(maya, "Maya"), "All");
  await stepOf(maya, "Maya", "Call");
  await stepOf(maya, "Maya", "Write");
  await logByKey("next_step.done", customer, "c-1", { step: "Write" });
  await stepOf(gone, "Zebulon", "Visit");
  await database.queryAsAdmin(
    `insert into churn_column_choices (company_id, field, label, choice, chosen_at, chosen_by)
     values ($1, 'exit', 'Exit', 'keep', now(), 'Maya')`,
    [company],
  );
  await logByKey("model.column_chosen", null, "Exit");

  await cp(path.join(MIGRATIONS_DIR, "0150_actors.sql"), path.join(directory, "0150_actors.sql"));
  expect(await run()).toEqual(["0150_actors.sql"]);
  const kept = async (table: string, deed: string) =>
    (
      await database.queryAsAdmin<{ name: string; user: string | null; key: string | null }>(
        `select ${deed} as name, ${deed}_user_id as user, ${deed}_api_key_id as key from ${table} t
         order by to_jsonb(t) ->> 'id'`,
      )
    ).map((row) => [row.name, row.user, row.key]);
  const byMaya = ["Maya", maya, null];
  const byKey = ["API key 'Sync'", maya, key];
  const steps = [byMaya, byKey, ["Deleted person", gone, null]];
  expect(await kept("import_jobs", "created_by")).toEqual([byMaya, byKey]);
  expect(await kept("churn_analyses", "created_by")).toEqual([byMaya, ["Forestay", null, null], byKey]);
  expect(await kept("next_steps_done", "done_by")).toEqual(steps);
  expect(await kept("customer_events", "done_by")).toEqual(steps);
  expect(await kept("churn_column_choices", "chosen_by")).toEqual([byKey]);
  expect(await database.queryAsAdmin("select distinct detail from customer_events")).toEqual([
    { detail: null },
  ]);
  expect(
    await database.queryAsAdmin(
      "select relname from pg_class where relrowsecurity and not relforcerowsecurity",
    ),
  ).toEqual([]);
});
