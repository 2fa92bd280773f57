import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalFileStore } from "#platform/files/local-file-store.ts";
import { MIGRATIONS_DIR } from "#platform/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { readManifest, verifyParts, type BackupManifest } from "./manifest.ts";
import { restoreBackup, type RestoreOptions } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const KEYS = ["a secret key of a test, 32 characters"];
const NOW = new Date("2026-11-22T12:00:00.000Z");
let directory: string;
let source: TestDatabase;
let kept: BackupManifest;
let next = 0;

const inside = (name: string) => path.join(directory, name);
const files = () => createLocalFileStore(inside(`files-${++next}`));
const back = (connectionString: string, name: string, store = files(), onTable = () => {}) =>
  writeBackup({
    directory: inside(name),
    connectionString,
    files: store,
    secretKeys: KEYS,
    hasOwnSecretKey: true,
    product: "Forestay",
    version: "1.2.3",
    now: NOW,
    onTable,
  });

async function restore(target: TestDatabase, options: Partial<RestoreOptions> = {}) {
  return restoreBackup({
    directory: inside("kept"),
    manifest: kept,
    ownerConnectionString: target.ownerConnectionString,
    prepare: async () => {},
    files: files(),
    replace: false,
    now: NOW,
    ...options,
  });
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-backup-"));
  source = await createTestDatabase();
  const [company] = await source.queryAsAdmin<{ id: string }>(
    "insert into companies (name) values ('Harborline') returning id",
  );
  await source.queryAsAdmin(
    `insert into customers (company_id, external_id, full_name, monthly_revenue_cents, started_at, attributes)
     select $1, 'C-' || n, E'Tab\\there, \\\\ and "quotes", ' || n, n * 100, now() - n * interval '1 day',
       jsonb_build_object('n', n, 'words', E'two\\nlines') from generate_series(1, 5000) n`,
    [company?.id],
  );
  await source.queryAsAdmin(
    `insert into mails (unique_key, to_address, subject, status, message_id, raw, html, plain_text, created_at)
     select 'm' || n, 'ines@example.test', 'Hello', case n when 1 then 'sent' else 'queued' end, 'id' || n,
       '\\x00ff'::bytea, '', '', now() from generate_series(1, 2) n`,
  );
  const store = files();
  const { key } = await store.put(Readable.from([Buffer.from("email\n")]));
  await source.queryAsAdmin(
    `insert into import_jobs (company_id, created_by, file_name, file_key, file_size_bytes, file_sha256, format,
       encoding, table_format, columns)
     select $1, 'Maya', 'a.csv', file_key, 6, 'x', 'csv', 'utf-8', '{}', '[]' from unnest($2::text[]) file_key`,
    [company?.id, [key, "ab/0123456789abcdef0123456789abcd"]],
  );
  kept = await back(source.adminConnectionString, "kept", store);
});
afterAll(async () => {
  await source.drop();
  await rm(directory, { recursive: true, force: true });
});

describe("a backup", () => {
  it("holds every row of every company, counted, and says which file was missing before", async () => {
    const rowsOf = (name: string) => kept.tables.find((table) => table.name === name)?.rows;
    expect([rowsOf("customers"), rowsOf("companies"), rowsOf("mails")]).toEqual([5000, 1, 2]);
    expect(kept.files).toHaveLength(1);
    expect(kept.missingFiles).toEqual(["ab/0123456789abcdef0123456789abcd"]);
    expect(await readManifest(inside("kept"))).toEqual(kept);
    await verifyParts(inside("kept"), kept);
    expect((await readdir(inside("kept"))).sort()).toEqual([
      "files",
      "jobs.jsonl.gz",
      "manifest.json",
      "secret-key",
      "tables",
    ]);
  });

  it("is refused to a login that row-level security hides rows from, and nothing is left of it", async () => {
    for (const login of [source.ownerConnectionString, source.connectionString]) {
      await expect(back(login, "empty")).rejects.toThrow(/does not see every row.*bypassrls/s);
    }
    expect((await readdir(directory)).filter((name) => name.startsWith("empty"))).toEqual([]);
  });

  it("is made by the login that the words ask for", async () => {
    const role = `backup_${path.basename(directory).replaceAll(/\W/g, "").toLowerCase()}`;
    await source.queryAsAdmin(
      `create role ${role} login password 'secret' bypassrls; grant pg_read_all_data to ${role}`,
    );
    try {
      const login = new URL(source.adminConnectionString);
      login.username = role;
      login.password = "secret";
      const made = await back(login.href, "by-login");
      expect(made.tables).toEqual(kept.tables);
    } finally {
      await source.queryAsAdmin(`drop owned by ${role}; drop role ${role}`);
    }
  });

  it("is of one moment, whoever works meanwhile", async () => {
    const own = await createTestDatabase();
    try {
      await own.queryAsAdmin("insert into companies (name) values ('Before')");
      let work: Promise<unknown> | undefined;
      const { tables } = await back(own.adminConnectionString, "meanwhile", files(), () => {
        work ??= own.queryAsAdmin(
          `with made as (insert into companies (name) values ('Meanwhile') returning id)
           insert into customers (company_id, external_id) select id, 'C-1' from made`,
        );
      });
      await work;
      const rows = (name: string) => tables.find((table) => table.name === name)?.rows;
      expect([rows("companies"), rows("customers")]).toEqual([1, 0]);
    } finally {
      await own.drop();
    }
  });

  it("never takes the place of another one", async () => {
    await expect(back(source.adminConnectionString, "kept")).rejects.toThrow("is there already");
  });

  it("is found out where a bit of it changed", async () => {
    await cp(inside("kept"), inside("changed"), { recursive: true });
    const file = path.join(inside("changed"), "tables/customers.copy.gz");
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(verifyParts(inside("changed"), kept)).rejects.toThrow(
      "tables/customers.copy.gz of the backup is damaged",
    );
    await expect(readManifest(directory)).rejects.toThrow("is no backup");
  });
});

