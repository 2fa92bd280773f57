import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Linux's own file system in memory. */
const MEMORY = "/dev/shm";
/** A run's databases come and go and take some 300 MB at a time, its log up to half a gigabyte; its processes need the rest. */
const ROOM_BYTES = 2 * 1024 ** 3;
const SPARE_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * Whoever runs the tests may be killed, and what lies in memory would stay there: end of file on its pipe says that it is
 * gone, and the database, which ends by itself, has ended when its pid file is away.
 */
const CLEANER = `
read -r _
tries=0
while [ -e "$1/postgres/postmaster.pid" ] && [ $tries -lt 120 ]; do sleep 0.5; tries=$((tries + 1)); done
rm -rf "$1"
`;

interface RunDirectory {
  path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

/**
 * A directory of a run's own, which goes with this process, however that ends. In memory where the machine has enough to
 * spare: hundreds of databases of a thousand files each are made and dropped in it, and a disk keeps a journal of that.
 */
export async function makeRunDirectory(): Promise<RunDirectory> {
  const directory = await makeDirectory();
  // The database's own user must be able to enter when we are root.
  await chmod(directory, 0o755);
  const cleaner = spawn("/bin/sh", ["-c", CLEANER, "forestay-cleaner", directory], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without it the directory is removed below, and only a killed run leaves it.
  cleaner.on("error", () => {});
  cleaner.stdin.on("error", () => {});
  cleaner.unref();
  (cleaner.stdin as unknown as { unref?: () => void }).unref?.();
  return {
    path: directory,
    async remove() {
      await rm(directory, { recursive: true, force: true });
      cleaner.stdin.end();
    },
  };
}

async function makeDirectory(): Promise<string> {
  const onDisk = path.join(os.tmpdir(), "forestay-test-");
  if (!(await hasRoomInMemory())) return mkdtemp(onDisk);
  return mkdtemp(path.join(MEMORY, "forestay-test-")).catch(() => mkdtemp(onDisk));
}

async function hasRoomInMemory(): Promise<boolean> {
  if (process.platform !== "linux" || process.availableMemory() < SPARE_MEMORY_BYTES) return false;
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ROOM_BYTES;
}
