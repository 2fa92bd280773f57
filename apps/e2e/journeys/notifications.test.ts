import { describe, expect, inject, it } from "vitest";
import type { Page } from "playwright-core";
import { demoPeople } from "../harness/demo-people.ts";
import { startJourney } from "../harness/journey.ts";
import { importByCall } from "../harness/import-by-call.ts";

// The second company: nothing happens there but what these journeys do, so every count is theirs. Not the sample's people
// either: whoever signs in elsewhere meanwhile is told so.

const live = "Real-time notifications active";
const connecting = "Real-time notifications connecting...";

/** How many the bell says are unread. */
async function unreadCount(page: Page): Promise<number> {
  const name = await bell(page).getAttribute("aria-label");
  return Number(/, ([\d,]+) unread/.exec(name ?? "")?.[1]?.replace(",", "") ?? 0);
}

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const bellSaying = (page: Page, unread: number) =>
  page.getByRole("button", {
    name: unread === 0 ? "Notifications" : `Notifications, ${unread} unread`,
    exact: true,
  });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

/** The bell once it is connected and knows its count; a reload from here on would lose the mark. */
async function openApp(page: Page, path = "/app/customers"): Promise<number> {
  // Away from the page before, whose last answer would go with it.
  await page.goto("about:blank");
  const counted = page.waitForResponse((response) => response.url().includes("unreadOnly=true"));
  await page.goto(path);
  const { totalCount } = (await (await counted).json()) as { totalCount: number };
  // The answer is there before the bell says it.
  await bellSaying(page, totalCount).waitFor();
  await page.getByText(live).waitFor({ state: "attached" });
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  return unreadCount(page);
}

const neverReloaded = (page: Page) => page.evaluate(() => "neverReloaded" in window);

describe("the bell", () => {
  it("moves without a reload when an import completes, and leads to the import", async () => {
    // Signs in from a device of its own once, which is told too: that must not fall between the counts.
    await importByCall(demoPeople.otherOwner);
    await using journey = await startJourney({ as: "otherOwner" });
    const { page } = journey;
    const before = await openApp(page);
    const { fileName } = await importByCall(demoPeople.otherOwner);
    await bellSaying(page, before + 1).waitFor();
    expect(await neverReloaded(page)).toBe(true);

    await bell(page).click();
    await panel(page)
      .getByText(`${before + 1} new`)
      .waitFor();
    const newest = panel(page).getByRole("listitem").first();
    await newest.filter({ hasText: fileName }).waitFor();
    await newest.getByRole("link").click();
    await page.waitForURL("**/app/imports/*");
    await page.getByText(fileName).first().waitFor();
    await panel(page).waitFor({ state: "detached" });
    await bellSaying(page, before).waitFor();
    expect(await neverReloaded(page)).toBe(true);
    expect(journey.problems).toEqual([]);
  });

  it("is right after the browser was offline, counts nothing twice and hears what comes next", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page, context } = journey;
    const before = await openApp(page);
    await context.setOffline(true);
    await page.getByText(connecting).waitFor({ state: "attached" });
    const missed = await importByCall(demoPeople.otherOwner);
    await context.setOffline(false);
    await page.getByText(live).waitFor({ state: "attached" });
    await bellSaying(page, before + 1).waitFor();

    // The group was joined again: the next one arrives by itself, once.
    const heard = await importByCall(demoPeople.otherOwner);
    await bellSaying(page, before + 2).waitFor();
    await bell(page).click();
    for (const { fileName } of [missed, heard]) {
      await panel(page).getByText(fileName).waitFor();
      expect(await panel(page).getByText(fileName).count()).toBe(1);
    }
    expect(await neverReloaded(page)).toBe(true);
    expect(journey.problems).toEqual([]);
  });

  it("marks all as read, and says so", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page } = journey;
    await importByCall(demoPeople.otherOwner);
    await openApp(page);
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await page.getByRole("alert").getByText("All notifications marked as read").waitFor();
    await bellSaying(page, 0).waitFor();
    await openApp(page);
    expect(await unreadCount(page)).toBe(0);
  });

  it("agrees with the one of another tab at once when something is read in either", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page, context } = journey;
    // Two: one is read in one tab, and something is left to mark as read in the other.
    await importByCall(demoPeople.otherOwner);
    await importByCall(demoPeople.otherOwner);
    const before = await openApp(page);
    const other = await context.newPage();
    expect(await openApp(other)).toBe(before);
    await bell(other).click();
    await panel(other)
      .getByRole("link", { name: /^Unread: / })
      .first()
      .click();
    await bellSaying(page, before - 1).waitFor();
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await bellSaying(other, 0).waitFor();
    for (const tab of [page, other]) expect(await neverReloaded(tab)).toBe(true);
    expect(journey.problems).toEqual([]);
  });

  it("closes its panel on a press outside", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page } = journey;
    await openApp(page);
    await bell(page).click();
    await panel(page).getByRole("listitem").first().waitFor();
    const box = await panel(page).boundingBox();
    // At most 24rem high.
    expect(box?.height).toBeLessThanOrEqual(384);
    await page.getByRole("heading", { level: 1 }).click();
    await panel(page).waitFor({ state: "detached" });
  });
});

