import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { openPage } from "../harness/open-page.ts";

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
    await again.click();
    await page.waitForEvent("load");
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
