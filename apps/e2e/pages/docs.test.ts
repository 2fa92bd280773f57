import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

it("shows in the app what the public pages show, with this installation's address, and stays in the app", async () => {
  await using opened = await openPage("/app/docs/getting-started");
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "Read the dry run" }).waitFor();
  await lookEveryWay(page, "documentation in the app");
  await page.evaluate("globalThis.isTheSamePage = true");
  await page.getByRole("article").getByRole("link", { name: "First analysis" }).click();
  await page.waitForURL("**/app/docs/first-analysis");
  await page.getByRole("heading", { level: 1, name: "First analysis" }).waitFor();
  await page
    .getByRole("navigation", { name: "Documentation", exact: true })
    .getByRole("link", { name: "API", exact: true })
    .click();
  await page.getByText("http://forestay.localhost", { exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Before and next" }).getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/app/docs/tracking");
  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: "Documentation" })
    .click();
  await page
    .getByRole("region", { name: "Run it yourself" })
    .getByRole("link", { name: "Privacy of data" })
    .click();
  await page.getByRole("heading", { level: 1, name: "Privacy of data" }).waitFor();
  // No page was loaded anew on the way.
  expect(await page.evaluate("globalThis.isTheSamePage")).toBe(true);
});

it("is searched from within the app, and leads to the part that has the words", async () => {
  await using opened = await openPage("/app/docs");
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  await lookEveryWay(page, "documentation in the app, contents");
  const field = page.getByRole("searchbox", { name: "Search the documentation" });
  await field.fill("survival band");
  await page.getByRole("link", { name: /^Metrics and formulas: Lifetime/ }).click();
  await page.waitForURL("**/app/docs/metrics#lifetime");
  await page.waitForFunction(
    "Math.abs(document.getElementById('lifetime')?.getBoundingClientRect().top ?? 9e9) < innerHeight / 2",
  );
});

it("lets its examples be copied, and says where a page is gone", async () => {
  await using opened = await openPage("/app/docs/tracking");
  const { page } = opened;
  const copy = page.getByRole("button", { name: "Copy", exact: true }).first();
  await copy.click();
  await page.getByRole("button", { name: /^(Copied|Selected)$/ }).waitFor();
  await page.goto("/app/docs/no-such-page");
  await page.getByText("There is no such page").waitFor();
  await page.getByRole("link", { name: "All of the documentation" }).click();
  await page.getByRole("region", { name: "Start" }).waitFor();
});
