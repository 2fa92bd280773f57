/** `npm run restore -- DIRECTORY [--replace]`: a backup becomes this installation. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "#config";
import {
  BackupError,
  fingerprintsOf,
  readManifest,
  requireKnownVersion,
  SECRET_KEY_FILE,
  verifyParts,
  type BackupManifest,
} from "#platform/backup/manifest.ts";
import { holdInWords } from "#platform/backup/outgoing-hold.ts";
import { restoreBackup, type Restored } from "#platform/backup/restore-backup.ts";
import { systemClock } from "#platform/clock.ts";
import { startEmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { readMigrations } from "#platform/db/migrate.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { counted, runCommand, say, withFileStore } from "./operator-command.ts";
import { serverJobs } from "./server-modules.ts";
import { ROOT } from "./start-process.ts";

await runCommand("Nothing was restored.", async (config) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [name] = positionals;
  if (name === undefined) throw new BackupError("Say which backup: npm run restore -- DIRECTORY [--replace]");
  const directory = path.resolve(name);
  const dataDir = path.resolve(ROOT, config.dataDir);
  const manifest = await readManifest(directory);
  requireKnownVersion(manifest, await readMigrations());
  requireKeys(config, manifest, directory);
  say("Reading the backup through...");
  await verifyParts(directory, manifest);
  const database = await openDatabase(config, dataDir);
  try {
    const restored = await withFileStore(config, dataDir, async (files) =>
      restoreBackup({
        directory,
        manifest,
        ownerConnectionString: database.ownerConnectionString,
        prepare: async () => {
          await declareQueues(database.ownerConnectionString);
          if (config.secretKeys === null && manifest.secretKey !== null) await placeKey(directory, dataDir);
        },
        files,
        replace: values.replace,
        now: systemClock.now(),
        onTable: ({ name: table, rows }) => say(`  ${table.padEnd(32)} ${rows.toLocaleString("en")}`),
      }),
    );
    say(inWords(manifest, restored));
  } finally {
    await database.stop();
  }
});

/** Second factors are sealed with the keys, and sessions and links signed with them. */
function requireKeys({ secretKeys }: Config, manifest: BackupManifest, directory: string): void {
  if (secretKeys === null) {
    if (manifest.secretKey !== null) return;
    throw new BackupError(
      "SECRET_KEYS: the installation that was backed up had keys of its own, and they are not in the backup. Set them here as they were there.",
    );
  }
  const ours = fingerprintsOf(secretKeys);
  const missing = manifest.keyFingerprints.filter((key) => !ours.includes(key)).length;
  if (missing === 0) return;
  const where =
    manifest.secretKey === null
      ? "Set them as they were in the installation that was backed up"
      : `Add the one in ${path.join(directory, SECRET_KEY_FILE)}`;
  throw new BackupError(
    `SECRET_KEYS: ${counted(missing, "key")} of the backup ${missing === 1 ? "is" : "are"} not among them, and without ${missing === 1 ? "it" : "them"} second factors do not open. ${where}, after your newest one.`,
  );
}

async function openDatabase(
  config: Config,
  dataDir: string,
): Promise<{ ownerConnectionString: string; stop(): Promise<void> }> {
  if (config.databaseUrl === null) return startEmbeddedPostgres({ dataDir });
  if (config.migrationDatabaseUrl === null) {
    throw new BackupError(
      "MIGRATION_DATABASE_URL: required to restore: the owner of the database makes the tables.",
    );
  }
  return { ownerConnectionString: config.migrationDatabaseUrl, stop: async () => {} };
}

async function declareQueues(connectionString: string): Promise<void> {
  const jobs = createJobs({ connectionString, worker: false, onError: () => {} });
  try {
    await jobs.start(serverJobs);
  } finally {
    await jobs.stop(0);
  }
}

async function placeKey(directory: string, dataDir: string): Promise<void> {
  const target = path.join(dataDir, SECRET_KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  await writeFile(target, await readFile(path.join(directory, SECRET_KEY_FILE)), {
    mode: 0o600,
    flush: true,
  });
  await chmod(target, 0o600);
}

function inWords(manifest: BackupManifest, restored: Restored): string {
  const { tables, jobs, files, madeAt, version } = manifest;
  const { hold, migrated, keptMails, skippedJobs } = restored;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    "",
    `Restored the backup of ${madeAt} (version ${version}): ${counted(tables.length, "table")} with ${counted(rows, "row")}, every one compared, ${counted(jobs.rows - skippedJobs, "job")}, ${counted(files.length, "file")}.`,
    ...(migrated.length === 0 ? [] : [`Brought to this version by ${migrated.join(", ")}.`]),
    ...(keptMails === 0
      ? []
      : [`${counted(keptMails, "mail")} that waited then will not be sent from here; the outbox has them.`]),
    ...(skippedJobs === 0
      ? []
      : [`${counted(skippedJobs, "job")} of a kind that this version does not have were left out.`]),
    `${holdInWords(hold)}.`,
  ].join("\n");
}
