import type { BrowserContext, Page } from "playwright-core";
import { onTestFailed } from "vitest";
import { workersBrowser } from "./launch-browser.ts";

export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  mobile: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

export interface WindowOptions {
  screen?: keyof typeof screens;
  theme?: "light" | "dark";
  /** As somebody who has turned scripts off, or whose network lost them. */
  withoutScripts?: boolean;
}

export interface BrowserWindow extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** What went wrong meanwhile: uncaught errors, console errors, requests to other hosts. */
  problems: string[];
}

/** A bound of a failure: a browser on a core shared with others waits for the tenfold. */
const boundMs = 120_000;

/** A browser window of its own at this origin. Where its test fails, the page is printed as it stood at the end. */
export async function openWindow(baseUrl: string, options: WindowOptions = {}): Promise<BrowserWindow> {
  const browser = await workersBrowser();
  const context = await browser.newContext({
    ...screens[options.screen ?? "desktop"],
    baseURL: baseUrl,
    colorScheme: options.theme ?? "light",
    reducedMotion: "reduce",
    // Not the machine's: which day it is, is part of what a page says.
    timezoneId: "UTC",
    acceptDownloads: true,
    javaScriptEnabled: options.withoutScripts !== true,
  });
  context.setDefaultTimeout(boundMs);
  const page = await context.newPage();
  const problems = watch(page, baseUrl);
  let lastSeen = "nothing";
  onTestFailed(() => {
    process.stderr.write(
      `The page at the end of the failed test: ${lastSeen}\nProblems: ${problems.join("\n") || "none"}\n`,
    );
  });
  return {
    page,
    context,
    problems,
    async [Symbol.asyncDispose]() {
      lastSeen = await readPage(page);
      await context.close();
    },
  };
}

/** Where the page is and what a person would read on it; of a page that answers no more, its address alone. */
async function readPage(page: Page): Promise<string> {
  const text = await page
    .locator("body")
    .innerText({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  return `${page.url()}\n${text.slice(0, 4000)}`;
}

function watch(page: Page, baseUrl: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // A refused call is an answer, not an error of the page; the browser logs it all the same. So it does where the clock
    // that stands still is not let into a frame in which no script may run: a mail shown in its own sandbox.
    const isExpected =
      message.text().startsWith("Failed to load resource") ||
      message.text().startsWith("Blocked script execution in 'about:srcdoc'");
    if (message.type() === "error" && !isExpected) problems.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== baseUrl)
      problems.push(`left the machine: ${request.url()}`);
  });
  return problems;
}
