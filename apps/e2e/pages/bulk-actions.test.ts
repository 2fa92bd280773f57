import {
  bulkActionRoutes,
  campaignRoutes,
  customerRoutes,
  segmentRoutes,
  workRoutes,
} from "@forestay/contracts";
import type { BulkAction } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { customer, customersPage, unscored } from "./examples/customers.ts";
import { segment } from "./examples/segments.ts";

const talia = customer();
const tag = { id: "01a1ffb5-2374-76e5-8bef-1ae334d8d7bb", name: "Logistics" };

const action = (changed: Partial<BulkAction> = {}): BulkAction => ({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d7cc",
  kind: "tag",
  words: "Tag as 'Logistics'",
  tag,
  status: "running",
  total: 12_000,
  done: 4000,
  changed: 3900,
  failure: null,
  canUndo: false,
  canResume: false,
  createdBy: "Maya Okafor",
  createdAt: "2026-11-22T11:59:00.000Z",
  finishedAt: null,
  ...changed,
});
const finished = { finishedAt: "2026-11-22T11:59:30.000Z" };

function answerList(api: ApiStandIn): void {
  api
    .answer(customerRoutes.list, customersPage([talia, unscored], { totalCount: 12_000 }))
    .answer(customerRoutes.selectionSummary, { count: 1, lifetimeValue: 2015, currency: "USD" })
    .answer(workRoutes.keepings, {
      items: [
        {
          customerId: talia.id,
          owner: { userId: person().id, name: "Maya Okafor" },
          tags: [tag, { id: talia.id, name: "Key account" }, { id: unscored.id, name: "EU" }],
          segments: [{ id: tag.id, name: "Quiet payers", color: "teal", since: "2026-11-01T09:00:00.000Z" }],
          openCase: { id: tag.id, stage: 1 },
          recentScores: [30, 44, 61],
          scoreChange: 31,
        },
      ],
    });
}

it("tags everybody that the filter chose, keeps a segment of them, and says how far it has come", async () => {
  await using opened = await openPage("/app/customers", {
    api: (api) => {
      answerList(api);
      api
        .answer(bulkActionRoutes.start, action({ status: "waiting", total: null, done: 0 }))
        .whenCalled(bulkActionRoutes.start, () => api.answer(bulkActionRoutes.list, { items: [action()] }))
        .refuse(segmentRoutes.create, "validation_failed", { message: "Another segment has this name" });
    },
  });
  const { page, api } = opened;
  await page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
  const bar = page.getByRole("toolbar", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: "Select all 12,000" }).click();
  await bar.getByRole("button", { name: "Tag" }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 12,000 customers" });
  await dialog.getByRole("button", { name: "Tag" }).click();
  await dialog.getByText("Required").waitFor();
  await dialog.getByLabel("Tag", { exact: true }).fill("Logistics");
  await dialog.getByRole("checkbox", { name: "Keep a segment of everybody with this tag" }).click();
  await dialog.getByRole("button", { name: "Tag" }).click();
  expect((await api.called(bulkActionRoutes.start)).body).toEqual({
    selection: { filter: { conditions: [] }, exceptIds: [] },
    deed: { kind: "tag", name: "Logistics" },
  });
  // The tag is under way all the same.
  await page.getByText("The segment was not made").waitFor();
  expect((await api.called(segmentRoutes.create)).body.criteria).toEqual([
    { field: "tags", operator: "In", value: [tag.id] },
  ]);
  await page.getByText("4,000 of 12,000 customers").waitFor();
  await bar.waitFor({ state: "hidden" });
  await lookEveryWay(page, "an action under way");
  api.answer(bulkActionRoutes.list, {
    items: [action({ status: "done", done: 12_000, changed: 11_900, canUndo: true, ...finished })],
  });
  api.tell("bulk_action_moved", { id: action().id });
  await page.getByText("11,900 customers changed, 100 were so already").waitFor();
  api.answer(bulkActionRoutes.undo, action({ status: "undoing" }));
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await api.called(bulkActionRoutes.undo)).params).toEqual({ id: action().id });
  await page.getByRole("button", { name: "Put away: Tag as 'Logistics'" }).click();
  await page.getByText("11,900 customers changed").waitFor({ state: "detached" });
});

