import { describe, expect, inject, it } from "vitest";
import { startJourney } from "../harness/journey.ts";

const docs = "/app/docs/getting-started";

describe("the shell", () => {
  it("shows the name, the roles, the company and the BETA tag", async () => {
    await using journey = await startJourney({ as: "admin" });
    const { page } = journey;
    await page.goto(docs);
    const banner = page.getByRole("banner");
    await banner.getByText("Admin", { exact: true }).waitFor();
    await banner.getByText("Viewer", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Company" }).getByText("Sample data").waitFor();
    await page.getByText("BETA").first().waitFor();
  });

  it("shows an ordinary Owner's two roles too", async () => {
    await using journey = await startJourney({ as: "owner" });
    await journey.page.goto(docs);
    const banner = journey.page.getByRole("banner");
    await banner.getByText("User", { exact: true }).waitFor();
    await banner.getByText("Owner", { exact: true }).waitFor();
  });

  it("marks the active link, and moves scroll and focus to the new page", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.setViewportSize({ width: 1440, height: 400 });
    await page.goto(docs);
    await page.getByRole("heading", { name: "Open a customer" }).scrollIntoViewIfNeeded();
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Customers" });
    expect(await link.getAttribute("aria-current")).toBeNull();
    await link.click();
    await page.waitForURL("**/app/customers");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    expect(await link.getAttribute("aria-current")).toBe("page");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it("has the account's menu, and signs out with 'Signing out...' even where the server fails", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto(docs);
    // A connection that ends before it is open is a line of the browser's own.
    await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
    await page.getByRole("button", { name: /^Account:/ }).click();
    const items = page.getByRole("menuitem");
    await items.getByText("Sign Out").waitFor();
    const shown = await items.allInnerTexts();
    // An item has its place in the order from the day its screen exists: no door leads nowhere.
    const order = ["Account Settings", "Dashboard", "My work", "Documentation", "Help & Support", "Sign Out"];
    expect(shown).toEqual(order.filter((item) => shown.includes(item)));
    expect(shown).toEqual(expect.arrayContaining(["Account Settings", "Documentation", "Sign Out"]));
    let fail = () => undefined as void;
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await page.route("**/api/auth/logout", async (route) => {
      await failed;
      await route.fulfill({ status: 503, body: "" });
    });
    await items.getByText("Sign Out").click();
    await items.getByText("Signing out...").waitFor();
    fail();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    // Logged only.
    expect(journey.problems).toEqual([
      expect.stringMatching(/^503: POST .*\/api\/auth\/logout$/),
      expect.stringContaining("Signing out failed on the server:"),
    ]);
  });

  it("keeps the page still under a dialog, and lets it scroll again after it", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto(docs);
    const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
    expect(await overflow()).toBe("visible");
    await page
      .getByRole("button", { name: /^Search/ })
      .first()
      .click();
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await expect.poll(overflow).toBe("hidden");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "detached" });
    await expect.poll(overflow).toBe("visible");
  });

  it("shows the Admin section to an Admin and a Moderator, and to nobody else", async () => {
    for (const [as, sees] of [
      ["admin", true],
      ["moderator", true],
      ["owner", false],
    ] as const) {
      await using journey = await startJourney({ as });
      await journey.page.goto(docs);
      const nav = journey.page.getByRole("navigation", { name: "Main" });
      await nav.getByRole("link", { name: "Settings" }).waitFor();
      expect(await nav.getByText("Admin", { exact: true }).count(), as).toBe(sees ? 1 : 0);
      expect(await nav.getByRole("link", { name: "Connection Diagnostics" }).count(), as).toBe(sees ? 1 : 0);
    }
  });

  it("has a side navigation of 300px from 769px on, and a drawer up to 768px", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.setViewportSize({ width: 769, height: 700 });
    await page.goto(docs);
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.waitFor();
    const main = await page.getByRole("main").boundingBox();
    expect(main?.x).toBe(300);
    expect(await page.getByRole("button", { name: "Open navigation" }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 768, height: 700 });
    await nav.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Open navigation" }).waitFor();
    expect((await page.getByRole("main").boundingBox())?.x).toBe(0);
  });

  it("the skip link is the first stop and leads to the content", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto(docs);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  });

  it("remembers the theme as 'light' or 'dark' and sets it before the first paint", async () => {
    await using journey = await startJourney({ as: "owner", theme: "light" });
    const { page } = journey;
    await page.goto(docs);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    await page.getByRole("button", { name: "Use dark theme" }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    // At this moment the page's scripts have not run: only the inline one has.
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await page.getByRole("button", { name: "Use light theme" }).waitFor();
    expect(journey.problems).toEqual([]);
  });

  it("follows the operating system while nothing is stored", async () => {
    await using journey = await startJourney({ theme: "dark" });
    await journey.page.goto("/login");
    expect(await journey.page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  it("an unknown path has the fixed text and a link home", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto("/no/such/page");
    await page.getByText("Sorry, the page you are looking for does not exist.").waitFor();
    await page.getByRole("link", { name: "Go home" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
  });

  it("a failed user load is shown as text", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.route("**/api/auth/me", (route) => route.abort());
    await page.goto(docs);
    expect(await page.getByRole("alert").innerText()).toContain("could not reach the server");
  });
});

it("the first load is at most 180 kB of compressed JavaScript", async () => {
  await using journey = await startJourney();
  const html = await (await journey.context.request.get("/app", { headers: { accept: "text/html" } })).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? "");
  expect(scripts.length).toBeGreaterThan(0);
  let bytes = 0;
  for (const script of scripts) {
    const response = await fetch(new URL(script, inject("baseUrl")), {
      headers: { "accept-encoding": "br" },
    });
    bytes += Number(response.headers.get("content-length"));
  }
  expect(bytes).toBeLessThanOrEqual(180_000);
});

describe("on a small screen", () => {
  it("the navigation is a drawer that holds the focus and closes on a route change", async () => {
    await using journey = await startJourney({ as: "owner", screen: "mobile" });
    const { page } = journey;
    await page.goto(docs);
    await page.getByRole("button", { name: "Open navigation" }).tap();
    const drawer = page.getByRole("dialog", { name: "Navigation" });
    // It takes the focus when it opens.
    await drawer.locator(":focus").waitFor();
    expect(Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(300);
    // The page behind does not scroll: the lock's style element must pass the policy.
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    }
    await drawer.getByRole("link", { name: "Customers" }).tap();
    await page.waitForURL("**/app/customers");
    await drawer.waitFor({ state: "detached" });
    expect(journey.problems).toEqual([]);
  });

  it("Escape closes the drawer and gives the focus back to its button", async () => {
    await using journey = await startJourney({ as: "owner", screen: "mobile" });
    const { page } = journey;
    await page.goto(docs);
    const button = page.getByRole("button", { name: "Open navigation" });
    await button.click();
    await page.getByRole("dialog", { name: "Navigation" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it("switches the theme from the account's menu, which stays open", async () => {
    await using journey = await startJourney({ as: "owner", screen: "mobile" });
    const { page } = journey;
    await page.goto(docs);
    await page.getByRole("button", { name: /^Account:/ }).tap();
    await page.getByRole("menuitem", { name: "Dark theme" }).tap();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await page.getByRole("menuitem", { name: "Light theme" }).waitFor();
  });

  it("switches the theme from the drawer", async () => {
    await using journey = await startJourney({ as: "owner", screen: "mobile" });
    const { page } = journey;
    await page.goto(docs);
    await page.getByRole("button", { name: "Open navigation" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Use dark theme" }).tap();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  it("reflows at 320px: every control of the top bar is on the screen", async () => {
    await using journey = await startJourney({ as: "owner", screen: "mobile" });
    const { page } = journey;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(docs);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const buttons = await page.getByRole("banner").getByRole("button").all();
    expect(buttons.length).toBeGreaterThan(2);
    for (const button of buttons) {
      const box = await button.boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
  });
});
