import {
  analysisRoutes,
  modelRoutes,
  nextStepRoutes,
  planRoutes,
  trackRecordRoutes,
} from "@forestay/contracts";
import type { RouteResponse } from "@forestay/contracts";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import {
  analysis,
  contactPlan,
  earlierAnalyses,
  noTrackRecord,
  scoredCustomer,
  scoredCustomers,
  trackRecord,
  unfinishedAnalysis,
} from "./examples/analyses.ts";

type Analysis = RouteResponse<typeof analysisRoutes.results>;

const { id } = analysis();
const path = `/app/analytics/churn-analysis/${id}`;

function answerPage(api: ApiStandIn, one: Analysis = analysis()): void {
  api
    .answer(analysisRoutes.results, one)
    .answer(analysisRoutes.customers, scoredCustomers([scoredCustomer]))
    .answer(analysisRoutes.list, earlierAnalyses(one))
    .answer(modelRoutes.columns, { items: [] })
    .answer(trackRecordRoutes.get, trackRecord);
}

/** Where on the page each of them begins, from the top. */
async function readingOrder(page: Page, parts: readonly Locator[]): Promise<number[]> {
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN));
  expect(boxes).not.toContain(Number.NaN);
  return boxes;
}

it("says the answer first, then whom to call, whether to believe it, and only then what is behind it", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page } = opened;
  const title = page.getByRole("heading", { level: 1, name: "Five calls cover 9% of the revenue at risk" });
  await title.waitFor();
  await page
    .getByText(/^1,436 customers analyzed, 181 need attention · .* · next 90 days · model v1/)
    .waitFor();
  // A month before, the same customers, level by level.
  const strip = await page.getByRole("definition").allInnerTexts();
  expect(strip.slice(2).map((words) => words.split("\n")[1])).toEqual([
    "+6 in 30 days",
    "−6 in 30 days",
    "−11 in 30 days",
    "+41 in 30 days",
  ]);
  const calls = page.getByRole("table", { name: "Who to call first" }).getByRole("row").nth(1);
  for (const words of ["Talia Alvarez", "61", "Offer a training session", "$4,836", "$2,938"])
    await calls.getByText(words).first().waitFor();
  await calls.getByText("Features used: 2 in the last 30 days, was 4").waitFor();
  await page.getByText("9% of the revenue at risk sits with these five: $32,811 of $364,571.").waitFor();
  const trust = page.getByText(
    /^Of 20 customers scored High or Critical on Aug 1, 12 left within 90 days\. We expected 11\./,
  );
  const order = await readingOrder(page, [
    title,
    page.getByText("Yearly revenue expected to leave"),
    page.getByRole("heading", { name: "Who to call first" }),
    trust,
    page.getByRole("heading", { name: /^What mattered most: Seats in use, then Logins/ }),
    page.getByRole("table", { name: "Scored customers" }),
  ]);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  // Nothing of it asks for a statistician.
  expect(await page.getByRole("main").innerText()).not.toMatch(/AUC|log loss|calibration/i);
  const row = page.getByRole("table", { name: "Scored customers" }).getByRole("row").nth(1);
  for (const words of ["Talia Alvarez", "61%", "Features used", "Offer a training session", "$2,015"])
    await row.getByText(words).first().waitFor();
  await lookEveryWay(page, "churn analysis");
});

it("asks what a model too good to be true rests on, and sends what a person says of each column", async () => {
  const one = analysis();
  const asked = (column: string, field: string) => ({
    column,
    field,
    verdict: "warned" as const,
    confirmed: false,
    auc: null,
    message: `${column} carries 45% of a model that is too good to be true (AUC 0.981; churn data honestly reach about 0.93).`,
  });
  const unconfirmed = analysis({
    quality: {
      ...one.quality!,
      verdict: "unconfirmed",
      summary:
        "Not confirmed: the model may know the answer beforehand. Say of the columns named whether they were known before a customer left.",
      leakage: [
        asked("Survey score", "attr:survey_score"),
        asked("Last contact", "attr:last_contact"),
        { ...asked("Contract", "contract"), confirmed: true },
      ],
    },
  });
  await using opened = await openPage(path, { api: (api) => answerPage(api, unconfirmed) });
  const { page, api } = opened;
  await page.getByText(/^To be confirmed: these scores may know the answer beforehand\./).waitFor();
  await page.getByRole("heading", { level: 1, name: /^1,436 customers analyzed/ }).waitFor();
  await page.getByRole("link", { name: /Confirm the columns/ }).click();
  const question = page.getByRole("region", { name: "Columns to confirm" });
  await question.getByRole("heading", { name: "Were these known before a customer left?" }).waitFor();
  expect(await question.getByRole("listitem").count()).toBe(2);
  await lookEveryWay(page, "churn analysis, to be confirmed");
  const said = (field: string, label: string, choice: "keep" | "leave_out") => ({
    field,
    label,
    choice,
    chosenAt: "2026-11-22T12:00:00.000Z",
    chosenBy: "Maya Okafor",
  });
  api.answer(modelRoutes.chooseColumn, { items: [said("attr:survey_score", "Survey score", "leave_out")] });
  await question.getByRole("button", { name: "No, leave it out: Survey score" }).click();
  expect((await api.called(modelRoutes.chooseColumn)).body).toEqual({
    field: "attr:survey_score",
    label: "Survey score",
    choice: "leave_out",
  });
  await question.getByText("Left out from the next training on.").waitFor();
  api.answer(modelRoutes.chooseColumn, { items: [said("attr:last_contact", "Last contact", "keep")] });
  await question.getByRole("button", { name: "Yes, known before: Last contact" }).click();
  expect((await api.called(modelRoutes.chooseColumn, 2)).body).toMatchObject({ choice: "keep" });
});

