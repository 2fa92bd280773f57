import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { EmbeddedPostgresError, findBinaries } from "./binaries.ts";
import { lockDataDirectory, type DataDirectoryLock } from "./data-directory-lock.ts";
import { placeCluster, type Placement } from "./placement.ts";
import { healCluster } from "./postmaster.ts";

export { EmbeddedPostgresError } from "./binaries.ts";

const START_TIMEOUT_MS = 30_000;
/** How often a server that died by itself is started again before we give up. */
const MAX_RESTARTS = 5;
const DATABASE_NAME = "forestay";

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Tests lose nothing by a crash: no fsync, no synchronous commit. */
  throwaway?: boolean;
  /** Called with the server's own words when it ends without being told to. */
  onUnexpectedExit?: (words: string) => void;
}

export interface EmbeddedPostgres {
  /** The app's role: owns nothing, cannot bypass row-level security. */
  connectionString: string;
  /** The schema's owner, for migrations only. */
  ownerConnectionString: string;
  /** The cluster's superuser, for making databases. */
  adminConnectionString: string;
  port: number;
  /** True when the cluster was made just now. */
  isNew: boolean;
  stop(): Promise<void>;
}

interface Credentials {
  admin: string;
  owner: string;
  app: string;
}

/**
 * Starts PostgreSQL 18 from npm's binaries on a private port with its data below `dataDir`. The server hangs on a
 * watchdog that stops it when this process is gone, however it went; what a crash left behind is healed first.
 * Throws EmbeddedPostgresError when another running app uses the same data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataDirectory(dataDir);
  try {
    const placement = await placeCluster(dataDir, await findBinaries());
    const credentials = await loadCredentials(dataDir);
    const isNew = await initialise(placement, credentials.admin);
    await healCluster(placement.clusterDir);
    const server = await superviseServer(placement, options);
    const url = (user: string, password: string, database = DATABASE_NAME) =>
      `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`;
    const adminConnectionString = url("postgres", credentials.admin, "postgres");
    try {
      await prepareRoles(adminConnectionString, credentials);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      connectionString: url("forestay_app", credentials.app),
      ownerConnectionString: url("forestay_owner", credentials.owner),
      adminConnectionString,
      port: server.port,
      isNew,
      stop: () => stopAll(server, lock),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function stopAll(server: { stop(): Promise<void> }, lock: DataDirectoryLock): Promise<void> {
  await server.stop();
  await lock.release();
}

/** Passwords of the three roles: the port is open to every user of this machine, so trust would not do. */
async function loadCredentials(dataDir: string): Promise<Credentials> {
  const file = path.join(dataDir, "postgres-credentials.json");
  if (existsSync(file)) return JSON.parse(await readFile(file, "utf8")) as Credentials;
  const secret = () => randomBytes(24).toString("base64url");
  const credentials = { admin: secret(), owner: secret(), app: secret() };
  await writeFile(file, JSON.stringify(credentials), { mode: 0o600 });
  return credentials;
}

