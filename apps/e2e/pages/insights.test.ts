import { readFile } from "node:fs/promises";
import { insightsRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { tryAgain } from "../harness/try-again.ts";
import { driversInsights } from "./examples/drivers.ts";
import {
  findingsInsights,
  reasonsInsights,
  retentionInsights,
  revenueInsights,
  revenueWhatIf,
  supposedMonths,
} from "./examples/insights.ts";

it("says how long customers stay, in which month they leave, and how each month's beginners do", async () => {
  await using opened = await openPage("/app/insights", {
    api: (api) => api.answer(insightsRoutes.retention, retentionInsights()),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: "Half of new customers have left after 21 months" }).waitFor();
  await page.getByRole("heading", { name: "The first month costs the most: 5.2% leave" }).waitFor();
  await page.getByRole("heading", { name: /^Scale keeps 8\d% for 12 months, Starter/ }).waitFor();
  const grid = page.getByRole("table", { name: "Cohorts" });
  expect(await grid.getByRole("row").nth(3).innerText()).toMatch(/^Sep 2026\s+63\s+100\s+97\s+93/);
  // A cell is opened by a press, a row's head by keyboard too.
  await grid.getByRole("button", { name: "97 so far" }).click();
  expect(
    await page
      .getByRole("link", { name: "Save as segment: Began in Oct 2026, still here", exact: true })
      .getAttribute("href"),
  ).toBe(
    `/app/segments/new?criteria=${encodeURIComponent(
      JSON.stringify([
        { field: "firstPaidOn", operator: "GreaterThan", value: "2026-09-30" },
        { field: "firstPaidOn", operator: "LessThan", value: "2026-11-01" },
        { field: "isPaying", operator: "Equals", value: true },
      ]),
    )}&name=${encodeURIComponent("Began in Oct 2026, still here")}`,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Save as segment: Began/ }).waitFor({ state: "detached" });
  await lookEveryWay(page, "insights, retention");
  await page.getByRole("button", { name: "Save as segment: months of life" }).click();
  await page.getByRole("link", { name: "Customers: In month 12 today" }).waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "NRR" }).click();
  await page.getByRole("heading", { name: /^106% of revenue is kept 10 months after the first$/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download cohorts-net as CSV" }).click(),
  ]);
  const [head, newest] = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect([download.suggestedFilename(), head, newest]).toEqual([
    "cohorts-net.csv",
    "began_in,customers,month,kept,of,share,is_complete",
    "2026-11,49,0,3920,3920,1,false",
  ]);
});

it("says where revenue came from and went to the cent, and each figure opens its customers", async () => {
  await using opened = await openPage("/app/insights?tab=revenue", {
    api: (api) =>
      api.answer(insightsRoutes.revenue, revenueInsights()).answer(insightsRoutes.reasons, reasonsInsights()),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: /^October added \$[\d,]+\.70, \d\.\d% more$/ }).waitFor();
  await page.getByRole("heading", { name: "All 11 months ended higher than they began" }).waitFor();
  await page.getByRole("heading", { name: "Growth earns 42% of MRR" }).waitFor();
  const plans = page.getByRole("table", { name: "Revenue by plan" });
  expect(await plans.getByRole("link", { name: "38" }).getAttribute("href")).toBe(
    "/app/dashboard/rows?figure=logo_churn&from=2026-10-01&until=2026-10-28&plan=Starter",
  );
  await page.getByRole("heading", { name: "Germany earns 38% of MRR" }).waitFor();
  await page.getByRole("heading", { name: /^October lost \d\.\d% of MRR/ }).waitFor();
  expect(await page.getByRole("link", { name: /^\$[\d,.]+ contraction$/ }).getAttribute("href")).toBe(
    "/app/dashboard/rows?figure=movements&kind=contraction&from=2026-10-01&until=2026-10-28&currency=USD",
  );
  await page.getByRole("heading", { name: "An average customer pays $3,526 before it leaves" }).waitFor();
  expect(await page.getByRole("link", { name: "Oct 52 of 1,625" }).getAttribute("href")).toBe(
    "/app/dashboard/rows?figure=logo_churn&from=2026-10-01&until=2026-10-28",
  );
  await lookEveryWay(page, "insights, revenue");
  await page.getByRole("tab", { name: "Churn reasons" }).click();
  await page.waitForURL("**/app/insights?tab=reasons");
  await page.getByRole("heading", { name: "65% left because they wanted to" }).waitFor();
});

