import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { publishWeb } from "./publish-web.ts";
import { bin, ROOT, runCommand } from "./run-command.ts";

const WEB = path.join(ROOT, "apps/web");
const SERVED = path.join(WEB, "dist");
const STAMP = path.join(SERVED, ".sources");
/** Everything whose change makes another build: the app, what it imports from the workspace, and its tools. */
const sources = [
  "apps/web",
  "packages/contracts/src",
  "packages/metrics/src",
  "packages/churn-model/src",
  "packages/import-mapping/src",
  "packages/tabular/src",
  // Pages of the documentation.
  "docs",
  "package-lock.json",
];
const ignored = new Set(["node_modules", "dist"]);

/**
 * Builds the web app unless the build there was made of exactly these sources, beside what running processes serve, and
 * puts it there when it is whole (publish-web.ts). Throws when the build fails; what was there is served on then.
 */
export async function buildWebIfStale(): Promise<void> {
  const hash = await hashSources();
  const built = existsSync(STAMP) ? await readFile(STAMP, "utf8") : "";
  if (built === hash) return;
  process.stderr.write("Building the web app...\n");
  await mkdir(SERVED, { recursive: true });
  // On the disk of the place it is for: moving a file is one step there.
  const next = await mkdtemp(path.join(SERVED, ".next-"));
  try {
    const { code, output } = await runCommand(
      bin("vite"),
      ["build", "--logLevel", "warn", "--outDir", next, "apps/web"],
      { quiet: true, env: { NODE_ENV: "production" } },
    );
    if (code !== 0) throw new Error(`The web app could not be built:\n${output}`);
    await publishWeb(next, SERVED);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  await writeFile(STAMP, hash);
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  // Set into the build by vite.config.ts.
  hash.update(`${process.env.API_URL ?? ""}\n`);
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
