import { createHash } from "node:crypto";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { EmbeddedPostgresError } from "./binaries.ts";

/** Longest path of a Unix socket on every system we run on (104 bytes on macOS, 108 on Linux). */
const SOCKET_PATH_MAX = 100;

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Holds a data directory for this process. The lock is a listening socket: the system drops it with the process, so
 * nothing stale is ever honoured, and no pid can be mistaken for another program's.
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const real = await realpath(dataDir);
  const inside = path.join(real, "app.lock");
  const name = createHash("sha256").update(real).digest("hex").slice(0, 16);
  const socketPath =
    inside.length <= SOCKET_PATH_MAX ? inside : path.join(os.tmpdir(), `forestay-${name}.lock`);
  if (await answers(socketPath)) throw inUse(real);
  await rm(socketPath, { force: true });
  const server = createServer((socket) => socket.destroy());
  await listen(server, socketPath).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? inUse(real) : error;
  });
  server.unref();
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const inUse = (dataDir: string) =>
  new EmbeddedPostgresError(
    `Another Forestay is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => resolve());
  });
}
