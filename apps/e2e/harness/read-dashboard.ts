import { dashboardRoutes, type Dashboard } from "@forestay/contracts";
import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { askerOf } from "./ask-route.ts";

/** Reads the dashboard as whoever is signed in there: waiting for figures by loading the page again and again costs a core. */
export async function dashboardReader(context: BrowserContext): Promise<() => Promise<Dashboard>> {
  const ask = await askerOf(context);
  return () => ask(dashboardRoutes.get, new URLSearchParams());
}

/** Waits until the sample company's ledger is counted, some thousand customers at a time: a month is there before all of it is. */
export async function untilSampleIsCounted(context: BrowserContext): Promise<void> {
  const read = await dashboardReader(context);
  await expect
    .poll(
      async () => {
        const { months, isCatchingUp } = await read();
        return { isCatchingUp, isKnown: months.filter(({ flow }) => flow !== null).length > 3 };
      },
      { timeout: 240_000, interval: 500 },
    )
    .toEqual({ isCatchingUp: false, isKnown: true });
}