it("leads from the answer to the list of calls, says what was done already, and hands the list on", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerPage(api);
      api
        .answer(planRoutes.plan, contactPlan)
        .answer(nextStepRoutes.effects, { items: [] })
        .answer(planRoutes.createPlanExport, {
          downloadPath: "/exports/one-time",
          expiresAt: "2026-11-22T12:05:00.000Z",
        });
    },
  });
  const { page, api } = opened;
  await page.getByRole("link", { name: "Plan the calls" }).first().click();
  const rows = page.getByRole("table", { name: "Customers to contact" }).getByRole("row");
  await rows.filter({ hasText: "Talia Alvarez" }).getByText("Offer a training session").waitFor();
  // What was taken this month is not offered as new.
  await rows.filter({ hasText: "Renata Salgado" }).getByText("Done: Send a payment update link").waitFor();
  await lookEveryWay(page, "plan");
  await page.getByRole("button", { name: /^Export these/ }).click();
  expect((await api.called(planRoutes.createPlanExport)).body).toMatchObject({ orderBy: "valueAtRisk" });
  await rows.filter({ hasText: "Talia Alvarez" }).getByRole("link").waitFor();
});

it("keeps what must be known besides closed behind its count", async () => {
  const warned = analysis({ warnings: ["A first warning.", "A second one."] });
  await using opened = await openPage(path, { api: (api) => answerPage(api, warned) });
  const { page } = opened;
  const line = page.getByRole("button", { name: "2 warnings, 982 not scored" });
  await line.waitFor();
  expect(await page.getByText("A first warning.").isVisible()).toBe(false);
  await line.click();
  await page.getByText("A first warning.").waitFor();
  await page.getByText("982 customers not scored: Already left").waitFor();
  await lookEveryWay(page, "churn analysis, warnings open");
});

it("leads from each number to its rows", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  await page.getByRole("link", { name: "40", exact: true }).click();
  await page.waitForURL("**?tab=customers&level=3");
  await page.getByRole("heading", { name: "Critical customers" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "$364,571" }).click();
  await page.waitForURL("**?tab=customers&sort=valueAtRisk");
  await page.getByRole("heading", { name: "All customers" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Plan the calls" }).waitFor();
  await page.getByRole("link", { name: /How do we know/ }).click();
  await page.getByRole("heading", { name: "Can you trust these scores?" }).waitFor();
  await page
    .getByText("Of 20 customers scored Critical on Aug 1, 2026, 12 left within 90 days (60%).")
    .waitFor();
  await page.getByText("Missed: 1 leaver scored Low or Medium").waitFor();
  expect(api.asked(analysisRoutes.customers).map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ level: "3" }),
  );
});

it("says of groups where the scores do not mean what they say, and takes no lower ranking for a fault", async () => {
  const { quality } = analysis();
  const [segment] = quality?.segments ?? [];
  const [group] = segment?.groups ?? [];
  if (!quality || !segment || !group) throw new Error("The recorded analysis has groups");
  const withGroup = (changed: Partial<typeof group>) =>
    analysis({
      quality: { ...quality, segments: [{ ...segment, groups: [{ ...group, ...changed }] }] },
    });
  const asked = `${path}?tab=quality`;
  await using ranked = await openPage(asked, {
    api: (api) => answerPage(api, withGroup({ calibration: "right", ranksWorse: true })),
  });
  await ranked.page
    .getByRole("heading", { name: "It holds in every group that was large enough to check" })
    .waitFor();
  expect(await ranked.page.getByText("Ranks worse").count()).toBe(0);
  await using off = await openPage(asked, {
    api: (api) => answerPage(api, withGroup({ calibration: "above", ranksWorse: false })),
  });
  await off.page.getByRole("heading", { name: "It does not hold equally in every group" }).waitFor();
  await off.page.getByText("Predicts too much").waitFor();
});

it("says how it was measured, and what drives the scores, each behind its tab in the address", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page } = opened;
  await page.getByRole("tab", { name: "Quality" }).click();
  await page.waitForURL("**?tab=quality");
  await page.getByRole("heading", { name: "How this was measured" }).waitFor();
  await lookEveryWay(page, "churn analysis, quality");
  await page.goBack();
  await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Drivers" }).click();
  await page.getByText("Seats in use").first().waitFor();
});

