import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { escapeIdentifier, type Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { OutgoingHold } from "#config";
import { migrate, readMigrations } from "#platform/db/migrate.ts";
import { openClient } from "#platform/db/open-client.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { JOBS_SCHEMA, migrateJobsSchema } from "#platform/jobs/jobs-schema.ts";
import { putWaitingJobs } from "#platform/jobs/waiting-jobs.ts";
import { BackupError, requireKnownVersion, type BackupManifest, type TableManifest } from "./manifest.ts";
import { holdOutgoing, keepWaitingMails } from "./outgoing-hold.ts";
import { leftOut, listTables, measureTable, quoted, SAME_TEXT, type BackupTable } from "./tables.ts";

export interface RestoreOptions {
  directory: string;
  manifest: BackupManifest;
  /** The owner of the database that it is restored into. */
  ownerConnectionString: string;
  /** Called once nothing stands in the way any more, before the first row: makes the queues known, places the key. */
  prepare: () => Promise<void>;
  files: FileStore;
  /** Whether what is there may go. */
  replace: boolean;
  now: Date;
  /** Of this version; the tests' own have one more. */
  migrationsDirectory?: string;
  onTable?: (table: TableManifest) => void;
}

export interface Restored {
  hold: OutgoingHold;
  /** Migrations that brought an older backup to this version. */
  migrated: string[];
  keptMails: number;
  /** Jobs of the backup whose queue this version does not have. */
  skippedJobs: number;
}

/**
 * Puts a verified backup into an empty installation: the schema as it was then, every row, what waited, every file;
 * counts and contents of every table are compared with the backup's before anything is committed, and only then is the
 * database brought to this version. Nothing leaves the copy until somebody says so. Throws BackupError in words.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { manifest, ownerConnectionString, migrationsDirectory } = options;
  const source = migrationsDirectory === undefined ? {} : { directory: migrationsDirectory };
  requireKnownVersion(manifest, await readMigrations(migrationsDirectory));
  const client = await openClient({
    connectionString: ownerConnectionString,
    application_name: "forestay-restore",
  });
  try {
    await client.query(SAME_TEXT);
    await requireAlone(client);
    await clearDatabase(client, options.replace);
    const then = new Set(manifest.migrations.map(({ name }) => name));
    await migrate(ownerConnectionString, { ...source, only: then });
    await migrateJobsSchema(ownerConnectionString);
    await options.prepare();
    await restoreFiles(options);
    await client.query("begin");
    const tables = await listTables(client);
    requireSameTables(tables, manifest);
    for (const table of tables) await restoreTable(client, table, options);
    const skippedJobs = await putWaitingJobs(client, await readLines(options.directory, manifest.jobs.file));
    const keptMails = await keepWaitingMails(client);
    const isHoldable = await hasTable(client, "outgoing_holds");
    const held = isHoldable ? await holdOutgoing(client, manifest.madeAt, options.now) : null;
    await client.query("commit");
    const migrated = await migrate(ownerConnectionString, source);
    const hold = held ?? (await holdOutgoing(client, manifest.madeAt, options.now));
    // The planner knows nothing of what came in at once.
    await client.query("analyze");
    return { hold, migrated, keptMails, skippedJobs };
  } finally {
    await client.end();
  }
}

/** Somebody who writes meanwhile would be part of what is compared. */
async function requireAlone(client: Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usename = 'forestay_app'`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0) {
    throw new BackupError(
      `Forestay is running on this database (${others} connections). Stop every process of it, and restore then.`,
    );
  }
}

/** Takes away what is there where it is nobody's, or somebody said so: the schema is made as it was with the backup. */
async function clearDatabase(client: Client, replace: boolean): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  if (tables.length > 0) {
    if (!tables.some(({ name }) => name === "schema_migrations")) {
      throw new BackupError(
        `The database has tables that are not Forestay's (${tables[0]?.name}, ...). Nothing was changed; restore into a database of its own.`,
      );
    }
    const { rows } = await client.query<{ companies: number; users: number }>(
      "select (select count(*)::int from companies) as companies, (select count(*)::int from users) as users",
    );
    const { companies = 0, users = 0 } = rows[0] ?? {};
    if (companies + users > 0 && !replace) {
      throw new BackupError(
        `There is an installation here already, with ${companies} companies and ${users} people. Nothing was changed. With --replace all of it goes and the backup takes its place.`,
      );
    }
  }
  await client.query(`drop schema if exists ${JOBS_SCHEMA} cascade`);
  if (tables.length === 0) return;
  await client.query(
    "begin; drop schema public cascade; create schema public; grant usage on schema public to public; commit",
  );
}

/** The migrations that made the backup's tables make the same ones here. */
function requireSameTables(here: readonly BackupTable[], { tables }: BackupManifest): void {
  const shape = (list: readonly { name: string; columns: readonly string[] }[]) =>
    list.map(({ name, columns }) => `${name}(${columns.join()})`).toSorted();
  const [ours, theirs] = [shape(here), shape(tables.filter(({ name }) => !(name in leftOut)))];
  const differing =
    theirs.find((table) => !ours.includes(table)) ?? ours.find((one) => !theirs.includes(one));
  if (differing !== undefined)
    throw new BackupError(`The backup's tables are not those that its migrations make: ${differing}`);
}

/** Row-level security is forced on the owner too, and COPY refuses it: lifted and put back in the same transaction. */
async function restoreTable(client: Client, table: BackupTable, options: RestoreOptions): Promise<void> {
  const { name, columns, isWalled } = table;
  const part = options.manifest.tables.find((one) => one.name === name);
  if (part === undefined) throw new BackupError(`${name} is not in the backup`);
  const quotedName = escapeIdentifier(name);
  // A migration may have put rows of its own there.
  if (isWalled) await client.query(`alter table ${quotedName} no force row level security`);
  // What triggers wrote of these rows is among the rows that come back.
  await client.query(`alter table ${quotedName} disable trigger user`);
  await client.query(`delete from ${quotedName}`);
  await pipeline(
    createReadStream(path.join(options.directory, part.file)),
    createGunzip(),
    client.query(copyFrom(`copy ${quotedName} (${quoted(columns)}) from stdin`)),
  );
  const measured = await measureTable(client, table);
  await client.query(`alter table ${quotedName} enable trigger user`);
  if (isWalled) await client.query(`alter table ${quotedName} force row level security`);
  if (measured.rows !== part.rows || measured.contents !== part.contents) {
    throw new BackupError(
      `${name} came out otherwise than it went in: ${part.rows} rows in the backup, ${measured.rows} here${measured.rows === part.rows ? ", with other contents" : ""}. Nothing was restored.`,
    );
  }
  options.onTable?.(part);
}

async function restoreFiles({ directory, manifest, files }: RestoreOptions): Promise<void> {
  for (const { key, file, sha256 } of manifest.files) {
    const stored = await files.put(createReadStream(path.join(directory, file)), { key });
    if (stored.sha256 !== sha256) throw new BackupError(`${file} was not stored as it is in the backup.`);
  }
}

async function readLines(directory: string, file: string): Promise<string[]> {
  const source = createReadStream(path.join(directory, file)).pipe(createGunzip());
  const lines: string[] = [];
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) lines.push(line);
  return lines;
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    `public.${name}`,
  ]);
  return rows[0]?.there === true;
}