it("says why customers left, by whom it was ended and in their own words", async () => {
  await using opened = await openPage("/app/insights?tab=reasons&period=24_months", {
    api: (api) => api.answer(insightsRoutes.reasons, reasonsInsights()),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "65% left because they wanted to" }).waitFor();
  await page.getByRole("heading", { name: '"Too expensive" is named most' }).waitFor();
  await page.getByText("“Too expensive for what we use” ×31 · “Budget cuts this year” ×12").waitFor();
  expect((await api.called(insightsRoutes.reasons)).query).toEqual({ period: "24_months" });
  // The first is of all of them.
  const [, voluntary] = await page.getByRole("link", { name: /^[\d,]+ customers$/ }).all();
  expect(await voluntary?.getAttribute("href")).toMatch(
    /^\/app\/dashboard\/rows\?figure=lost_by_month&from=\d{4}-\d\d-01&until=\d{4}-\d\d-28&reason=voluntary&currency=USD$/,
  );
  const theme = page.getByRole("listitem").filter({ hasText: "Too expensive" }).getByRole("link");
  expect(await theme.getAttribute("href")).toMatch(
    /^\/app\/dashboard\/rows\?figure=movements&kind=churn&from=\d{4}-\d\d-01&until=\d{4}-\d\d-28&theme=Too\+expensive&currency=USD$/,
  );
  await lookEveryWay(page, "insights, churn reasons");
});

it("says what moves the scores, and each value's chance", async () => {
  await using opened = await openPage("/app/insights?tab=drivers", {
    api: (api) => api.answer(insightsRoutes.drivers, driversInsights()),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: "Logins, last 30 days and Tenure move scores most" }).waitFor();
  expect(await page.getByRole("link", { name: "Model v3" }).getAttribute("href")).toBe(
    "/app/analytics/models/v3",
  );
  await page.getByRole("img", { name: /^Chance of leaving by Logins, last 30 days: 30% at 0/ }).waitFor();
  await page.getByText("New customers leave more often.").waitFor();
  await page
    .getByRole("heading", { name: "Only Logins, last 30 days adds what no other field says" })
    .waitFor();
  await page.getByRole("button", { name: "Save as segment: Logins, last 30 days" }).click();
  await page
    .getByRole("link", { name: "Save as segment: Logins, last 30 days: about 0 (chance 30%)" })
    .waitFor();
  await page.keyboard.press("Escape");
  // Gone, and not only on its way out: what is half through cannot be read.
  await page.getByRole("link", { name: /^Save as segment: Logins/ }).waitFor({ state: "detached" });
  await lookEveryWay(page, "insights, drivers");
});

