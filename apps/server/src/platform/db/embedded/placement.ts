import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { EmbeddedPostgresError, copyBinaries, type PostgresBinaries } from "./binaries.ts";
import { runningPostmaster } from "./postmaster.ts";

/** PostgreSQL refuses to run as root; then it runs as one of these, whichever the machine has. */
const unprivilegedUsers = ["postgres", "nobody"];
/** Where root keeps what the unprivileged user must reach when it cannot enter the checkout. */
const SHARED_ROOT = "/var/lib/forestay";
/** In the data directory: where its cluster lies. */
const POINTER_FILE = "postgres-location";
/** Beside such a cluster: the data directory it belongs to. */
const OWNER_SUFFIX = ".owner";

export interface ServerUser {
  uid: number;
  gid: number;
}

export interface Placement {
  binaries: PostgresBinaries;
  clusterDir: string;
  /** Set when we are root: the user that the server runs as. */
  user: ServerUser | null;
}

/**
 * Decides where the database lies and as whom it runs: `<dataDir>/postgres` as ourselves; as root, an unprivileged
 * user; and where that user cannot enter the checkout, a directory of its own, remembered in the data directory.
 */
export async function placeCluster(dataDir: string, binaries: PostgresBinaries): Promise<Placement> {
  const inside = path.join(dataDir, "postgres");
  if (process.getuid?.() !== 0) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { binaries, clusterDir: inside, user: null };
  }
  const user = await findUnprivilegedUser();
  const usable = (await canReach(binaries.root, user))
    ? binaries
    : await copyBinaries(binaries, path.join(SHARED_ROOT, "bin"));
  const clusterDir = (await canReach(dataDir, user)) ? inside : await outsideCluster(dataDir);
  await mkdir(clusterDir, { recursive: true, mode: 0o700 });
  await chown(clusterDir, user.uid, user.gid);
  return { binaries: usable, clusterDir, user };
}

async function findUnprivilegedUser(): Promise<ServerUser> {
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of unprivilegedUsers) {
    const account = accounts.find(([candidate]) => candidate === name);
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
    if (account && uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and there is no user ${unprivilegedUsers.join(" or ")}; start as another user or set DATABASE_URL`,
  );
}

/** Whether `user` may enter every directory on the way to `target`. */
async function canReach(target: string, user: ServerUser): Promise<boolean> {
  let directory = await realpath(target);
  for (;;) {
    const { mode, uid, gid } = await stat(directory);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    const parent = path.dirname(directory);
    if (parent === directory) return true;
    directory = parent;
  }
}

/**
 * A cluster directory outside the checkout, remembered in the data directory. Clusters whose data directory is gone
 * went with it: whoever deletes `.data` means the database too.
 */
async function outsideCluster(dataDir: string): Promise<string> {
  const pointer = path.join(dataDir, POINTER_FILE);
  if (existsSync(pointer)) {
    const known = (await readFile(pointer, "utf8")).trim();
    if (existsSync(known)) return known;
  }
  await mkdir(SHARED_ROOT, { recursive: true, mode: 0o755 });
  await removeAbandoned();
  const clusterDir = path.join(SHARED_ROOT, `data-${randomBytes(8).toString("hex")}`);
  await writeFile(`${clusterDir}${OWNER_SUFFIX}`, await realpath(dataDir), { mode: 0o600 });
  await writeFile(pointer, `${clusterDir}\n`, { mode: 0o600 });
  return clusterDir;
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(SHARED_ROOT)) {
    if (!name.endsWith(OWNER_SUFFIX)) continue;
    const ownerFile = path.join(SHARED_ROOT, name);
    const clusterDir = ownerFile.slice(0, -OWNER_SUFFIX.length);
    const owner = await readFile(ownerFile, "utf8");
    const pointer = await readFile(path.join(owner, POINTER_FILE), "utf8").catch(() => "");
    if (pointer.trim() === clusterDir || (await runningPostmaster(clusterDir)) !== null) continue;
    await rm(clusterDir, { recursive: true, force: true });
    await rm(ownerFile, { force: true });
  }
}
