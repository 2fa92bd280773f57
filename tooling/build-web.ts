import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { bin, ROOT, runCommand } from "./run-command.ts";

const WEB = path.join(ROOT, "apps/web");
const STAMP = path.join(WEB, "dist/.sources");
/** Everything whose change makes another build: the app, what it imports from the workspace, and its tools. */
const sources = ["apps/web", "packages/contracts/src", "package-lock.json"];
const ignored = new Set(["node_modules", "dist"]);

/** Builds the web app unless the build there was made of exactly these sources. Throws when the build fails. */
export async function buildWebIfStale(): Promise<void> {
  const hash = await hashSources();
  const built = existsSync(STAMP) ? await readFile(STAMP, "utf8") : "";
  if (built === hash) return;
  process.stderr.write("Building the web app...\n");
  const { code, output } = await runCommand(bin("vite"), ["build", "--logLevel", "warn", "apps/web"], {
    quiet: true,
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`);
  await writeFile(STAMP, hash);
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  // Set into the build by vite.config.ts.
  hash.update(`${process.env.API_URL ?? ""}\n${process.env.APP_URL ?? ""}\n`);
  for (const source of sources) {
    for (const file of await listFiles(path.join(ROOT, source))) {
      hash.update(`${path.relative(ROOT, file)}\n`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

async function listFiles(target: string): Promise<string[]> {
  const entries = await readdir(target, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [target];
  const nested = await Promise.all(
    entries
      .filter((entry) => !ignored.has(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => listFiles(path.join(target, entry.name))),
  );
  return nested.flat();
}
