import {
  analysisRoutes,
  campaignRoutes,
  customerRoutes,
  customerViewRoutes,
  importRoutes,
  segmentRoutes,
  settingsRoutes,
  workRoutes,
} from "@forestay/contracts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { analysis, earlierAnalyses } from "./examples/analyses.ts";
import { customer, customersPage } from "./examples/customers.ts";
import { quietTask } from "./examples/tasks.ts";
import { everyone, segment } from "./examples/segments.ts";
import { company } from "./examples/settings.ts";

const none = { items: [], totalCount: 0, page: 1, pageSize: 100, totalPages: 0 };
const noSegment = { ...none, allCount: 0, activeCount: 0, everyone };
const nobodyFound = (api: ApiStandIn) =>
  api
    .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false })
    .answer(importRoutes.list, none)
    .answer(analysisRoutes.list, none)
    .answer(segmentRoutes.list, noSegment)
    .answer(workRoutes.listTasks, none)
    .answer(campaignRoutes.list, { ...none, allCount: 0, activeCount: 0, pausedCount: 0 });

async function search(page: Page, text: string) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const box = page.getByRole("dialog", { name: "Search" }).getByRole("combobox");
  await box.fill(text);
  return page.getByRole("option");
}

it("leads to every section of the settings by what stands in it, and shows them once something is typed", async () => {
  await using opened = await openPage("/app/docs/getting-started", {
    as: person(),
    api: (api) => nobodyFound(api).answer(settingsRoutes.getSettings, company()),
  });
  const { page } = opened;
  const entries = await search(page, "");
  await entries.filter({ hasText: "Run churn analysis" }).waitFor();
  expect(await entries.filter({ hasText: "Settings:" }).count()).toBe(0);
  await lookEveryWay(page, "palette");
  for (const [typed, section] of [
    ["recovery codes", "Security"],
    ["quiet hours", "Notifications"],
    ["dark", "Appearance"],
    ["invite", "Team"],
    ["what counts", "Scoring"],
    ["outbox", "Mail"],
  ] as const) {
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill(typed);
    await entries.filter({ hasText: `Settings: ${section}` }).waitFor();
  }
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("time zone");
  await entries.filter({ hasText: "Settings: Company" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/section=company/);
});

it("finds segments of every status, saved views and open tasks by their names, and opens them", async () => {
  const draft = segment({ name: "Quiet monthly payers", status: 0 });
  const view = {
    id: "01a204f8-7009-7695-8c8a-25b739aa98dd",
    name: "Quiet and big",
    isShared: true,
    search: "",
    conditions: [{ field: "plan", operator: "In" as const, value: ["Growth"] }],
    sort: "monthlyRevenue" as const,
    direction: "desc" as const,
    version: 1,
    brokenLines: [],
    createdBy: "Maya Okafor",
    createdAt: "2026-11-22T09:00:00.000Z",
  };
  await using opened = await openPage("/app/docs/getting-started", {
    as: person(),
    api: (api) =>
      nobodyFound(api)
        .answer(segmentRoutes.list, { ...noSegment, items: [draft], totalCount: 1 })
        .refuse(segmentRoutes.get, "not_found")
        .answer(customerViewRoutes.list, { items: [view, { ...view, id: draft.id, name: "Big" }] })
        .answer(workRoutes.listTasks, { ...none, items: [quietTask], totalCount: 1, totalPages: 1 })
        .answer(customerRoutes.list, customersPage([customer()])),
  });
  const { page, api } = opened;
  const entries = await search(page, "quiet");
  await entries.filter({ hasText: "Quiet monthly payers (draft)" }).waitFor();
  await entries.filter({ hasText: "Ask why they went quiet, Talia Alvarez" }).waitFor();
  await entries.filter({ hasText: "Quiet and big" }).waitFor();
  expect(await entries.filter({ hasText: /^Big$/ }).count()).toBe(0);
  for (const route of [segmentRoutes.list, workRoutes.listTasks, importRoutes.list, analysisRoutes.list])
    expect((await api.called(route)).query).toMatchObject({ search: "quiet" });
  await lookEveryWay(page, "palette, what is kept");
  await entries.filter({ hasText: "Quiet and big" }).click();
  // The view it names takes the place of its name.
  await page.waitForURL(/filters=.*sort=monthlyRevenue/);
  await page.getByRole("tab", { name: "Quiet and big", selected: true }).waitFor();

  await search(page, "quiet");
  await entries.filter({ hasText: "Quiet monthly payers (draft)" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/app/segments/${draft.id}`);
});

it("offers a Viewer no section that is not theirs, and says that nothing was found", async () => {
  await using opened = await openPage("/app/docs/getting-started", {
    as: person({ companyRole: "Viewer" }),
    api: nobodyFound,
  });
  const { page } = opened;
  const entries = await search(page, "api");
  await entries.filter({ hasText: "API reference" }).waitFor();
  const shown = await entries.allInnerTexts();
  expect(shown.slice(0, 2)).toEqual(["Tracking API", "API reference"]);
  expect(shown.slice(2)).toContain("API");
  expect(shown.filter((label) => label.startsWith("Settings"))).toEqual([]);
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("audit log");
  await page.getByText("Nothing found for “audit log”").waitFor();
});

it("says who may have been meant where nobody is called so, and finds analyses by their day", async () => {
  await using opened = await openPage("/app/docs/getting-started", {
    as: person(),
    api: (api) =>
      nobodyFound(api)
        .answer(customerRoutes.search, { items: [customer()], totalCount: 1, isSimilar: true })
        .answer(analysisRoutes.list, earlierAnalyses(analysis())),
  });
  const { page, api } = opened;
  const entries = await search(page, "tlaia");
  await page.getByText("Nobody is called “tlaia”. Did you mean").waitFor();
  await entries.filter({ hasText: "Talia Alvarez" }).waitFor();
  expect((await api.called(customerRoutes.search)).query).toEqual({ text: "tlaia", limit: "6" });
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("analysis of");
  await entries.filter({ hasText: "Analysis of" }).first().waitFor();
  await lookEveryWay(page, "palette, found");
});

it("says that customers did not load beside what else was found, and tries again", async () => {
  await using opened = await openPage("/app/docs/getting-started", {
    as: person(),
    api: (api) => nobodyFound(api).refuse(customerRoutes.search, "unavailable"),
  });
  const { page, api } = opened;
  const entries = await search(page, "reference");
  const said = page.getByRole("dialog", { name: "Search" }).getByRole("alert");
  await said.getByText("Customers did not load").waitFor();
  await entries.filter({ hasText: "API reference" }).waitFor();
  await lookEveryWay(page, "palette, customers not loaded");
  // Of what is not known nothing is said: that nobody is found, least of all.
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("alvarez");
  await expect.poll(() => entries.count()).toBe(0);
  await said.getByText("Customers did not load").waitFor();
  expect(await page.getByText("Nothing found").count()).toBe(0);
  await tryAgain(opened, said, () =>
    api.answer(customerRoutes.search, { items: [customer()], totalCount: 1, isSimilar: false }),
  );
  await entries.filter({ hasText: "Talia Alvarez" }).waitFor();
  await said.waitFor({ state: "detached" });
});
