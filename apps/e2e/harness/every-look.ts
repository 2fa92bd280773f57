import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityFindings } from "./accessibility.ts";
import { screens } from "./browser-window.ts";

const themes = ["light", "dark"] as const;
/** Where the navigation stands beside the page for the first time, which leaves it less than half of the screen. */
const narrowest = { width: 769, height: 768 };

interface LookOptions {
  /** Both, unless the thing to look at exists at one only. */
  sizes?: readonly ("desktop" | "mobile")[];
  /** What axe leaves out: a frame in which no script may run. */
  besides?: string;
}

/**
 * Looks at the page as it is now, at both sizes and in both themes, without leaving it: a code that is shown once stays on
 * the screen. Axe finds nothing, and nothing makes the page scroll sideways. Where the page is narrowest, beside the
 * navigation, every word of it is in sight. `page` must have been opened as a desktop.
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
  if (sizes.includes("desktop")) {
    await page.setViewportSize(narrowest);
    await settle(page);
    // What follows the width by script (the shell, a table's columns) comes a moment after it: where it comes to rest counts.
    await page
      .waitForFunction(`(${wordsOutOfSight.toString()})().length === 0`, undefined, { timeout: 10_000 })
      .catch(() => undefined);
    seen[`${name}, ${narrowest.width}`] = await page.evaluate(wordsOutOfSight);
    good[`${name}, ${narrowest.width}`] = [];
  }
  await resize(page, devtools, "desktop");
  await page.evaluate((before) => {
    document.documentElement.dataset.theme = before ?? "light";
  }, startedWith);
  // Whoever reads the page next reads it as it was.
  await settle(page);
  await devtools.detach();
  expect(seen).toEqual(good);
}

/** Runs in the page: what is cut off at its right without a way to scroll there, or stands out of its own control. */
function wordsOutOfSight(): string[] {
  const isCutOff = (right: number, box: Element | null): boolean => {
    if (box === null) return right > innerWidth + 1;
    const { overflowX, textOverflow } = getComputedStyle(box);
    const edges = box.getBoundingClientRect();
    // Meant for a reader's ears alone, or cut off with an ellipsis that says so.
    if (edges.width <= 1 || textOverflow === "ellipsis") return false;
    if (overflowX === "auto" || overflowX === "scroll") return false;
    if ((overflowX !== "visible" || box.matches("button, a")) && right > edges.right + 1) return true;
    return isCutOff(right, box.parentElement);
  };
  const found: string[] = [];
  for (const part of document.querySelectorAll("main *, header *")) {
    const words = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const text = words.map(({ textContent }) => textContent?.trim() ?? "").join("");
    const { right, width } = part.getBoundingClientRect();
    if (text !== "" && width > 1 && isCutOff(right, part)) found.push(text);
  }
  return found;
}

/** A finger is coarse: what is touched is larger than what is clicked. */
async function resize(page: Page, devtools: CDPSession, size: "desktop" | "mobile"): Promise<void> {
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: size === "mobile" });
  await page.setViewportSize(screens[size].viewport);
  // From the top: what lies half under the top bar is no fault of its own.
  await page.evaluate(() => scrollTo(0, 0));
}

/** Nothing loads and nothing moves. Not by a quiet network, which a frame of its own may never report. */
async function settle(page: Page): Promise<void> {
  // A new size reaches the page's scripts with its next frame, and what they make of it is drawn with the one after.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.getAnimations().every((animation) => animation.playState !== "running"),
  );
}
