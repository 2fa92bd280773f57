/** `npm run backup [-- DIRECTORY]`: the whole installation, while it runs or not. */
import path from "node:path";
import { parseArgs } from "node:util";
import { PRODUCT_NAME } from "@forestay/contracts";
import type { Config } from "#config";
import { productVersion } from "#modules/diagnostics/index.ts";
import { BackupError, type BackupManifest } from "#platform/backup/manifest.ts";
import { writeBackup } from "#platform/backup/write-backup.ts";
import { systemClock } from "#platform/clock.ts";
import { loadLocalSecretKeys } from "#platform/crypto/secrets.ts";
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from "#platform/db/embedded/embedded-postgres.ts";
import { counted, runCommand, say, withFileStore } from "./operator-command.ts";
import { ROOT } from "./start-process.ts";

await runCommand("There is no backup.", async (config) => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const now = systemClock.now();
  const dataDir = path.resolve(ROOT, config.dataDir);
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "-");
  const [name = path.join(dataDir, "backups", stamp)] = positionals;
  const directory = path.resolve(name);
  const database = await openDatabase(config, dataDir);
  try {
    const manifest = await withFileStore(config, dataDir, async (files) =>
      writeBackup({
        directory,
        connectionString: database.connectionString,
        files,
        secretKeys: config.secretKeys ?? (await loadLocalSecretKeys(dataDir)),
        hasOwnSecretKey: config.secretKeys === null,
        product: PRODUCT_NAME,
        version: productVersion,
        now,
        onTable: ({ name: table, rows }) => say(`  ${table.padEnd(32)} ${rows.toLocaleString("en")}`),
      }),
    );
    say(inWords(directory, manifest));
  } finally {
    await database.stop();
  }
});

/** A login that sees every row: the embedded server's superuser, or the one that BACKUP_DATABASE_URL names. */
async function openDatabase(
  config: Config,
  dataDir: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const stop = async () => {};
  if (config.databaseUrl !== null) {
    const connectionString = config.backupDatabaseUrl ?? config.migrationDatabaseUrl ?? config.databaseUrl;
    return { connectionString, stop };
  }
  if (!hasEmbeddedPostgres(dataDir))
    throw new BackupError(`There is no installation in ${dataDir} (DATA_DIR): there is nothing to back up.`);
  const running = await findRunningPostgres(dataDir);
  if (running !== null) return { connectionString: running, stop };
  const started = await startEmbeddedPostgres({ dataDir });
  return { connectionString: started.backupConnectionString, stop: () => started.stop() };
}

function inWords(directory: string, manifest: BackupManifest): string {
  const { tables, jobs, files, missingFiles, secretKey } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, jobs, ...files].reduce((sum, part) => sum + part.bytes, 0);
  const missing =
    missingFiles.length === 0
      ? ""
      : `\n\n${counted(missingFiles.length, "file")} that the database names ${missingFiles.length === 1 ? "was" : "were"} missing in the file store already: ${missingFiles.join(", ")}`;
  return `
Backed up to ${directory}: ${counted(tables.length, "table")} with ${counted(rows, "row")}, every one counted, ${counted(jobs.rows, "job")} that ${jobs.rows === 1 ? "waits" : "wait"}, ${counted(files.length, "file")}; ${(bytes / 1e6).toFixed(1)} MB.
It holds everybody's data${secretKey === null ? "; SECRET_KEYS are not in it, and without them second factors do not open" : " and this installation's secret key"}. Keep it where nobody else reads it.${missing}`;
}
