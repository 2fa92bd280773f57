import { access } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium, type ChromiumInstall } from "./find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: ChromiumInstall;
  }
}

/** Found, and unpacked, once for all workers; each starts its own (launch-browser.ts). */
export default async function setup(project: TestProject): Promise<void> {
  await access(join(import.meta.dirname, "..", "..", "web", "dist", "index.html")).catch(() => {
    throw new Error("The web is not built. Run 'npm run e2e', which builds it first.");
  });
  project.provide("chromium", await findChromium());
}
