import { existsSync, rmSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { escapeIdentifier, type Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openClient } from "#platform/db/open-client.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { readWaitingJobs } from "#platform/jobs/waiting-jobs.ts";
import {
  BackupError,
  fingerprintsOf,
  MANIFEST,
  MANIFEST_FORMAT,
  SECRET_KEY_FILE,
  type BackupManifest,
  type StoredPart,
  type TableManifest,
} from "./manifest.ts";
import { listTables, measureTable, quoted, SAME_TEXT, type BackupTable } from "./tables.ts";
import { writePart } from "./write-part.ts";
import { syncDirectory } from "#platform/files/sync-directory.ts";

export interface BackupOptions {
  /** Where it is to lie; must not exist yet. */
  directory: string;
  /** A login that sees every row. */
  connectionString: string;
  files: FileStore;
  secretKeys: readonly string[];
  /** Whether the installation made its key itself, so that the backup is the only other place it may be in. */
  hasOwnSecretKey: boolean;
  product: string;
  version: string;
  now: Date;
  /** Told of each table when it lies in the backup. */
  onTable?: (table: TableManifest) => void;
}

/**
 * Writes the whole installation into a directory: every row of every table as of one moment, while others work on, what
 * waits to be done, every file that the rows name, and the key where the installation made its own. The directory gets its
 * name when everything in it is whole and counted. Throws BackupError, with nothing left behind.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupManifest> {
  const directory = path.resolve(options.directory);
  if (existsSync(directory)) throw new BackupError(`${directory} is there already. Nothing was written.`);
  const partial = `${directory}.partial-${process.pid}`;
  await mkdir(path.dirname(partial), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  // Also where the process is told to stop in the middle.
  const tidyUp = () => rmSync(partial, { recursive: true, force: true });
  process.once("exit", tidyUp);
  let client: Client | undefined;
  try {
    client = await openClient({
      connectionString: options.connectionString,
      application_name: "forestay-backup",
    });
    const manifest = await writeParts(client, partial, options);
    await writeFile(path.join(partial, MANIFEST), JSON.stringify(manifest, null, 2), {
      mode: 0o600,
      flush: true,
    });
    await syncDirectory(partial);
    await rename(partial, directory);
    await syncDirectory(path.dirname(directory));
    return manifest;
  } finally {
    await client?.end();
    tidyUp();
    process.off("exit", tidyUp);
  }
}

async function writeParts(client: Client, partial: string, options: BackupOptions): Promise<BackupManifest> {
  await requireEveryRow(client);
  const tables = await openSnapshot(client);
  const written: TableManifest[] = [];
  for (const table of tables) {
    const part = await writeTable(client, partial, table);
    written.push(part);
    options.onTable?.(part);
  }
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations order by name",
  );
  const jobs = await readWaitingJobs(client);
  const jobsPart = await writePart(partial, "jobs.jsonl.gz", Readable.from(jobs.map((job) => `${job}\n`)));
  const { rows: named } = await client.query<{ key: string }>(
    "select file_key as key from import_jobs where file_removed_at is null order by file_key",
  );
  await client.query("commit");
  const { files, missingFiles } = await writeFiles(client, partial, named, options.files);
  return {
    product: options.product,
    format: MANIFEST_FORMAT,
    version: options.version,
    madeAt: options.now.toISOString(),
    migrations,
    keyFingerprints: fingerprintsOf(options.secretKeys),
    secretKey: options.hasOwnSecretKey
      ? await writePart(partial, SECRET_KEY_FILE, Readable.from([options.secretKeys[0] ?? ""]))
      : null,
    tables: written,
    jobs: { ...jobsPart, rows: jobs.length },
    files,
    missingFiles,
  };
}

/** A login under row-level security would read empty tables and take them for everything. */
async function requireEveryRow(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees: boolean; reads: boolean; ours: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as sees,
       rolsuper or pg_has_role(oid, 'pg_read_all_data'::name, 'usage') as reads,
       to_regclass('public.schema_migrations') is not null as ours
     from pg_roles where rolname = current_user`,
  );
  const [role] = rows;
  if (role && (!role.sees || !role.reads)) {
    throw new BackupError(
      `The login '${role.name}' does not see every row: row-level security hides them from it, and its backup would be empty. Make one that does, as a superuser of that server, and name it in BACKUP_DATABASE_URL:\n\n  create role forestay_backup login password '...' bypassrls;\n  grant pg_read_all_data to forestay_backup;`,
    );
  }
  if (!role?.ours) {
    throw new BackupError("There is no Forestay in this database yet: there is nothing to back up.");
  }
  // What row-level security would hide all the same is an error now, not an empty table.
  await client.query(`${SAME_TEXT}; set row_security = off`);
}

/**
 * One moment for all tables. They are locked against a change of their form first: a table that is written anew
 * meanwhile reads as empty in a snapshot from before.
 */
async function openSnapshot(client: Client): Promise<BackupTable[]> {
  const before = await listTables(client);
  await client.query("begin isolation level repeatable read, read only");
  await client.query(`lock table ${quoted(before.map(({ name }) => name))} in access share mode`);
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new BackupError("The database was being migrated. Nothing was written; start the backup again.");
  return tables;
}

async function writeTable(client: Client, partial: string, table: BackupTable): Promise<TableManifest> {
  const { name, columns } = table;
  const measured = await measureTable(client, table);
  const rows = client.query(
    copyTo(`copy (select ${quoted(columns)} from ${escapeIdentifier(name)}) to stdout`),
  );
  const part = await writePart(partial, `tables/${name}.copy.gz`, rows);
  if (rows.rowCount !== measured.rows) {
    throw new BackupError(
      `${name} has ${measured.rows} rows, and ${rows.rowCount} came into the backup. Nothing was kept of it.`,
    );
  }
  return { ...part, name, columns, ...measured };
}

/**
 * Copies the files that the rows name. One that is gone is looked up again: a nightly job may have removed it since, and
 * its row then says so.
 */
async function writeFiles(
  client: Client,
  partial: string,
  named: readonly { key: string }[],
  store: FileStore,
): Promise<Pick<BackupManifest, "files" | "missingFiles">> {
  const files: (StoredPart & { key: string })[] = [];
  const missing: string[] = [];
  for (const { key } of named) {
    const source = await store.open(key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    });
    if (source === null) missing.push(key);
    else files.push({ ...(await writePart(partial, `files/${key}`, source)), key });
  }
  const { rows } = await client.query<{ key: string }>(
    "select file_key as key from import_jobs where file_removed_at is null and file_key = any($1)",
    [missing],
  );
  return { files, missingFiles: rows.map(({ key }) => key) };
}
