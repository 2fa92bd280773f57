import { adminUserRoutes } from "@forestay/contracts";
import type { RouteResponse } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { auditPage, otherSession } from "./examples/settings.ts";

type User = RouteResponse<typeof adminUserRoutes.list>["items"][number];

const path = "/app/admin/users";
const admin = person({ platformRole: "Admin" });
const moderator = person({ platformRole: "Moderator" });

function user(changed: Partial<User> = {}): User {
  return {
    id: "01a20700-0000-7b02-beb1-3611e12c0001",
    firstName: "Stan",
    lastName: "Staff",
    email: "stan@harborline.example",
    platformRole: "User",
    companyRole: "Staff",
    companyName: "Harborline",
    isActive: true,
    onboardingCompleted: true,
    twoFactorEnabled: false,
    createdAt: "2026-06-30T12:00:00.000Z",
    lastSeenAt: "2026-11-22T11:00:00.000Z",
    ...changed,
  };
}
const detail = (changed: Partial<User> = {}) => ({
  ...user(changed),
  onlyMemberOf: null as RouteResponse<typeof adminUserRoutes.get>["onlyMemberOf"],
  sessions: [otherSession],
  audit: auditPage().items,
});
const found = (items: User[]) => ({ items, totalCount: items.length, page: 1, pageSize: 25, totalPages: 1 });

it("finds people as the address says, and says that nobody matches", async () => {
  await using opened = await openPage(`${path}?search=stan`, {
    as: admin,
    api: (api) =>
      api.answer(adminUserRoutes.list, ({ query }) => found(query.searchTerm === "stan" ? [user()] : [])),
  });
  const { page, api } = opened;
  await page.getByText("1 match", { exact: true }).waitFor();
  const row = page.getByRole("table", { name: "Users" }).getByRole("row").nth(1);
  for (const words of ["Stan Staff", "Harborline", "1h ago"])
    await row.getByText(words, { exact: true }).waitFor();
  await lookEveryWay(page, "users");
  await page.getByRole("combobox", { name: "Platform role" }).click();
  await page.getByRole("option", { name: "Moderator" }).click();
  await page.waitForURL(/role=Moderator/);
  expect((await api.called(adminUserRoutes.list, 2)).query).toEqual({
    page: "1",
    pageSize: "25",
    searchTerm: "stan",
    role: "Moderator",
  });
  await page.getByLabel("Search users by name or e-mail").fill("nobody-of-this-name");
  await page.getByText("Nobody matches").waitFor();
  await lookEveryWay(page, "nobody found");
  await page.getByRole("button", { name: "Show everybody" }).click();
  await page.waitForURL(`**${path}`);
});

it("says that they did not load, and by which request", async () => {
  await using opened = await openPage(path, {
    as: moderator,
    api: (api) => api.refuse(adminUserRoutes.list, "unavailable"),
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "Users did not load" });
  await tryAgain(opened, said, () => api.answer(adminUserRoutes.list, found([user()])));
  await page.getByRole("link", { name: "Stan Staff" }).waitFor();
});

