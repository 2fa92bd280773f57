import { errorTable, settingsRoutes } from "@forestay/contracts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { openPage } from "../harness/open-page.ts";
import { company } from "./examples/settings.ts";

/** How often the page itself was asked for, from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

const isCode = (pathname: string) => /^\/assets\/.*\.js$/.test(pathname);

describe("a page in the middle of an update", () => {
  it("whose code is missing at this server is loaded again by itself, and starts", async () => {
    let loads = 0;
    await using opened = await openPage("/login", {
      as: null,
      isGone: (pathname) => {
        if (pathname === "/login") loads++;
        return loads === 1 && isCode(pathname);
      },
    });
    await opened.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(loads).toBe(2);
  });

  it("says in words that it did not load where that does not help, and does not go round in circles", async () => {
    let isThere = false;
    let loads = 0;
    await using opened = await openPage("/login", {
      as: null,
      isGone: (pathname) => {
        if (pathname === "/login") loads++;
        return !isThere && isCode(pathname);
      },
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "Forestay did not load" }).waitFor();
    await page.getByText("it is being updated right now. Try again in a minute.").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const again = page.getByRole("button", { name: "Try again" });
    const loaded = page.waitForEvent("load");
    await again.click();
    await loaded;
    await again.waitFor();
    expect(loads).toBe(3);
    isThere = true;
    await again.click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  it("loads again for a screen whose code is gone, and says so where it still is", async () => {
    let isUpdated = false;
    let isThere = false;
    const had = new Set<string>();
    await using opened = await openPage("/login", {
      as: null,
      isGone: (pathname) => {
        if (!isUpdated) had.add(pathname);
        return !isThere && isCode(pathname) && !had.has(pathname);
      },
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    isUpdated = true;
    const loads = countLoads(page);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByText("loading the page again did not help").waitFor();
    expect(new URL(page.url()).pathname).toBe("/register");
    expect(loads()).toBe(1);
    isThere = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("textbox", { name: "Work e-mail" }).waitFor();
    expect(loads()).toBe(2);
  });
});

it("a server that goes away and an update in mid-typing take nothing of what was typed", async () => {
  await using opened = await openPage("/app/settings?section=company", {
    api: (api) => api.refuse(settingsRoutes.updateSettings, "unavailable"),
  });
  const { page, context, api, problems } = opened;
  // The server is taken to a newer version, whose palette is another file.
  await context.route("**/assets/command-palette*", (call) => call.abort());
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Harborline & Daughters");
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await page.getByRole("alert").filter({ hasText: errorTable.unavailable.message }).waitFor();
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await page.getByText("The app may have been updated meanwhile.").waitFor();
  await page.keyboard.press("Escape");
  // Nor does leaving for another section, unless that is meant.
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Team" }).click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Stay" })
    .click();
  expect(await name.inputValue()).toBe("Harborline & Daughters");
  api.answer(settingsRoutes.updateSettings, {
    ...company(),
    name: "Harborline & Daughters",
  });
  await save.click();
  await page.getByText("Company saved").waitFor();
  expect((await api.called(settingsRoutes.updateSettings, 2)).body).toMatchObject({
    name: "Harborline & Daughters",
  });
  expect(
    problems.splice(0).filter((problem) => !/assets\/|dynamically imported module|503/.test(problem)),
  ).toEqual([]);
});