async function initialise(
  { binaries, clusterDir, user }: Placement,
  adminPassword: string,
): Promise<boolean> {
  if (
    existsSync(path.join(clusterDir, "PG_VERSION")) &&
    existsSync(path.join(clusterDir, "forestay.ready"))
  ) {
    return false;
  }
  // A cluster without the mark was interrupted while being made: nothing of anyone's is in it.
  await rm(clusterDir, { recursive: true, force: true });
  await mkdir(clusterDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${clusterDir}.password`;
  await writeFile(passwordFile, adminPassword, { mode: 0o600 });
  if (user) {
    await chown(clusterDir, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    await runToEnd(
      path.join(binaries.root, "bin", "initdb"),
      [
        `--pgdata=${clusterDir}`,
        "--username=postgres",
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        // The same order and case rules on every machine, whatever its C library.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-sync",
        "--no-instructions",
      ],
      user,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await writeFile(path.join(clusterDir, "forestay.ready"), "");
  return true;
}

function runToEnd(command: string, args: string[], user: Placement["user"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...user });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedPostgresError(`${path.basename(command)} failed:\n${output.trim()}`));
    });
  });
}

/** Settings for one machine shared with the app: modest memory, WAL room so that bulk imports do not checkpoint. */
function settings(port: number, clusterDir: string, throwaway: boolean): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "96MB",
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    effective_cache_size: "2GB",
    random_page_cost: "1.1",
    wal_level: "minimal",
    max_wal_senders: "0",
    max_wal_size: "2GB",
    min_wal_size: "128MB",
    checkpoint_timeout: "15min",
    wal_buffers: "16MB",
    synchronous_commit: "on",
    io_method: "sync",
    max_worker_processes: "6",
    jit: "off",
    log_min_messages: "warning",
    log_checkpoints: "off",
    lc_messages: "C",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "off",
    ...(throwaway
      ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum_naptime: "1h" }
      : {}),
  };
  return ["-D", clusterDir, ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/**
 * The watchdog is a shell holding the read end of a pipe whose write end only we hold: end of file means that this
 * process is gone, SIGKILL included, and then it stops the server. A shell, because a second Node costs 40 MB.
 */
const WATCHDOG = `
"$@" &
server=$!
(
  read -r _ <&3
  kill -INT $server
  tries=0
  while kill -0 $server && [ $tries -lt 40 ]; do sleep 0.5; tries=$((tries + 1)); done
  kill -QUIT $server
) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $server
status=$?
kill $guard 2>/dev/null
exit $status
`;

interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

async function superviseServer(
  placement: Placement,
  options: EmbeddedPostgresOptions,
): Promise<RunningServer> {
  const port = await freePort();
  let stopping = false;
  let restarts = 0;
  let current = await launch(placement, port, options.throwaway === true);

  function watch(): void {
    current.child.once("exit", () => {
      if (stopping) return;
      options.onUnexpectedExit?.(current.words());
      if (++restarts > MAX_RESTARTS) return;
      void (async () => {
        await healCluster(placement.clusterDir);
        if (stopping) return;
        current = await launch(placement, port, options.throwaway === true);
        watch();
      })().catch((error: Error) => options.onUnexpectedExit?.(error.message));
    });
  }
  watch();
  return {
    port,
    async stop() {
      stopping = true;
      await current.stop();
    },
  };
}

interface Launched {
  child: ChildProcess;
  words(): string;
  stop(): Promise<void>;
}

async function launch(placement: Placement, port: number, throwaway: boolean): Promise<Launched> {
  const { binaries, clusterDir, user } = placement;
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      WATCHDOG,
      "forestay-watchdog",
      path.join(binaries.root, "bin", "postgres"),
      ...settings(port, clusterDir, throwaway),
    ],
    // A session of its own: Ctrl-C in the terminal reaches us, not the server.
    { cwd: "/", detached: true, stdio: ["ignore", "pipe", "pipe", "pipe"], ...user },
  );
  let output = "";
  const listen = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8000));
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lifeline = child.stdio[3];
  const launched: Launched = {
    child,
    words: () => output.trim(),
    async stop() {
      child.ref();
      if (lifeline && "end" in lifeline) lifeline.end();
      await exited;
    },
  };
  // The server and its pipes alone must not keep this process alive.
  child.unref();
  for (const stream of child.stdio) (stream as unknown as { unref?: () => void } | null)?.unref?.();

  const deadline = Date.now() + START_TIMEOUT_MS;
  const pidFile = path.join(clusterDir, "postmaster.pid");
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start:\n${launched.words()}`);
    }
    // Line 8 of postmaster.pid says "ready" once connections are accepted.
    const lines = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    if (lines[7]?.trim() === "ready" && lines[3] === String(port)) return launched;
    await delay(20);
  }
  await launched.stop();
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s:\n${launched.words()}`,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address) resolve(address.port);
        else reject(new EmbeddedPostgresError("No free port on 127.0.0.1"));
      });
    });
  });
}

/** The owner migrates and owns every table; the app's role may only use what migrations grant it. */
async function prepareRoles(adminConnectionString: string, credentials: Credentials): Promise<void> {
  const client = new Client({ connectionString: adminConnectionString });
  await client.connect();
  try {
    for (const [role, password] of [
      ["forestay_owner", credentials.owner],
      ["forestay_app", credentials.app],
    ] as const) {
      const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
      const attributes = "login nosuperuser nocreatedb nocreaterole nobypassrls";
      const verb = rowCount === 0 ? "create" : "alter";
      await client.query(`${verb} role ${role} ${attributes} password ${client.escapeLiteral(password)}`);
    }
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME} owner forestay_owner`);
  } finally {
    await client.end();
  }
}