it("changes a name and a role, and says at its field what the server refuses", async () => {
  await using opened = await openPage(`${path}/${user().id}`, {
    as: admin,
    api: (api) => api.answer(adminUserRoutes.get, detail()),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Stan Staff" }).waitFor();
  await page.getByText("Safari on iOS").waitFor();
  await page.getByLabel("First name").fill("Stanley");
  await page.getByRole("region", { name: "Unsaved changes" }).waitFor();
  await lookEveryWay(page, "user");
  await page.getByRole("combobox", { name: "Role in Harborline" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  api.refuse(adminUserRoutes.update, "validation_failed", { fields: { firstName: "That is no name." } });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("That is no name.").waitFor();
  const changed = { firstName: "Stanley", companyRole: "Viewer" } as const;
  api
    .answer(adminUserRoutes.update, user(changed))
    .answer(adminUserRoutes.get, detail(changed))
    .answer(adminUserRoutes.list, found([user(changed)]));
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").waitFor();
  expect((await api.called(adminUserRoutes.update, 2)).body).toEqual({
    firstName: "Stanley",
    lastName: "Staff",
    platformRole: "User",
    companyRole: "Viewer",
    isActive: true,
  });
});

it("signs somebody out everywhere, and deletes them after their address was typed", async () => {
  await using opened = await openPage(`${path}/${user().id}`, {
    as: admin,
    api: (api) => api.answer(adminUserRoutes.get, detail()),
  });
  const { page, api } = opened;
  api.answer(adminUserRoutes.endSessions, { ended: 1 });
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByText("1 session ended.").waitFor();
  await page.getByRole("button", { name: "Delete Stan Staff" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Stan Staff?" });
  const confirm = dialog.getByRole("button", { name: "Delete" });
  await lookEveryWay(page, "delete");
  await confirm.click();
  await dialog.locator("input[aria-invalid=true]").waitFor();
  expect(api.asked(adminUserRoutes.delete)).toEqual([]);
  api.refuse(adminUserRoutes.delete, "last_owner");
  await dialog.getByRole("textbox").fill(user().email);
  await confirm.click();
  await dialog.getByText("A company needs an active Owner. Make someone else Owner first.").waitFor();
  api.answer(adminUserRoutes.delete, {}).answer(adminUserRoutes.list, found([]));
  await confirm.click();
  await page.waitForURL(`**${path}`);
  expect((await api.called(adminUserRoutes.delete, 2)).params).toEqual({ id: user().id });
});

it("deletes a company's only member with the company, after its grace period, and says when", async () => {
  const alone = {
    ...detail({ companyRole: "Owner" }),
    onlyMemberOf: { name: "Harborline", deletionAt: null },
  };
  const deletionAt = "2026-11-29T12:00:00.000Z";
  await using opened = await openPage(`${path}/${user().id}`, {
    as: admin,
    api: (api) => api.answer(adminUserRoutes.get, alone),
  });
  const { page, api } = opened;
  await page.getByText("Stan Staff is the only member of Harborline").waitFor();
  expect(await page.getByRole("combobox", { name: "Role in Harborline" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Delete Stan Staff and Harborline" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Stan Staff and Harborline?" });
  await lookEveryWay(page, "delete with company");
  await dialog.getByRole("textbox").fill(user().email);
  api
    .answer(adminUserRoutes.deleteWithCompany, { deletionAt })
    .answer(adminUserRoutes.get, { ...alone, onlyMemberOf: { name: "Harborline", deletionAt } });
  await dialog.getByRole("button", { name: "Delete both" }).click();
  await page.getByText("Stan Staff and Harborline will be deleted on Nov 29").waitFor();
  expect((await api.called(adminUserRoutes.deleteWithCompany)).body).toEqual({ typedName: user().email });
  await lookEveryWay(page, "deletion scheduled");
});

it("shows an Admin to a Moderator and lets nothing be changed", async () => {
  await using opened = await openPage(`${path}/${user().id}`, {
    as: moderator,
    api: (api) => api.answer(adminUserRoutes.get, detail({ platformRole: "Admin" })),
  });
  const { page } = opened;
  await page.getByText("Only an Admin can change an Admin.").waitFor();
  expect(await page.getByRole("button", { name: /Delete|Sign out everywhere/ }).count()).toBe(0);
  await lookEveryWay(page, "an Admin, as a Moderator");
});

it("leaves who is of the platform's staff to an Admin: a Moderator reads the role and cannot change it", async () => {
  await using opened = await openPage(`${path}/${user().id}`, {
    as: moderator,
    api: (api) => api.answer(adminUserRoutes.get, detail()),
  });
  const { page } = opened;
  await page.getByText("Only an Admin decides who is of the platform's staff.").waitFor();
  expect(await page.getByRole("combobox", { name: "Platform role" }).isDisabled()).toBe(true);
  expect(await page.getByRole("combobox", { name: "Role in Harborline" }).isDisabled()).toBe(false);
});

it("is not for others, who are told whose it is, and nothing is asked", async () => {
  await using opened = await openPage(path);
  await opened.page.getByText("A platform Admin or Moderator can open it.").waitFor();
  expect(opened.api.asked(adminUserRoutes.list)).toEqual([]);
});