describe("a restore", () => {
  let target: TestDatabase;
  beforeEach(async () => {
    target = await createTestDatabase();
    return () => target.drop();
  });

  it("brings every row back as it was, walls and all, and sends no mail that waited", async () => {
    const store = files();
    const restored = await restore(target, { files: store });
    expect(restored).toMatchObject({ migrated: [], keptMails: 1, skippedJobs: 0 });
    const again = await back(target.adminConnectionString, "again", store);
    const withoutMails = ({ tables }: BackupManifest) =>
      tables
        .filter(({ name }) => name !== "mails")
        .map(({ name, columns, rows, contents }) => ({ name, columns, rows, contents }));
    expect(withoutMails(again)).toEqual(withoutMails(kept));
    expect(again.files).toEqual(kept.files);
    expect(
      await target.queryAsAdmin(
        "select unique_key, status, failure is not null as said from mails order by 1",
      ),
    ).toEqual([
      { unique_key: "m1", status: "sent", said: false },
      { unique_key: "m2", status: "kept", said: true },
    ]);
    expect(
      await target.queryAsAdmin(
        "select relname from pg_class where relrowsecurity and not relforcerowsecurity",
      ),
    ).toEqual([]);
    // What the app's role may do is made by the migrations, as everywhere.
    expect((await target.db.pool.query("select name from companies")).rows).toEqual([{ name: "Harborline" }]);
    expect((await target.db.pool.query("select count(*)::int from customers")).rows).toEqual([{ count: 0 }]);
  });

  it("goes into an empty place only, or where it is told to replace what is there", async () => {
    await target.queryAsAdmin("insert into companies (name) values ('Somebody else')");
    await expect(restore(target)).rejects.toThrow("with 1 companies and 0 people. Nothing was changed");
    expect(await target.queryAsAdmin("select name from companies")).toEqual([{ name: "Somebody else" }]);
    await restore(target, { replace: true });
    expect(await target.queryAsAdmin("select name from companies")).toEqual([{ name: "Harborline" }]);
  });

  it("waits for nobody who works there, and touches no tables of others", async () => {
    const worker = await target.db.openConnection("worker");
    await expect(restore(target)).rejects.toThrow("Forestay is running on this database");
    await worker.end();
    await target.queryAsAdmin(
      "drop schema public cascade; create schema public; create table theirs (id int)",
    );
    await expect(restore(target)).rejects.toThrow("tables that are not Forestay's (theirs");
  });

  it("keeps nothing where a table comes out otherwise than it went in", async () => {
    const tables = kept.tables.map((table) =>
      table.name === "customers" ? { ...table, rows: 5001 } : table,
    );
    await expect(restore(target, { manifest: { ...kept, tables } })).rejects.toThrow(
      "customers came out otherwise than it went in: 5001 rows in the backup, 5000 here",
    );
    expect(await target.queryAsAdmin("select name from companies")).toEqual([]);
    const other = kept.tables.map((table) => (table.name === "mails" ? { ...table, contents: "1" } : table));
    await expect(restore(target, { manifest: { ...kept, tables: other } })).rejects.toThrow(
      "mails came out otherwise than it went in: 2 rows in the backup, 2 here, with other contents",
    );
  });

  it("brings an older version forward, and refuses a newer one in words", async () => {
    const migrationsDirectory = await mkdtemp(path.join(directory, "migrations-"));
    await cp(MIGRATIONS_DIR, migrationsDirectory, { recursive: true });
    await writeFile(
      path.join(migrationsDirectory, "9001_later.sql"),
      "alter table customers add column later int default 7",
    );
    const { migrated } = await restore(target, { migrationsDirectory });
    expect(migrated).toEqual(["9001_later.sql"]);
    expect(await target.queryAsAdmin("select count(*)::int, min(later) from customers")).toEqual([
      { count: 5000, min: 7 },
    ]);
    const manifest = {
      ...kept,
      version: "9.0.0",
      migrations: [...kept.migrations, { name: "9002_more.sql", checksum: "x" }],
    };
    await expect(restore(target, { manifest, replace: true })).rejects.toThrow(
      /newer version \(9\.0\.0\): its database has 9002_more\.sql/,
    );
    expect(await target.queryAsAdmin("select count(*)::int from customers")).toEqual([{ count: 5000 }]);
  });
});
