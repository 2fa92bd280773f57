import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { findChromium } from "../../apps/e2e/harness/find-chromium.ts";

/** The browser that the tests use. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
