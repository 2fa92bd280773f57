import {
  analysisRoutes,
  customerRoutes,
  customerViewRoutes,
  demoRoutes,
  importRoutes,
  modelRoutes,
  onboardingRoutes,
  trackRecordRoutes,
} from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { customerFacets, person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { analysis, completeness, earlierAnalyses, models, trackRecord } from "./examples/analyses.ts";
import { customer, customersPage, unscored } from "./examples/customers.ts";

const talia = customer();

describe("the customers list", () => {
  it("says who there is, at what risk, and of one without a score why", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([talia, unscored])),
    });
    const { page } = opened;
    await page.getByText("1,240 customers, last scored 3h ago").waitFor();
    const rows = page.getByRole("table", { name: "Customers" }).getByRole("row");
    const first = rows.filter({ hasText: "Talia Alvarez" });
    const reason = "Features used: 2 in the last 30 days, was 4";
    for (const words of [
      "talia@lanternreach.example",
      "61",
      "Critical",
      reason,
      "$2,938",
      "Growth",
      "Active",
    ])
      await first.getByText(words, { exact: true }).first().waitFor();
    await rows
      .filter({ hasText: "Vera Park" })
      .getByText("No churn analysis has run for this customer yet")
      .waitFor();
    await page.getByRole("tab", { name: "At risk 90" }).waitFor();
    await lookEveryWay(page, "customers");
  });

  it("has those who have left in a view of their own, and says when they did", async () => {
    const gone = customer({ hasLeft: true, leftAt: "2026-10-03T00:00:00.000Z", fullName: "Gone Girard" });
    const unknown = customer({ id: unscored.id, hasLeft: true, fullName: "Lost Lind" });
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([gone, unknown])),
    });
    const { page, api } = opened;
    await page.getByRole("tab", { name: "Left" }).click();
    const condition = { field: "hasLeft", operator: "Equals", value: true };
    const { query } = await api.called(customerRoutes.list, 2);
    expect(JSON.parse(String(query.conditions))).toEqual([condition]);
    const rows = page.getByRole("table", { name: "Customers" }).getByRole("row");
    await rows.filter({ hasText: "Gone Girard" }).getByText("Oct 3", { exact: true }).waitFor();
    await rows.filter({ hasText: "Lost Lind" }).getByText("Day not known").waitFor();
    await lookEveryWay(page, "customers who left");
  });

  it("is one press away from the latest result, earlier analyses, the track record and the models", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia]))
          .answer(analysisRoutes.checkCompleteness, completeness())
          .answer(modelRoutes.list, models())
          .answer(trackRecordRoutes.get, trackRecord)
          .answer(analysisRoutes.list, earlierAnalyses(analysis())),
    });
    const { page } = opened;
    const leadsTo = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    await page.getByRole("link", { name: "Latest result" }).waitFor();
    expect(await leadsTo("Latest result")).toBe(`/app/analytics/churn-analysis/${analysis().id}`);
    expect(await leadsTo("Models")).toBe("/app/analytics/models");
    expect(await leadsTo("Earlier analyses")).toBe("/app/analytics/run-churn-analysis#history");
    await page.getByRole("link", { name: "Track record" }).click();
    const title = page.getByRole("heading", { name: "Track record" });
    await title.waitFor();
    await expect
      .poll(async () => {
        const { y = -1 } = (await title.boundingBox()) ?? {};
        return y >= 0 && y < 900;
      })
      .toBe(true);
  });

  it("keeps its shape while the rows are on their way", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([talia])),
    });
    const { page, api } = opened;
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
    const release = api.hold(customerRoutes.list);
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Loading customers" }).waitFor({ state: "attached" });
    expect(await page.getByRole("link", { name: "Talia Alvarez" }).count()).toBe(0);
    release();
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
  });

  it("says how to begin where there is nobody, and to a Viewer no more than that", async () => {
    const nobody = (as: Parameters<typeof openPage>[1]) =>
      openPage("/app/customers", {
        ...as,
        api: (api) =>
          api
            .answer(customerRoutes.list, customersPage([]))
            .answer(customerRoutes.facets, customerFacets({ totalCount: 0, lastScoredAt: null }))
            .answer(importRoutes.list, { items: [], totalCount: 0, page: 1, pageSize: 10, totalPages: 0 }),
      });
    await using opened = await nobody({});
    await opened.page.getByRole("heading", { name: "No customers yet" }).waitFor();
    await opened.page.getByRole("button", { name: "Import a file" }).click();
    await opened.page.getByRole("dialog", { name: "Import files" }).waitFor();
    await opened.page.waitForURL("**/app/customers?import=open");
    expect(await opened.page.getByRole("button", { name: "Run churn analysis" }).count()).toBe(0);

    await using viewers = await nobody({ as: person({ companyRole: "Viewer" }) });
    await viewers.page.getByRole("heading", { name: "No customers yet" }).waitFor();
    expect(await viewers.page.getByRole("button", { name: /Import/ }).count()).toBe(0);
  });

  it("says what did not load, by which request, and loads it again", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) => api.refuse(customerRoutes.list, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "Customers did not load" });
    await said.getByText("The service is not available right now. Try again shortly.").waitFor();
    await tryAgain(opened, said, () => api.answer(customerRoutes.list, customersPage([talia])));
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
    expect(await said.count()).toBe(0);
  });

  it("asks for what the address says, and says in the address what is chosen", async () => {
    await using opened = await openPage("/app/customers?sort=fullName&direction=asc&page=2", {
      api: (api) =>
        api.answer(customerRoutes.list, ({ query }) =>
          customersPage([talia], { totalCount: 60, page: Number(query.page) }),
        ),
    });
    const { page, api } = opened;
    await page.getByText("26–50 of 60").waitFor();
    expect(api.asked(customerRoutes.list).map(({ query }) => query)).toEqual([
      { page: "2", pageSize: "25", sort: "fullName", direction: "asc" },
    ]);
    await page.getByRole("button", { name: "Next page" }).click();
    await page.waitForURL("**page=3");
    await page.getByText("51–60 of 60").waitFor();
    // Whoever searches starts at the first page again.
    await page.getByRole("searchbox", { name: "Search customers by name, e-mail or id" }).fill("talia");
    await page.waitForURL(/search=talia/);
    await page.getByText("1–25 of 60").waitFor();
    expect((await api.called(customerRoutes.list, 3)).query).toMatchObject({ search: "talia", page: "1" });
    await page.getByRole("tab", { name: "At risk 90" }).click();
    const { query } = await api.called(customerRoutes.list, 4);
    expect(JSON.parse(query.conditions ?? "")).toEqual([
      { field: "churnRiskLevel", operator: "In", value: [2, 3] },
    ]);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("filters"));
    await page.getByRole("tab", { name: "All 1,240", selected: true }).waitFor();
  });

  it("says that nothing matches the filters, and takes them away", async () => {
    await using opened = await openPage("/app/customers?search=nobody", {
      api: (api) =>
        api.answer(customerRoutes.list, ({ query }) =>
          customersPage(query.search === undefined ? [talia] : []),
        ),
    });
    const { page } = opened;
    await page.getByText("No customers match this filter").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL("**/app/customers");
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
  });

  it("leads back from a page that is past the end", async () => {
    await using opened = await openPage("/app/customers?page=9", {
      api: (api) =>
        api.answer(customerRoutes.list, ({ query }) =>
          customersPage(query.page === "1" ? [talia] : [], { totalCount: 1, page: Number(query.page) }),
        ),
    });
    const { page } = opened;
    await page.getByText("This page is past the end").waitFor();
    await page.getByRole("button", { name: "First page" }).click();
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
  });

  it("sums up the rows that are ticked, exports them, and takes them to an analysis", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia, unscored], { totalCount: 60 }))
          .answer(customerRoutes.selectionSummary, { count: 1, lifetimeValue: 2015, currency: "USD" })
          .answer(customerRoutes.createExport, {
            downloadPath: "/exports/one-time",
            expiresAt: "2026-11-22T12:05:00.000Z",
          }),
    });
    const { page, api } = opened;
    await page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
    const bar = page.getByRole("toolbar", { name: "Actions for the selection" });
    await bar.getByText("1 selected").waitFor();
    await bar.getByText("$2,015 lifetime value").waitFor();
    expect((await api.called(customerRoutes.selectionSummary)).body).toEqual({ customerIds: [talia.id] });
    await lookEveryWay(page, "customers, rows chosen");
    await bar.getByRole("button", { name: "Select all 60" }).click();
    await bar.getByText("60 selected").waitFor();
    await page.getByRole("checkbox", { name: "Select Vera Park" }).click();
    await bar.getByText("59 selected").waitFor();
    // Never a list of all their ids.
    const download = page.waitForEvent("download");
    await bar.getByRole("button", { name: "Export" }).click();
    expect((await api.called(customerRoutes.createExport)).body).toEqual({
      selection: { filter: { conditions: [] }, exceptIds: [unscored.id] },
    });
    expect(new URL((await download).url()).pathname).toBe("/api/exports/one-time");
  });

  it("is saved as a view, own or the team's, which is a tab from then on", async () => {
    const conditions = [{ field: "plan", operator: "In" as const, value: ["Growth"] }];
    const view = {
      id: "01a204f8-7009-7695-8c8a-25b739aa98dd",
      name: "Growth, by revenue",
      isShared: true,
      search: "",
      conditions,
      sort: "monthlyRevenue" as const,
      direction: "desc" as const,
      version: 1,
      brokenLines: [],
      createdBy: "Maya Okafor",
      createdAt: "2026-11-22T09:00:00.000Z",
    };
    const filters = encodeURIComponent(JSON.stringify(conditions));
    await using opened = await openPage(`/app/customers?filters=${filters}&sort=monthlyRevenue`, {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia]))
          .answer(customerViewRoutes.create, view)
          .whenCalled(customerViewRoutes.create, () => api.answer(customerViewRoutes.list, { items: [view] }))
          .answer(customerViewRoutes.delete, {})
          .whenCalled(customerViewRoutes.delete, () => api.answer(customerViewRoutes.list, { items: [] })),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this view" });
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.getByText("Required").waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill(view.name);
    await dialog.getByRole("checkbox", { name: "Share it with the team" }).click();
    await lookEveryWay(page, "a view that is saved");
    await dialog.getByRole("button", { name: "Save view" }).click();
    const { id: _, version: _version, brokenLines: _none, createdBy: _by, createdAt: _at, ...input } = view;
    expect((await api.called(customerViewRoutes.create)).body).toEqual(input);
    const tab = page.getByRole("tab", { name: `${view.name} 1` });
    await tab.waitFor();
    await page.getByRole("tab", { name: /^All/ }).click();
    await page.getByRole("tab", { name: view.name }).click();
    await page.waitForURL(/sort=monthlyRevenue/);
    await page.getByRole("button", { name: "Remove view" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove view" }).click();
    await tab.waitFor({ state: "detached" });
  });

  it("says that an export could not start", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia]))
          .refuse(customerRoutes.createExport, "rate_limited"),
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const said = page.getByRole("alert").filter({ hasText: "The export could not start" });
    await said.getByText("Too many requests. Try again shortly.").waitFor();
  });
});

