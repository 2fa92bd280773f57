import type { Page } from "playwright-core";

/** Addresses of the scripts that the page has loaded when it asks for no more. */
export async function loadedScripts(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  // Not by `performance`, which the clock that stands still replaces: it knows of no resource.
  const loaded = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        new PerformanceObserver((list) =>
          resolve(list.getEntries().map(({ name }) => new URL(name).pathname)),
        ).observe({ type: "resource", buffered: true }),
      ),
  );
  return loaded.filter((name) => name.endsWith(".js"));
}
