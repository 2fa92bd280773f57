import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { EmbeddedPostgresError } from "./binaries.ts";
import type { Placement } from "./placement.ts";

/** Makes the cluster unless it is there and whole; returns true when it was made now. */
export async function initialiseCluster(
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