describe("the first day", () => {
  const begun = { customers: true, analysis: false, step: false, colleague: false };

  it("says what is done and what comes next, and is gone once all of it is, or for whoever hides it", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia]))
          .answer(onboardingRoutes.firstDay, { steps: begun }),
    });
    const { page, api } = opened;
    const list = page.getByRole("region", { name: "First day 1 of 4 done" });
    await list.getByText("Bring your customers in, done").waitFor();
    await list.getByText("An analysis scores everybody and says why").waitFor();
    expect(await list.getByRole("link").allInnerTexts()).toEqual([
      "Run an analysis",
      "Open the list",
      "Invite",
    ]);
    await lookEveryWay(page, "customers, first day");
    api.answer(onboardingRoutes.firstDay, { steps: { ...begun, analysis: true } });
    await page.reload();
    await page.getByRole("region", { name: "First day 2 of 4 done" }).waitFor();
    await page.getByRole("button", { name: "Hide this list" }).click();
    await page.getByRole("region", { name: /^First day/ }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("table", { name: "Customers" }).waitFor();
    expect(api.asked(onboardingRoutes.firstDay)).toHaveLength(2);
  });

  it("is none of a Viewer's to do: what they may not do has no button", async () => {
    await using opened = await openPage("/app/customers", {
      as: person({ companyRole: "Viewer" }),
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([talia]))
          .answer(onboardingRoutes.firstDay, { steps: begun }),
    });
    const list = opened.page.getByRole("region", { name: /^First day/ });
    await list.getByText("Invite a colleague").waitFor();
    expect(await list.getByRole("link").count()).toBe(0);
  });

  it("offers the sample customers as long as there are no others, and says when they are on their way", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) =>
        api
          .answer(
            customerRoutes.facets,
            customerFacets({ totalCount: 0, lastScoredAt: null, lastAnalysisId: null }),
          )
          .answer(customerRoutes.list, customersPage([]))
          .answer(demoRoutes.progress, { share: null, isAvailable: true })
          .answer(demoRoutes.load, {})
          .whenCalled(demoRoutes.load, () =>
            api.answer(demoRoutes.progress, { share: 0.2, isAvailable: false }),
          ),
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "No customers yet" }).waitFor();
    await lookEveryWay(page, "no customers, a sample to try");
    await page.getByRole("button", { name: "Try it with sample customers" }).click();
    await page.getByRole("heading", { name: "The sample customers are on their way" }).waitFor();
  });
});
