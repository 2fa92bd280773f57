import { waitingListRoutes } from "@forestay/contracts";
import type { RouteResponse } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";

type Entry = RouteResponse<typeof waitingListRoutes.list>["items"][number];

const path = "/app/admin/waiting-list";
const admin = person({ platformRole: "Admin" });

function entry(changed: Partial<Entry> = {}): Entry {
  return {
    id: "01a20700-0000-7b02-beb1-3611e12c0001",
    email: "elena@northquay.example",
    firstName: "Elena",
    lastName: "Brandt",
    companyName: "Northquay",
    source: "churn-calculator",
    status: "Pending",
    joinedAt: "2026-11-22T10:00:00.000Z",
    confirmedAt: null,
    invitedAt: null,
    invitedUntil: null,
    registeredAt: null,
    ...changed,
  };
}
const everybody = [
  entry(),
  entry({
    id: "01a20700-0000-7b02-beb1-3611e12c0002",
    email: "a-very-long-address-of-somebody@customer-success.harborline.example",
    firstName: "",
    lastName: "",
    companyName: "",
    source: "landing",
    status: "Invited",
    invitedAt: "2026-11-21T10:00:00.000Z",
    invitedUntil: "2026-12-05T10:00:00.000Z",
  }),
  entry({
    id: "01a20700-0000-7b02-beb1-3611e12c0003",
    email: "ivo@harborline.example",
    status: "Registered",
    registeredAt: "2026-11-22T11:00:00.000Z",
  }),
  entry({
    id: "01a20700-0000-7b02-beb1-3611e12c0004",
    email: "gone@harborline.example",
    status: "Removed",
  }),
];
const found = (items: Entry[], mailLeaves = true) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  mailLeaves,
});

it("shows who waits, asks with what is not empty alone, and says that nobody matches", async () => {
  await using opened = await openPage(path, {
    as: admin,
    api: (api) =>
      api.answer(waitingListRoutes.list, ({ query }) => found(query.search === "nobody" ? [] : everybody)),
  });
  const { page, api } = opened;
  await page.getByText("4 people", { exact: true }).waitFor();
  const row = page.getByRole("table", { name: "Waiting list" }).getByRole("row").nth(1);
  for (const words of ["elena@northquay.example", "Elena Brandt", "Northquay", "churn-calculator", "2h ago"])
    await row.getByText(words, { exact: true }).waitFor();
  expect((await api.called(waitingListRoutes.list)).query).toEqual({ page: "1", pageSize: "25" });
  await lookEveryWay(page, "waiting list");
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Invited" }).click();
  await page.waitForURL(/status=Invited/);
  expect((await api.called(waitingListRoutes.list, 2)).query).toEqual({
    page: "1",
    pageSize: "25",
    status: "Invited",
  });
  await page.getByLabel("Search the waiting list by name, e-mail or company").fill("nobody");
  await page.getByText("Nobody matches").waitFor();
  await lookEveryWay(page, "nobody matches");
  await page.getByRole("button", { name: "Show everybody" }).click();
  await page.waitForURL(`**${path}`);
});

it("says that nobody is waiting, and that the list did not load", async () => {
  await using opened = await openPage(path, {
    as: admin,
    api: (api) => api.refuse(waitingListRoutes.list, "unavailable"),
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "The waiting list did not load" });
  await tryAgain(opened, said, () => api.answer(waitingListRoutes.list, found([])));
  await page.getByText("Nobody is waiting").waitFor();
  await lookEveryWay(page, "nobody waiting");
});

it("invites from the row, hands a link out where no mail leaves, and takes somebody off", async () => {
  await using opened = await openPage(path, {
    as: admin,
    api: (api) => {
      const invited = entry({ status: "Invited", invitedUntil: "2026-12-06T12:00:00.000Z" });
      api
        .answer(waitingListRoutes.list, found([entry()], false))
        .answer(waitingListRoutes.makeLink, {
          link: "https://forestay.example/register-invited?token=abcdefghijklmnop",
          entry: invited,
        })
        .answer(waitingListRoutes.invite, invited)
        .answer(waitingListRoutes.export, { csv: "email\r\n", rows: 1 })
        .answer(waitingListRoutes.remove, {});
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Invite elena@northquay.example" }).click();
  await page.getByText("stays in the outbox: no mail leaves this server").waitFor();
  await page.getByRole("button", { name: "Get link for elena@northquay.example" }).click();
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  await dialog.getByText("register-invited?token=abcdefghijklmnop").waitFor();
  await lookEveryWay(page, "link by hand", { sizes: ["desktop"] });
  await dialog.getByRole("button", { name: "Close" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("waiting-list.csv");
  await page.getByRole("button", { name: "Remove elena@northquay.example" }).click();
  await page.getByText("They can join again").waitFor();
  await lookEveryWay(page, "taking somebody off", { sizes: ["desktop"] });
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await api.called(waitingListRoutes.remove);
});

it("is not for a company's people", async () => {
  await using opened = await openPage(path);
  await opened.page.getByText("A platform Admin or Moderator can open it.").waitFor();
});

it("confirms a place by a press, and ends on /success", async () => {
  await using opened = await openPage("/confirm-waiting-list?token=0123456789abcdef", {
    as: null,
    api: (api) =>
      api.refuse(waitingListRoutes.confirm, "not_found", { message: "This link does not count." }),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Confirm your place" }).waitFor();
  expect(api.asked(waitingListRoutes.confirm)).toEqual([]);
  const press = page.getByRole("button", { name: "Confirm my place" });
  await press.click();
  await page.getByText("This link does not count.").waitFor();
  await lookEveryWay(page, "confirm, refused");
  api.answer(waitingListRoutes.confirm, {});
  await press.click();
  await page.waitForURL("**/success");
  await page.getByRole("heading", { level: 1, name: "Your place is confirmed" }).waitFor();
  await lookEveryWay(page, "place confirmed");
});
