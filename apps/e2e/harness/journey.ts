import { chromium } from "playwright-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject, onTestFailed } from "vitest";

export const demoPassword = "forestay-demo";
/** The sign-ins of the sample company. */
export const demoPeople = {
  owner: "owner@demo.forestay.test",
  staff: "staff@demo.forestay.test",
  viewer: "viewer@demo.forestay.test",
  admin: "admin@demo.forestay.test",
  moderator: "moderator@demo.forestay.test",
  otherOwner: "owner@other.forestay.test",
} as const;

export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  mobile: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

interface JourneyOptions {
  screen?: keyof typeof screens;
  theme?: "light" | "dark";
  /** Of an application that the journey started itself; the shared one unless stated. */
  baseUrl?: string;
  /** Signs in before the first page, by the real call; nobody unless stated. */
  as?: keyof typeof demoPeople;
}

export interface Journey extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** What went wrong meanwhile: uncaught errors, console errors, answers from 500 up, requests to other hosts. */
  problems: string[];
}

let browser: Promise<Browser> | undefined;

/** A browser window of its own: `await using journey = await startJourney({ as: "owner" })`. */
export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const baseUrl = options.baseUrl ?? inject("baseUrl");
  browser ??= chromium.connect(inject("browserEndpoint"));
  const context = await (
    await browser
  ).newContext({
    ...screens[options.screen ?? "desktop"],
    baseURL: baseUrl,
    colorScheme: options.theme ?? "light",
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  // A bound of a failure: a browser on a core shared with others waits for the tenfold.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems = watch(page, baseUrl);
  if (options.as !== undefined) await signInByCall(context, demoPeople[options.as], baseUrl);
  let lastSeen = "nothing";
  onTestFailed(() => {
    console.error(
      `The page at the end of the failed journey: ${lastSeen}\nProblems: ${problems.join("\n") || "none"}`,
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

/** Sets the session cookie without the form; the form has its own journey. */
async function signInByCall(context: BrowserContext, email: string, baseUrl: string): Promise<void> {
  const response = await context.request.post("/api/auth/login", {
    data: { email, password: demoPassword },
    headers: { origin: baseUrl },
  });
  if (!response.ok())
    throw new Error(`Signing in as ${email} failed: ${response.status()} ${await response.text()}`);
}

function watch(page: Page, baseUrl: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // A refused call is an answer, not an error of the page; the browser logs it all the same.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 500)
      problems.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== baseUrl)
      problems.push(`left the machine: ${request.url()}`);
  });
  return problems;
}