it("lists only those at a level, as the address says, and says that they did not load", async () => {
  await using opened = await openPage(`${path}?tab=customers&level=3`, {
    api: (api) => {
      answerPage(api);
      api.refuse(analysisRoutes.customers, "unavailable");
    },
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "The customers did not load" });
  await tryAgain(opened, said, () => answerPage(api));
  await page.getByRole("link", { name: "Talia Alvarez" }).first().waitFor();
  const { params, query } = await api.called(analysisRoutes.customers, 2);
  expect([params, query]).toEqual([{ id }, expect.objectContaining({ level: "3" })]);
});

it("says how far it has come, hears that it is done, and shows what was found", async () => {
  const running = unfinishedAnalysis({ status: 2, stage: "training", progress: 0.42 });
  await using opened = await openPage(path, { api: (api) => answerPage(api, running) });
  const { page, api } = opened;
  await page.getByText("Training on what is known").first().waitFor();
  await page.getByText("42%").waitFor();
  await page.getByRole("progressbar", { name: "Progress of the analysis" }).waitFor();
  await lookEveryWay(page, "churn analysis, at work");
  await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
  answerPage(api);
  api.tell("analysis_completed", { analysisId: id });
  await page.getByRole("heading", { level: 1, name: /^Five calls cover/ }).waitFor();
});

it("is cancelled while it is at work, which a Viewer is not offered", async () => {
  const running = unfinishedAnalysis({ status: 2, stage: "reading", progress: 0.1 });
  const cancelled = unfinishedAnalysis({ status: 5, stage: "reading" });
  await using opened = await openPage(path, { api: (api) => answerPage(api, running) });
  const { page, api } = opened;
  const cancel = page.getByRole("button", { name: "Cancel", exact: true });
  await cancel.waitFor();
  api
    .answer(analysisRoutes.cancel, cancelled)
    .whenCalled(analysisRoutes.cancel, () => api.answer(analysisRoutes.results, cancelled));
  await cancel.click();
  await page.getByRole("heading", { level: 1, name: "The analysis was cancelled" }).waitFor();
  await page.getByText("Scores are as they were before.").waitFor();
  const { params, idempotencyKey } = await api.called(analysisRoutes.cancel);
  expect(params).toEqual({ id });
  expect(idempotencyKey).toBeDefined();

  await using viewers = await openPage(path, {
    as: person({ companyRole: "Viewer" }),
    api: (api) => answerPage(api, running),
  });
  await viewers.page.getByText("Reading customers and their history").first().waitFor();
  expect(await viewers.page.getByRole("button", { name: "Cancel", exact: true }).count()).toBe(0);
});

it("says why it failed and how far it got, and starts again with the same", async () => {
  const failure = "The worker ran out of memory.";
  const again = "01a204f8-5f1c-77fd-a98a-79f6c3edd900";
  const failed = unfinishedAnalysis({ status: 4, stage: "scoring", failure });
  await using opened = await openPage(path, { api: (api) => answerPage(api, failed) });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "The analysis failed" }).waitFor();
  await page.getByRole("alert").getByText(failure).waitFor();
  await page.getByText("It got as far as: Scoring customers.").waitFor();
  await lookEveryWay(page, "churn analysis, failed");
  api.refuse(analysisRoutes.retry, "conflict", { message: "Another analysis is at work." });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Another analysis is at work.").waitFor();
  const queued = unfinishedAnalysis({ id: again, status: 0, stage: "queued" });
  api
    .answer(analysisRoutes.retry, queued)
    .whenCalled(analysisRoutes.retry, () => api.answer(analysisRoutes.results, queued));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForURL(`**/churn-analysis/${again}`);
  await page.getByText("Waiting for a free worker").waitFor();
  expect((await api.called(analysisRoutes.retry, 2)).params).toEqual({ id });
});

it("is handed on as a report, with the plan of the address", async () => {
  await using opened = await openPage(`${path}?contacts=20&keep=50`, { api: answerPage });
  const { page, api } = opened;
  api.answer(analysisRoutes.createReport, {
    downloadPath: "/exports/one-time",
    expiresAt: "2026-11-22T12:05:00.000Z",
  });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Report as PDF" }).click();
  expect((await api.called(analysisRoutes.createReport)).body).toMatchObject({ contacts: 20, saveRate: 0.5 });
});

it("says that there is no such analysis, or that it did not load and by which request", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerPage(api);
      api.refuse(analysisRoutes.results, "unavailable");
    },
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "This analysis did not load" });
  await tryAgain(opened, said, () => api.refuse(analysisRoutes.results, "not_found"));
  await page.getByRole("heading", { level: 1, name: "Analysis not found" }).waitFor();
  await page.getByRole("link", { name: "All analyses" }).waitFor();
});

it("shows nothing of a track record before there is one, and says when the first scores can be judged", async () => {
  const waiting = { ...noTrackRecord, waiting: 1436, nextKnownAt: "2027-02-20T09:00:00.000Z" };
  await using opened = await openPage(`${path}?tab=quality`, {
    api: (api) => {
      answerPage(api);
      api.answer(trackRecordRoutes.get, waiting);
    },
  });
  await opened.page
    .getByText(/^1,436 scored customers wait for the outcome: .*, the first on Feb 20, 2027\.$/)
    .waitFor();
});