it("says what goes with leaving, which statements hold and which do not, and who has the trait today", async () => {
  await using opened = await openPage("/app/insights?tab=findings", {
    api: (api) => api.answer(insightsRoutes.findings, findingsInsights()),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "3 of 41 tested statements hold" }).waitFor();
  await page
    .getByRole("heading", { name: "Customers with “Logins, 30 days: none” leave 4.6 times as often" })
    .waitFor();
  await page.getByText("52 of 214 left, against 112 of 2,123: 19 pts more").waitFor();
  await page.getByText("95% interval 16 to 22 points").waitFor();
  await page
    .getByRole("heading", { name: "Customers with “Billing: Annual” leave half as often or less" })
    .waitFor();
  expect(await page.getByRole("link", { name: "See who that is today" }).getAttribute("href")).toBe(
    `/app/customers?filters=${encodeURIComponent('[{"field":"plan","operator":"Equals","value":"Starter"}]')}`,
  );
  expect(await page.getByRole("link", { name: "Save as segment" }).getAttribute("href")).toBe(
    `/app/segments/new?criteria=${encodeURIComponent('[{"field":"plan","operator":"Equals","value":"Starter"}]')}&name=${encodeURIComponent("Plan: Starter")}`,
  );
  await page.getByRole("button", { name: "Show them" }).click();
  await page.getByText("Country: Germany: 30 of 420 left, against 134 of 1,917").waitFor();
  await lookEveryWay(page, "insights, findings");
  api.answer(
    insightsRoutes.findings,
    findingsInsights({
      testedOn: null,
      tested: 0,
      held: 0,
      findings: [],
      missing: "Needs a model that has learned who left: run an analysis.",
    }),
  );
  await page.reload();
  await page.getByText("Needs a model that has learned who left: run an analysis.").waitFor();
});

it("says where MRR goes from here, and what a lever would change; the address keeps it", async () => {
  await using opened = await openPage("/app/insights?tab=what_if", {
    api: (api) => api.answer(insightsRoutes.whatIf, revenueWhatIf()),
  });
  const { page, api } = opened;
  await page
    .getByRole("heading", { name: "In 12 months: $215,109 a month, between $202,463 and $227,755" })
    .waitFor();
  await page.getByText("$28,689 a month more than today, if things go on as they did.").waitFor();
  await page.getByText("61% so far, of 214 failed bills").waitFor();
  await lookEveryWay(page, "insights, what-if");

  api.answer(insightsRoutes.whatIf, revenueWhatIf({ changed: supposedMonths }));
  const starter = page.getByRole("spinbutton", { name: "Churn a month, Starter, %" });
  await starter.fill("3.1");
  await page
    .getByText(/^\$\d+,\d{3} a month more than if nothing changed; \$\d+,\d{3} over the year\.$/)
    .waitFor();
  const asked = api.asked(insightsRoutes.whatIf).at(-1)!.query;
  expect(asked).toMatchObject({ period: "12_months", churn: JSON.stringify({ Starter: 0.031 }) });
  await lookEveryWay(page, "insights, what-if supposed");
  await page.reload();
  await starter.waitFor();
  await expect.poll(() => starter.inputValue()).toBe("3.1");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.waitForURL("**/app/insights?tab=what_if");
  await expect.poll(() => starter.inputValue()).toBe("5.2");
});

it("says what would fill what is not known, and can be asked again where it did not load", async () => {
  await using opened = await openPage("/app/insights", {
    api: (api) => api.refuse(insightsRoutes.retention, "unavailable"),
  });
  const { page, api } = opened;
  await page.getByText("The insights did not load").waitFor();
  await tryAgain(
    opened,
    page.getByRole("alert"),
    () =>
      void api.answer(
        insightsRoutes.retention,
        retentionInsights({
          source: "customers",
          byPlan: [],
          plansDiffer: null,
          cohorts: { ...retentionInsights().cohorts, gross: null, net: null },
          revenueMissing: "Needs subscriptions: import them as a file.",
          leftUndated: 3,
        }),
      ),
  );
  await page.getByText("GRR and NRR: n/a. Needs subscriptions: import them as a file.").waitFor();
  await page.getByText("3 more customers have left on a day that nobody knows").waitFor();
  expect(await page.getByRole("radio", { name: "NRR" }).count()).toBe(0);
  await lookEveryWay(page, "insights without a ledger");
  api.answer(
    insightsRoutes.retention,
    retentionInsights({
      survival: null,
      atRisk: [],
      hazard: [],
      missing:
        "Needs the day customers began, and left: import subscriptions, or customers with these dates.",
    }),
  );
  await page.reload();
  await page.getByRole("heading", { name: "Nothing to tell yet" }).waitFor();
  await page.getByRole("link", { name: "Import a file" }).waitFor();
  await lookEveryWay(page, "insights, nothing yet");
});
