import { BackupError } from "#platform/backup/manifest.ts";
import { ConfigError, readConfig, type Config } from "#config";
import { EmbeddedPostgresError } from "#platform/db/embedded/embedded-postgres.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { systemClock } from "#platform/clock.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { createLog } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { startProblem } from "./start-problem.ts";

/** Mistakes of whoever called are told in words, without a stack. */
const isTheirs = (error: unknown) =>
  [BackupError, ConfigError, EmbeddedPostgresError, MigrationError].some((kind) => error instanceof kind) ||
  (error as { code?: unknown } | null)?.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";

/** Runs a command of the operator to its end; whatever fails is said on stderr, and the process ends with 1. */
export async function runCommand(failed: string, work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | null = null;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(130));
  try {
    config = readConfig();
    await work(config);
  } catch (error) {
    const words =
      startProblem(error, config) ??
      (isTheirs(error) ? (error as Error).message : ((error as Error).stack ?? String(error)));
    process.stderr.write(`\n${failed}\n\n${words}\n\n`);
    process.exitCode = 1;
  }
}

/** The installation's files, while `work` lasts: in object storage where that is configured. */
export async function withFileStore<T>(
  config: Config,
  dataDir: string,
  work: (files: FileStore) => Promise<T>,
): Promise<T> {
  const outbound = createOutbound({
    log: createLog("silent"),
    clock: systemClock,
    allowedHosts: config.outboundAllowedHosts,
  });
  try {
    return await work(await openFileStore(config, dataDir, outbound));
  } finally {
    await outbound.close();
  }
}

export const say = (words: string): void => void process.stdout.write(`${words}\n`);
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
