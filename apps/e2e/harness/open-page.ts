import { authRoutes } from "@forestay/contracts";
import type { User } from "@forestay/contracts";
import { expect } from "vitest";
import { ApiStandIn } from "./api-stand-in.ts";
import { openWindow } from "./browser-window.ts";
import type { BrowserWindow, WindowOptions } from "./browser-window.ts";
import { builtWebFile } from "./built-web.ts";
import { answerTheShell, person } from "./signed-in.ts";

/** Where the built web lies for a page that meets no server; the browser's own word for a place that may be trusted. */
const ORIGIN = "http://forestay.localhost";
/** The moment at which every page is looked at: examples and words like 'yesterday' are written for it. */
export const NOW = new Date("2026-11-22T12:00:00.000Z");

interface OpenPageOptions extends WindowOptions {
  /** Whose page it is: an Owner's unless stated; null is a visitor's. */
  as?: User | null;
  /** What the API answers, before the page asks. */
  api?: (api: ApiStandIn) => void;
  /** Addresses of the built web that the server does not have (any more), asked each time. */
  isGone?: (pathname: string) => boolean;
}

export interface OpenedPage extends BrowserWindow {
  api: ApiStandIn;
}

/**
 * The product's own page in a real browser, its network answered by a stand-in that holds to the contract:
 * `await using opened = await openPage("/app/customers", { api: (api) => api.answer(customerRoutes.list, ...) })`.
 * Fails at its end where anything went wrong on the page or between it and the API.
 */
export async function openPage(path: string, options: OpenPageOptions = {}): Promise<OpenedPage> {
  const who = options.as === undefined ? person() : options.as;
  const api = new ApiStandIn(who);
  if (who === null) api.refuse(authRoutes.me, "unauthenticated");
  else answerTheShell(api, who);
  options.api?.(api);
  const window = await openWindow(ORIGIN, options);
  const { page, context, problems } = window;
  await page.clock.setFixedTime(NOW);
  await context.route(`${ORIGIN}/**`, async (call) => {
    const { pathname } = new URL(call.request().url());
    await call.fulfill(options.isGone?.(pathname) ? { status: 404 } : await builtWebFile(pathname));
  });
  await api.attend(page);
  await page.goto(path);
  return {
    page,
    context,
    problems,
    api,
    async [Symbol.asyncDispose]() {
      await window[Symbol.asyncDispose]();
      expect([...problems, ...api.problems]).toEqual([]);
    },
  };
}
