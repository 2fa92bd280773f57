import { customerRoutes, notificationRoutes, reportRoutes } from "@forestay/contracts";
import type { Notification, NotificationPreferences } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { tryAgain } from "../harness/try-again.ts";
import { customersPage } from "./examples/customers.ts";
import { noReport } from "./examples/reports.ts";

const path = "/app/notifications";

const imported: Notification = {
  id: "01a20800-0000-7b02-beb1-3611e12c0001",
  type: "Success",
  category: "Import",
  kind: "import_completed",
  title: "Import finished",
  message: "customers.csv: 397 added.",
  isRead: false,
  createdAt: "2026-11-22T11:00:00.000Z",
  actionUrl: "/imports/01a204f8-8000-7b02-beb1-3611e12c0aa9",
  actionText: "View import",
};
const older: Notification = {
  ...imported,
  id: "01a20800-0000-7b02-beb1-3611e12c0002",
  title: "Churn analysis finished",
  message: "1,436 customers scored.",
  category: "Customer",
  kind: "analysis_completed",
  isRead: true,
  createdAt: "2026-11-20T11:00:00.000Z",
  actionUrl: null,
  actionText: null,
};

const preferences: NotificationPreferences = {
  kinds: [
    {
      kind: "import_completed",
      category: "Import",
      label: "An import finished",
      always: false,
      inApp: true,
      email: false,
    },
    {
      kind: "security",
      category: "System",
      label: "Sign-ins and changes to your account",
      always: true,
      inApp: true,
      email: true,
    },
  ],
  quietHours: null,
  digestHour: null,
  timeZone: "UTC",
};

const listOf = (notifications: Notification[]) => ({
  notifications,
  totalCount: notifications.length,
  page: 1,
  pageSize: 10,
  totalPages: notifications.length === 0 ? 0 : 1,
});
/** As the server: those that the query asks for. */
const answerList = (api: ApiStandIn, all: Notification[] = [imported, older]) =>
  api
    .answer(notificationRoutes.getPreferences, preferences)
    .answer(reportRoutes.get, noReport)
    .answer(notificationRoutes.list, ({ query }) =>
      listOf(
        all
          .filter(({ isRead }) => query.unreadOnly !== "true" || !isRead)
          .filter(({ category }) => query.category === undefined || category === query.category),
      ),
    );

