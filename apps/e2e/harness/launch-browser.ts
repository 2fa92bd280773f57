import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { inject } from "vitest";

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

let browser: Promise<Browser> | undefined;

/**
 * The browser of this worker, for all its pages and journeys; each has a context of its own, and it ends with the worker.
 * Shared by the workers, through a process that serves it, every message with all it carries was read and written twice.
 */
export function workersBrowser(): Promise<Browser> {
  const { executablePath, env } = inject("chromium");
  browser ??= chromium.launch({
    executablePath,
    args: flags,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  return browser;
}
