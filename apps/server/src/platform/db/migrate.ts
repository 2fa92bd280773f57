import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { advisoryLock } from "./advisory-lock.ts";
import { openClient } from "./open-client.ts";

export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, "../../../migrations");

/** What PostgreSQL calls a lock that did not come in time. */
const LOCK_NOT_AVAILABLE = "55P03";
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

export interface MigrateOptions {
  directory?: string;
  /** The files to apply, by name: those of an older version, whose data come next. All unless given. */
  only?: ReadonlySet<string>;
  /** How long a statement waits for a table that somebody uses: so long everybody after it waits too [2 s]. */
  lockTimeoutMs?: number;
  /** How often a file is tried whose table was in use; between two tries the others have their turn [100]. */
  tries?: number;
  /** Told each time that a file could not have its table. */
  onWait?: (name: string) => void;
}

/**
 * Brings a database to the newest version as its owner, forward only, each file in a transaction of its own; returns
 * the names applied now. Throws when a file that was applied earlier has changed since.
 */
export async function migrate(
  ownerConnectionString: string,
  { directory = MIGRATIONS_DIR, only, lockTimeoutMs = 2000, tries = 100, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = (await readMigrations(directory)).filter(({ name }) => only?.has(name) !== false);
  const client = await openClient({
    connectionString: ownerConnectionString,
    application_name: "forestay-migrate",
  });
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLock.migration]);
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
    for (const migration of pending) {
      for (let left = tries; !(await applyMigration(client, migration, lockTimeoutMs)); left--) {
        if (left <= 1) throw new MigrationError(inUse(migration.name));
        onWait?.(migration.name);
        await delay(lockTimeoutMs);
      }
    }
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

/** Nothing here hurries: whoever sees this can wait or end what holds the table. */
const inUse = (name: string) =>
  `${name} could not have a table that is in use. Nothing was changed. See in pg_stat_activity what runs for so long, and start again.`;

/** False where a table was in use for longer than the time-out: nothing was done then. */
async function applyMigration(client: Client, migration: Migration, lockTimeoutMs: number): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
    // Row-level security holds for the owner too. What would be hidden from a migration is an error, not "UPDATE 0".
    // The body of a function is another matter: it runs for a company, and would be refused here by the same rule.
    await client.query("set local row_security = off; set local check_function_bodies = off");
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw new MigrationError(`${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
