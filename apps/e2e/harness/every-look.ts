import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityFindings } from "./accessibility.ts";
import { screens } from "./browser-window.ts";

const themes = ["light", "dark"] as const;

interface LookOptions {
  /** Both, unless the thing to look at exists at one only. */
  sizes?: readonly ("desktop" | "mobile")[];
  /** What axe leaves out: a frame in which no script may run. */
  besides?: string;
}

/**
 * Looks at the page as it is now, at both sizes and in both themes, without leaving it: a code that is shown once stays on
 * the screen. Axe finds nothing, and nothing makes the page scroll sideways. `page` must have been opened as a desktop.
 */
export async function lookEveryWay(
  page: Page,
  name: string,
  { sizes = ["desktop", "mobile"] as const, besides }: LookOptions = {},
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const seen: Record<string, unknown> = {};
  const good: Record<string, unknown> = {};
  const startedWith = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const size of sizes) {
    await resize(page, devtools, size);
    for (const theme of themes) {
      await page.evaluate((next) => {
        document.documentElement.dataset.theme = next;
      }, theme);
      await settle(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      const colorsOnly = theme !== themes[0];
      const findings = await accessibilityFindings(page, { colorsOnly, besides });
      seen[`${name}, ${size}, ${theme}`] = { overflow, findings };
      good[`${name}, ${size}, ${theme}`] = { overflow: 0, findings: [] };
    }
  }
  await resize(page, devtools, "desktop");
  await page.evaluate((before) => {
    document.documentElement.dataset.theme = before ?? "light";
  }, startedWith);
  await devtools.detach();
  expect(seen).toEqual(good);
}

/** A finger is coarse: what is touched is larger than what is clicked. */
async function resize(page: Page, devtools: CDPSession, size: "desktop" | "mobile"): Promise<void> {
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: size === "mobile" });
  await page.setViewportSize(screens[size].viewport);
}

/** Nothing loads and nothing moves. Not by a quiet network, which a frame of its own may never report. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.getAnimations().every((animation) => animation.playState !== "running"),
  );
}
