/** `npm run rebuild-metrics [-- --check] [-- --company ID]`: proves the rollups equal to the ledger, sums of failed payments equal to these, and puts right what is not. */
import path from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "#config";
import { findCompanyNames } from "#modules/companies/index.ts";
import { rebuildRollups, type RebuildResult } from "#modules/metrics/index.ts";
import { rebuildRecoverySums } from "#modules/recovery/index.ts";
import { BackupError } from "#platform/backup/manifest.ts";
import { systemClock } from "#platform/clock.ts";
import { createDatabase } from "#platform/db/database.ts";
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from "#platform/db/embedded/embedded-postgres.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { counted, runCommand, say } from "./operator-command.ts";
import { ROOT } from "./start-process.ts";

await runCommand("The rollups were not compared.", async (config) => {
  const { values } = parseArgs({
    options: { check: { type: "boolean", default: false }, company: { type: "string" } },
  });
  const { connectionString, stop } = await openConnection(config);
  const db = createDatabase({
    connectionString,
    maxConnections: 2,
    applicationName: "forestay-rebuild-metrics",
  });
  try {
    const companies = await withSystem(db, (tx) => findCompanyNames(tx));
    const wanted = companies.filter(({ id }) => values.company === undefined || id === values.company);
    if (wanted.length === 0) throw new BackupError(`There is no company ${values.company ?? ""}.`);
    let differing = 0;
    for (const { id, name } of wanted) {
      const result = await rebuildRollups(db, id, { now: systemClock.now(), write: !values.check });
      const recovery = await rebuildRecoverySums(db, id, { write: !values.check });
      result.differingSums += recovery.differing;
      result.firstSums.push(...recovery.first);
      differing += result.differingCustomers + result.differingSums;
      say(inWords(name, result));
    }
    // Who runs it on a schedule hears of it, also where everything has been put right.
    if (differing > 0) process.exitCode = 1;
    say(
      differing === 0
        ? "\nEvery rollup is what the ledger makes."
        : values.check
          ? "\nNothing was changed: without --check what differs is put right."
          : "\nWhat differed has been put right.",
    );
  } finally {
    await db.close();
    await stop();
  }
});

/** The app's own database, whether the app runs or not. */
async function openConnection(config: Config): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const stop = async () => {};
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl, stop };
  const dataDir = path.resolve(ROOT, config.dataDir);
  if (!hasEmbeddedPostgres(dataDir))
    throw new BackupError(`There is no installation in ${dataDir} (DATA_DIR): there is nothing to compare.`);
  const running = await findRunningPostgres(dataDir);
  if (running !== null) return { connectionString: running, stop };
  return startEmbeddedPostgres({ dataDir });
}

function inWords(name: string, result: RebuildResult): string {
  const { customers, differingCustomers, firstCustomers, differingSums, firstSums } = result;
  const customersWords = `${name}: ${counted(customers, "customer")}`;
  if (differingCustomers + differingSums === 0) return `${customersWords}, no difference`;
  const more = (all: number, told: readonly string[]) =>
    all > told.length ? [`  and ${all - told.length} more`] : [];
  return [
    `${customersWords}; ${counted(differingCustomers, "customer")} and ${counted(differingSums, "sum")} differ`,
    ...firstCustomers.map((id) => `  customer ${id}`),
    ...more(differingCustomers, firstCustomers),
    ...firstSums.map((words) => `  ${words}`),
    ...more(differingSums, firstSums),
  ].join("\n");
}