it("says of an action that stopped how far it came, and goes on with it; a Viewer sees it and no way on", async () => {
  const failure = "It stopped after 4,000 of 12,000 customers: those are done, the others are as they were.";
  const stopped = (api: ApiStandIn) => {
    answerList(api);
    api.answer(bulkActionRoutes.list, {
      items: [action({ status: "failed", failure, canUndo: true, canResume: true, ...finished })],
    });
  };
  await using opened = await openPage("/app/customers", { api: stopped });
  const { page, api } = opened;
  await page.getByText(failure).waitFor();
  const left = { id: talia.id, name: talia.fullName };
  api.answer(bulkActionRoutes.rest, {
    items: [left],
    totalCount: 8000,
    page: 1,
    pageSize: 25,
    totalPages: 320,
  });
  await page.getByRole("button", { name: "Who is left" }).click();
  const rest = page.getByRole("dialog", { name: "8,000 customers it did not come to" });
  await rest.getByRole("link", { name: "Talia Alvarez" }).waitFor();
  await lookEveryWay(page, "who an action did not come to");
  await rest.getByRole("button", { name: "Close" }).first().click();
  await rest.waitFor({ state: "detached" });
  api.answer(bulkActionRoutes.resume, action({ status: "waiting" }));
  await page.getByRole("button", { name: "Go on" }).click();
  expect((await api.called(bulkActionRoutes.resume)).params).toEqual({ id: action().id });

  await using viewed = await openPage("/app/customers", {
    as: person({ companyRole: "Viewer" }),
    api: stopped,
  });
  await viewed.page.getByText(failure).waitFor();
  expect(await viewed.page.getByRole("button", { name: "Go on" }).count()).toBe(0);
  await viewed.page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
  await viewed.page.getByRole("toolbar").getByText("1 selected").waitFor();
  expect(await viewed.page.getByRole("button", { name: "Assign" }).count()).toBe(0);
});

it("begins a campaign with whom a filter chose by its rule, and with those picked by hand by a tag's segment", async () => {
  const conditions = [{ field: "plan", operator: "In" as const, value: ["Growth"] }];
  const filters = encodeURIComponent(JSON.stringify(conditions));
  await using opened = await openPage(`/app/customers?filters=${filters}`, {
    api: (api) => {
      answerList(api);
      api
        .answer(bulkActionRoutes.start, action({ status: "waiting", total: null, done: 0 }))
        .refuse(campaignRoutes.preview, "unavailable");
    },
  });
  const { page, api } = opened;
  await page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
  const bar = page.getByRole("toolbar", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: "Start campaign" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a campaign for 1 customer" });
  await dialog.getByLabel("Tag", { exact: true }).fill("Logistics");
  api.refuse(segmentRoutes.create, "validation_failed", {
    fields: { name: "Another segment has this name" },
  });
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("Another segment has this name").waitFor();
  api.answer(segmentRoutes.create, segment({ name: "Logistics" }));
  await dialog.getByRole("button", { name: "Go on" }).click();
  await page.waitForURL(`**/app/campaigns/create?segment=${segment().id}`);

  await page.goBack();
  await page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
  await bar.getByRole("button", { name: "Select all 12,000" }).click();
  await bar.getByRole("button", { name: "Start campaign" }).click();
  await page.waitForURL(/campaigns\/create\?template=none/);
  expect(JSON.parse(new URL(page.url()).searchParams.get("audience") ?? "")).toEqual(conditions);
  await page.getByText("Growth", { exact: true }).filter({ visible: true }).first().waitFor();
});

it("says of an action that cannot go on why, and has no way on", async () => {
  const failure = "The person they were given to is not in your company any more. Nobody was changed.";
  await using opened = await openPage("/app/customers", {
    api: (api) => {
      answerList(api);
      api.answer(bulkActionRoutes.list, {
        items: [action({ kind: "assign", tag: null, status: "failed", failure, done: 0, ...finished })],
      });
    },
  });
  const { page } = opened;
  await page.getByText(failure).waitFor();
  expect(await page.getByRole("button", { name: "Go on" }).count()).toBe(0);
});

it("shows what people keep of customers as columns, when asked to", async () => {
  await using opened = await openPage("/app/customers", { api: answerList });
  const { page } = opened;
  await page.getByRole("button", { name: "Columns" }).click();
  for (const column of ["30 days", "Owner", "Tags", "Segments", "Risk case"])
    await page.getByRole("checkbox", { name: column, exact: true }).click();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row").filter({ hasText: "Talia Alvarez" });
  for (const words of ["Maya Okafor", "Logistics, Key account and 1 more", "Quiet payers", "Plan", "up 31"])
    await row.getByText(words).first().waitFor();
});