it("a refused negotiation costs one token refresh and one more try", async () => {
  await using journey = await startJourney({ as: "otherOwner" });
  const { page } = journey;
  let negotiations = 0;
  let renewals = 0;
  await page.route("**/hubs/notifications/negotiate**", (route) => {
    negotiations += 1;
    return negotiations === 1 ? route.fulfill({ status: 401, body: "" }) : route.continue();
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/me")) renewals += 1;
  });
  await openApp(page);
  expect(negotiations).toBe(2);
  // The page's own question who is signed in, and the renewal.
  expect(renewals).toBe(2);
});

describe("signing out", () => {
  it("closes the live connection", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page } = journey;
    const socket = page.waitForEvent("websocket");
    await openApp(page);
    const closed = (await socket).waitForEvent("close");
    await page.getByRole("button", { name: /^Account:/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await closed;
    await page.waitForURL("**/login");
  });

  it("in another window closes this one's connection and leads to the sign-in, without a click", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page, context } = journey;
    await openApp(page);
    await context.request.post("/api/auth/logout", {
      headers: { origin: inject("baseUrl"), authorization: `Bearer ${await tokenOf(page)}` },
    });
    await page.waitForURL("**/login");
  });
});

/** A token of the page's own session. */
async function tokenOf(page: Page): Promise<string> {
  const answer = await page.context().request.get("/api/auth/me");
  return ((await answer.json()) as { token: string }).token;
}

describe("the notifications page", () => {
  it("mutes a kind from its row: the next of it does not ring, and preferences show it", async () => {
    await using journey = await startJourney({ as: "otherOwner" });
    const { page } = journey;
    await importByCall(demoPeople.otherOwner);
    const before = await openApp(page, "/app/notifications");
    const imported = page.getByRole("listitem").filter({ hasText: "Import finished" }).first();
    await imported.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Mute this kind" }).click();
    await page.getByRole("alert").getByText("Muted").waitFor();

    await importByCall(demoPeople.otherOwner, { isMuted: true });
    expect(await openApp(page, "/app/notifications?preferences=open")).toBe(before);
    const inApp = page.getByRole("checkbox", { name: "An import finished: in the app" });
    await inApp.waitFor();
    expect(await inApp.isChecked()).toBe(false);
    await inApp.click();
    const quiet = page.getByRole("switch", { name: "Keep quiet at night" });
    await quiet.click();
    expect(await page.getByLabel("From").inputValue()).toBe("22:00");
    // Off again: it may be night while this runs.
    await quiet.click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").getByText("Preferences saved").waitFor();
    await importByCall(demoPeople.otherOwner);
    await bellSaying(page, before + 1).waitFor();
  });
});

describe("connection diagnostics", () => {
  it("shows a Moderator the connection and that every check works, by every transport", async () => {
    await using journey = await startJourney({ as: "moderator" });
    const { page, context } = journey;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/app/customers");
    await page.getByRole("link", { name: "Connection Diagnostics" }).click();
    await page.getByRole("heading", { level: 1, name: "Connection Diagnostics" }).waitFor();
    await page.getByText("Connected", { exact: true }).first().waitFor();
    const checks = page.getByRole("list", { name: "Live checks" }).getByRole("listitem");
    await page.waitForFunction(
      () => document.querySelector("main")?.innerText.includes("Checking") === false,
    );
    const lines = await checks.allInnerTexts();
    expect(lines.filter((line) => !line.includes("Works"))).toEqual([]);
    for (const name of [
      "Database",
      "Queue",
      "Mail",
      "Files",
      "Clock",
      "Hub by WebSockets",
      "Hub by Server-sent events",
      "Hub by Long polling",
    ]) {
      expect(lines.some((line) => line.startsWith(name))).toBe(true);
    }
    await page.getByRole("button", { name: "Reconnect" }).click();
    const log = page.getByRole("region", { name: "Event log" });
    // Newest first: it was "Connected" before as well.
    await log.locator('li:has(:text-is("Connected")) ~ li:has(:text-is("Disconnecting"))').first().waitFor();

    await page.getByRole("button", { name: "Copy report" }).click();
    await page.getByRole("alert").getByText("Report copied").waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain("State: Connected");
    expect(report).not.toMatch(/eyJ|access_token=(?!\[hidden\])|127\.0\.0\.1|@demo/);
    expect(journey.problems).toEqual([]);
  });

  it("tells everyone else who can open it, and shows them no link to it", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/app/admin/connection-diagnostics");
    await page.getByText("A platform Admin or Moderator can open it.").waitFor();
    expect(await page.getByRole("link", { name: "Connection Diagnostics" }).count()).toBe(0);
    expect(asked).not.toContain("/api/admin/diagnostics");
  });
});
