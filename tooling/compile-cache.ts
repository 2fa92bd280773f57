import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./run-command.ts";

/** Where Node keeps what it made of our modules: whatever starts as a process of its own loads in half the time. */
export const COMPILE_CACHE = path.join(ROOT, "node_modules/.cache/compile");

/** Some five runs of everything on top of what all of them share. */
const MOST_FILES = 10_000;

/** Nobody else removes anything there, and the test runner imports each file of tests under another name in every run. */
export async function keepCompileCacheSmall(): Promise<void> {
  const files = await readdir(COMPILE_CACHE, { recursive: true }).catch(() => []);
  if (files.length > MOST_FILES) await rm(COMPILE_CACHE, { recursive: true, force: true });
}
