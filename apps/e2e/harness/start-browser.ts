import { access } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

/** Works as root and in containers; nothing that calls home. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

/** One browser for all pages and journeys; each has a context of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await access(join(import.meta.dirname, "..", "..", "web", "dist", "index.html")).catch(() => {
    throw new Error("The web is not built. Run 'npm run e2e', which builds it first.");
  });
  const install = await findChromium();
  const browser = await chromium.launchServer({
    executablePath: install.executablePath,
    args: flags,
    env: { ...(process.env as Record<string, string>), ...install.env },
    host: "127.0.0.1",
  });
  project.provide("browserEndpoint", browser.wsEndpoint());
  return () => browser.close();
}
