import type { BrowserContext } from "playwright-core";
import { inject } from "vitest";
import { openWindow } from "./browser-window.ts";
import type { BrowserWindow, WindowOptions } from "./browser-window.ts";
import { demoPassword, demoPeople } from "./demo-people.ts";

interface JourneyOptions extends WindowOptions {
  /** Of an application that the journey started itself; the shared one unless stated. */
  baseUrl?: string;
  /** Signs in before the first page, by the real call; nobody unless stated. */
  as?: keyof typeof demoPeople;
}

/** Among its problems are answers from 500 up. */
export type Journey = BrowserWindow;

/** A browser window of its own: `await using journey = await startJourney({ as: "owner" })`. */
export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const baseUrl = options.baseUrl ?? inject("baseUrl");
  const journey = await openWindow(baseUrl, options);
  journey.page.on("response", (response) => {
    if (response.status() >= 500)
      journey.problems.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  if (options.as !== undefined) await signInByCall(journey.context, demoPeople[options.as], baseUrl);
  return journey;
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
