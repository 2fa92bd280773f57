import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";

export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, "../../../migrations");

/** Any number that nothing else locks on: two processes starting at once migrate one after the other. */
const MIGRATION_LOCK = 727_401;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export class MigrationError extends Error {
  override name = "MigrationError";
}

/** Reads the migrations in order; a file with another name or a number used twice is an error. */
export async function readMigrations(directory = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new MigrationError(`${name}: a migration is named NNNN_words.sql`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new MigrationError(`${name}: the number ${number} is used twice`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Brings a database to the newest version as its owner, forward only, each file in a transaction of its own; returns
 * the names applied now. Throws when a file that was applied earlier has changed since.
 */
export async function migrate(ownerConnectionString: string, directory = MIGRATIONS_DIR): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new Client({
    connectionString: ownerConnectionString,
    application_name: "forestay-migrate",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    await client.query("grant select on schema_migrations to forestay_app");
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const pending = pendingMigrations(migrations, applied);
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * The migrations not applied yet; throws where the recorded history and the files disagree. A migration that nobody here
 * has a file for is a newer version's, beside which an older process may run during an upgrade.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new MigrationError(
        `${migration.name} was changed after it had been applied; add a new migration instead`,
      );
    }
  }
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  const newest = [...applied.keys()].sort().at(-1);
  const [first] = pending;
  // Forward only: every file was written for what the ones before it had made.
  if (first !== undefined && newest !== undefined && first.name < newest) {
    throw new MigrationError(
      `This database was made by another line of versions: it has ${newest}, but not ${first.name}, and there is no way from there to here. Start with an empty database (without DATABASE_URL: another DATA_DIR).`,
    );
  }
  return pending;
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new MigrationError(`${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
