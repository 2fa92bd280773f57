import { customerRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { loadedScripts } from "../harness/loaded-scripts.ts";
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
  const scripts = await loadedScripts(page);
  expect(scripts.some((name) => name.startsWith("/assets/customers-page-"))).toBe(true);
  expect(scripts).toHaveLength(new Set(scripts).size);
  expect(scripts.length).toBeLessThanOrEqual(MOST_SCRIPTS);
});

it("what is opened from a mail loads nothing that only forms need", async () => {
  await using opened = await openPage("/unsubscribe?token=0123456789", { as: null });
  const { page } = opened;
  await page.getByRole("heading", { level: 1 }).waitFor();
  const scripts = await loadedScripts(page);
  expect(scripts.some((name) => name.startsWith("/assets/unsubscribe-page-"))).toBe(true);
  expect(scripts.filter((name) => name.startsWith("/assets/forms-"))).toEqual([]);
});
