/**
 * Writes the Kysely types of a freshly migrated database, or with `--check` fails where the kept file differs.
 * One embedded PostgreSQL is started in a temporary directory for it.
 */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";

const root = path.resolve(import.meta.dirname, "..");
const kept = path.join(root, "apps/server/src/platform/db/schema.gen.ts");

/** Must say what the type parsers in platform/db/database.ts do. */
const typeMapping = { int8: "number", numeric: "number", date: "string" };

async function generate(outFile: string, workDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(workDir, "data"), throwaway: true });
  try {
    await migrate(postgres.ownerConnectionString);
    await promisify(execFile)(
      process.execPath,
      [
        path.join(root, "node_modules/kysely-codegen/dist/cli/bin.js"),
        "--dialect=postgres",
        `--url=${postgres.ownerConnectionString}`,
        `--out-file=${outFile}`,
        "--default-schema=public",
        "--include-pattern=public.*",
        `--type-mapping=${JSON.stringify(typeMapping)}`,
        "--log-level=error",
      ],
      { cwd: workDir },
    );
  } finally {
    await postgres.stop();
  }
}

const workDir = await mkdtemp(path.join(os.tmpdir(), "forestay-types-"));
// The server's own user must be able to enter when we are root.
await chmod(workDir, 0o755);
try {
  if (process.argv.includes("--check")) {
    const fresh = path.join(workDir, "schema.gen.ts");
    await generate(fresh, workDir);
    const [now, then] = await Promise.all([readFile(fresh, "utf8"), readFile(kept, "utf8")]);
    if (now !== then) {
      console.error(
        "apps/server/src/platform/db/schema.gen.ts is not what the migrations make: run node tooling/db-types.ts",
      );
      process.exitCode = 1;
    }
  } else {
    await generate(kept, workDir);
  }
} finally {
  await rm(workDir, { recursive: true, force: true });
}
