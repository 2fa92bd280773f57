import {
  analysisRoutes,
  campaignRoutes,
  customerRoutes,
  importRoutes,
  segmentRoutes,
  settingsRoutes,
} from "@forestay/contracts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { analysis, earlierAnalyses } from "./examples/analyses.ts";
import { customer } from "./examples/customers.ts";
import { company } from "./examples/settings.ts";

const none = { items: [], totalCount: 0, page: 1, pageSize: 100, totalPages: 0 };
const nobodyFound = (api: ApiStandIn) =>
  api
    .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false })
    .answer(importRoutes.list, none)
    .answer(analysisRoutes.list, none)
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

it("finds segments by their names", async () => {
  const segments = {
    field: "segments",
    label: "Segment",
    kind: "choice" as const,
    group: "Segments",
    operators: ["In" as const],
    windowDays: null,
    choices: [{ value: "01a204f8-7001-7695-8c8a-25b739aa98dd", label: "Quiet monthly payers" }],
  };
  await using opened = await openPage("/app/docs/getting-started", {
    as: person(),
    api: (api) =>
      nobodyFound(api)
        .answer(segmentRoutes.fields, { items: [segments], currency: "USD" })
        .refuse(segmentRoutes.get, "not_found"),
  });
  const { page } = opened;
  const entries = await search(page, "quiet mon");
  await entries.filter({ hasText: "Quiet monthly payers" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app/segments/01a204f8-7001-7695-8c8a-25b739aa98dd");
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
