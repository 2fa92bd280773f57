import { customerRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { openPage } from "../harness/open-page.ts";
import { customer, customersPage } from "./examples/customers.ts";

/** By six connections, which is what a browser has without a proxy: some dozen rounds; 138 scripts before they were put together. */
const MOST_SCRIPTS = 85;

it("a page that needs much of the app is opened by few files, each asked for once", async () => {
  await using opened = await openPage("/app/customers", {
    api: (api) => api.answer(customerRoutes.list, customersPage([customer()])),
  });
  const { page } = opened;
  await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
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
  const scripts = loaded.filter((name) => name.endsWith(".js"));
  expect(scripts.some((name) => name.startsWith("/assets/customers-page-"))).toBe(true);
  expect(new Set(scripts).size).toBeLessThanOrEqual(MOST_SCRIPTS);
});
