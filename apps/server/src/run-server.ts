import { ConfigError, readConfig, type Config } from "#config";
import { EmbeddedPostgresError } from "#platform/db/embedded/embedded-postgres.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { createLog } from "#platform/log.ts";
import { startProblem } from "./start-problem.ts";
import { startProcess, type RunningProcess } from "./start-process.ts";

/** After SIGTERM the process is gone within 30 s, whatever hangs. */
const STOP_DEADLINE_MS = 28_000;
const SAME_SIGNAL_MS = 1000;

/** Mistakes of whoever starts it are told in words, without a stack. */
const isTheirs = (error: unknown) =>
  error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof MigrationError;

let config: Config | null = null;

/**
 * Runs the server in this process until it is told to stop. `web`: kept once the built web app is there, without which no page is
 * given out; its failure is the start's.
 */
export function runServer(web: Promise<void> = Promise.resolve()): void {
  main(web).catch((error: unknown) => {
    const words =
      startProblem(error, config) ??
      (isTheirs(error) ? (error as Error).message : ((error as Error).stack ?? String(error)));
    process.stderr.write(`\nForestay could not start.\n\n${words}\n\n`);
    process.exit(1);
  });
}

async function main(web: Promise<void>): Promise<void> {
  config = readConfig();
  const log = createLog(config.logLevel);
  process.on("unhandledRejection", (error) => {
    log.fatal({ err: error }, "unhandled rejection");
    process.exit(1);
  });

  let running: RunningProcess | null = null;
  let stoppingSinceMs: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSinceMs !== null) {
      // A second Ctrl-C does not wait; npm passing on the first one is not a second.
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stoppingSinceMs = performance.now();
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    void (running?.stop() ?? Promise.resolve()).then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", stop);
  // Started by tooling/bootstrap.mjs: when that is killed, nothing of it may go on.
  if (process.channel) {
    process.on("disconnect", () => stop("parent gone"));
    process.channel.unref();
  }

  running = await startProcess(config, log, web);
  process.stdout.write(running.greeting);
}
