import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openClient } from "../open-client.ts";
import { findBinaries } from "./binaries.ts";
import { lockDataDirectory, type DataDirectoryLock } from "./data-directory-lock.ts";
import { initialiseCluster } from "./initialise-cluster.ts";
import { placeCluster } from "./placement.ts";
import { healCluster, runningPostmaster } from "./postmaster.ts";
import { superviseServer } from "./supervise-server.ts";

export { EmbeddedPostgresError } from "./binaries.ts";

const DATABASE_NAME = "forestay";
const CREDENTIALS = "postgres-credentials.json";

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
  /** The superuser in the app's database: sees every row, for backups only. */
  backupConnectionString: string;
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
    const isNew = await initialiseCluster(placement, credentials.admin);
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
      backupConnectionString: url("postgres", credentials.admin),
      port: server.port,
      isNew,
      stop: () => stopAll(server, lock),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * The superuser's address of the app's database where a server runs on this data directory already, null where none does:
 * for what works beside a running app. Starts nothing.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const { clusterDir } = await placeCluster(dataDir, await findBinaries());
  if ((await runningPostmaster(clusterDir)) === null) return null;
  // The file's fourth line is the port.
  const port = (await readFile(path.join(clusterDir, "postmaster.pid"), "utf8")).split("\n")[3];
  const { admin } = await loadCredentials(dataDir);
  return `postgres://postgres:${admin}@127.0.0.1:${Number(port)}/${DATABASE_NAME}`;
}

/** Whether a database was ever made below this data directory. */
export const hasEmbeddedPostgres = (dataDir: string): boolean => existsSync(path.join(dataDir, CREDENTIALS));

async function stopAll(server: { stop(): Promise<void> }, lock: DataDirectoryLock): Promise<void> {
  await server.stop();
  await lock.release();
}

/** Passwords of the three roles: the port is open to every user of this machine, so trust would not do. */
async function loadCredentials(dataDir: string): Promise<Credentials> {
  const file = path.join(dataDir, CREDENTIALS);
  if (existsSync(file)) return JSON.parse(await readFile(file, "utf8")) as Credentials;
  const secret = () => randomBytes(24).toString("base64url");
  const credentials = { admin: secret(), owner: secret(), app: secret() };
  await writeFile(file, JSON.stringify(credentials), { mode: 0o600 });
  return credentials;
}

/** The owner migrates and owns every table; the app's role may only use what migrations grant it. */
async function prepareRoles(adminConnectionString: string, credentials: Credentials): Promise<void> {
  const client = await openClient({ connectionString: adminConnectionString });
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