describe("the notifications page", () => {
  it("groups what happened by day, and asks for what the address says", async () => {
    await using opened = await openPage(path, { api: (api) => answerList(api) });
    const { page } = opened;
    const today = page.getByRole("region", { name: "Today" });
    await today.getByText("customers.csv: 397 added.").waitFor();
    await lookEveryWay(page, "notifications");
    await page.getByRole("radio", { name: "Unread" }).click();
    await page.waitForURL("**/app/notifications?view=unread");
    await page.getByText("1,436 customers scored.").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("option", { name: "System" }).click();
    await page.waitForURL("**/app/notifications?view=unread&category=System");
    await page.getByText("No unread notifications").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForURL("**/app/notifications");
    await today.waitFor();
  });

  it("says that they did not load, and by which request", async () => {
    await using opened = await openPage(path, {
      api: (api) => answerList(api).refuse(notificationRoutes.list, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("main").getByRole("alert");
    await tryAgain(opened, said, () => answerList(api));
    await page.getByRole("region", { name: "Today" }).waitFor();
  });

  it("mutes a kind from its row", async () => {
    await using opened = await openPage(path, {
      api: (api) => answerList(api).answer(notificationRoutes.savePreferences, preferences),
    });
    const { page, api } = opened;
    const row = page.getByRole("listitem").filter({ hasText: "Import finished" });
    await row.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Mute this kind" }).click();
    const { body } = await api.called(notificationRoutes.savePreferences);
    expect(body.kinds.find(({ kind }) => kind === "import_completed")).toMatchObject({ inApp: false });
    await page.getByRole("alert").getByText("Muted").waitFor();
  });
});

describe("the bell", () => {
  it("says how many are new, moves when one comes, and marks all as read", async () => {
    await using opened = await openPage("/app/docs/getting-started", { api: (api) => answerList(api) });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Notifications, 1 unread", exact: true }).waitFor();
    await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
    const newest = { ...imported, id: "01a20800-0000-7b02-beb1-3611e12c0003", title: "Import failed" };
    answerList(api, [newest, imported, older]);
    api.tell("notification_created", { id: newest.id, unreadCount: 2 });
    await page.getByRole("button", { name: "Notifications, 2 unread", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await panel.getByText("Import failed").waitFor();
    await lookEveryWay(page, "notifications panel");
    api.answer(notificationRoutes.markAllRead, {});
    answerList(api, [older]);
    await panel.getByRole("button", { name: "Mark all read" }).click();
    await page.getByRole("alert").getByText("All notifications marked as read").waitFor();
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor({ state: "attached" });
    expect(api.asked(notificationRoutes.markAllRead)).toHaveLength(1);
  });

  it("takes the mark back where reading could not be stored", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) => answerList(api).refuse(notificationRoutes.markAllRead, "unavailable"),
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Notifications, 1 unread", exact: true }).click();
    await page.getByRole("button", { name: "Mark all read" }).click();
    await page.getByText("Failed to mark all notifications as read").waitFor();
    await page.getByText("1 new").waitFor();
  });
});

describe("what opens over the page", () => {
  it.each([
    { code: "notification-panel", open: /^Notifications/, title: "Notifications" },
    { code: "command-palette", open: /^Search/, title: "Search" },
  ])(
    "says of its code, $code, that it is gone, and leaves the page as it is",
    async ({ code, open, title }) => {
      await using opened = await openPage("/app/settings?section=company");
      const { page, context, problems } = opened;
      await context.route(`**/assets/${code}*`, (call) => call.abort());
      await page.getByLabel("Name", { exact: true }).fill("Half a na");
      await page.getByRole("button", { name: open }).first().click();
      const overlay = page.getByRole("dialog", { name: title });
      await overlay.getByText("The app may have been updated meanwhile.").waitFor();
      await overlay.getByRole("button", { name: "Reload" }).waitFor();
      await lookEveryWay(page, `${title}, gone`);
      await page.keyboard.press("Escape");
      await overlay.waitFor({ state: "detached" });
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Half a na");
      // The browser's and React's own words on the code that is gone, and nothing else.
      expect(
        problems.splice(0).filter((problem) => !/assets\/|dynamically imported module/.test(problem)),
      ).toEqual([]);
    },
  );

  it("gives the focus back to where it was: the palette, and a question", async () => {
    // The palette asks for the first customers as soon as it is open, if it stays open for so long.
    await using opened = await openPage("/app/settings?section=data", {
      api: (api) => api.answer(customerRoutes.list, customersPage([])),
    });
    const { page } = opened;
    const ask = page.getByRole("button", { name: "Delete Harborline" });
    await ask.focus();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => ask.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Delete Harborline?" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => ask.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe("notification preferences", () => {
  const open = "/app/settings?section=notifications";

  it("are one press from the list, also by their former address", async () => {
    await using opened = await openPage(`${path}?preferences=open`, { api: (api) => answerList(api) });
    const { page } = opened;
    await page.waitForURL(`**${open}`);
    await page.goto(path);
    await page.getByRole("link", { name: "Preferences" }).click();
    await page.waitForURL(`**${open}`);
    await page.getByRole("checkbox", { name: "An import finished: in the app" }).waitFor();
  });

  it("are read, changed and sent whole, but for what always reaches its person", async () => {
    await using opened = await openPage(open, {
      api: (api) => answerList(api).answer(notificationRoutes.savePreferences, preferences),
    });
    const { page, api } = opened;
    const inApp = page.getByRole("checkbox", { name: "An import finished: in the app" });
    await inApp.waitFor();
    await lookEveryWay(page, "notification preferences");
    await inApp.uncheck();
    await page.getByRole("switch", { name: "Keep quiet at night" }).click();
    expect(await page.getByLabel("From").inputValue()).toBe("22:00");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const { body } = await api.called(notificationRoutes.savePreferences);
    expect(body).toMatchObject({ quietHours: { from: "22:00" }, digestHour: null, timeZone: "UTC" });
    expect(body.kinds.find(({ kind }) => kind === "import_completed")).toEqual({
      kind: "import_completed",
      inApp: false,
      email: false,
    });
    await page.getByRole("alert").getByText("Preferences saved").waitFor();
  });

  it("say that they did not load, and by which request", async () => {
    await using opened = await openPage(open, {
      api: (api) => answerList(api).refuse(notificationRoutes.getPreferences, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("main").getByRole("alert");
    await tryAgain(opened, said, () => api.answer(notificationRoutes.getPreferences, preferences));
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  });
});
