import { analysisRoutes, customerRoutes, modelRoutes, trackRecordRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { REQUEST_ID } from "../harness/api-stand-in.ts";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import {
  analysis,
  completeness,
  earlierAnalyses,
  models,
  noTrackRecord,
  trackRecord,
  unfinishedAnalysis,
} from "./examples/analyses.ts";
import { customer, customersPage } from "./examples/customers.ts";

const path = "/app/analytics/run-churn-analysis";

function answerPage(api: ApiStandIn): void {
  api
    .answer(analysisRoutes.checkCompleteness, completeness())
    .answer(modelRoutes.list, models())
    .answer(trackRecordRoutes.get, trackRecord)
    .answer(analysisRoutes.list, earlierAnalyses(analysis()));
}

const queued = unfinishedAnalysis({ status: 0, stage: "queued" });

it("says what is known of whom, offers the model in use, and starts with what was chosen", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  await page.getByText(/A model can be trained: 975 customers known to have left and 1,284/).waitFor();
  await page.getByRole("heading", { name: "Track record" }).waitFor();
  await page.getByRole("link", { name: "Model v1" }).waitFor();
  await page.getByText("1,436 customers, model v1").waitFor();
  await lookEveryWay(page, "run churn analysis");
  await page.getByRole("checkbox", { name: /^Recommend next steps/ }).uncheck();
  await page.getByRole("combobox", { name: "Customers to analyze" }).click();
  await page.getByRole("option", { name: "Not scored yet" }).click();
  const selection = {
    filter: { conditions: [{ field: "churnRiskScore", operator: "Equals", value: null }] },
    exceptIds: [],
  };
  expect((await api.called(analysisRoutes.checkCompleteness, 2)).body).toEqual({ selection });
  api.answer(analysisRoutes.analyze, queued).answer(analysisRoutes.results, queued);
  await page.getByRole("button", { name: "Analyze 1,436 customers" }).click();
  const { body, idempotencyKey } = await api.called(analysisRoutes.analyze);
  expect(body).toEqual({
    selection,
    includeRiskFactors: true,
    includeRecommendations: false,
    modelVersion: "v1",
  });
  expect(idempotencyKey).toBeDefined();
  await page.waitForURL(`**/churn-analysis/${queued.id}`);
  await page.getByText("Waiting for a free worker").waitFor();
});

it("takes the rows that were ticked in the list, and no others", async () => {
  const talia = customer();
  await using opened = await openPage("/app/customers", {
    api: (api) => {
      answerPage(api);
      api
        .answer(customerRoutes.list, customersPage([talia]))
        .answer(customerRoutes.selectionSummary, { count: 1, lifetimeValue: 2015, currency: "USD" });
    },
  });
  const { page, api } = opened;
  await page.getByRole("checkbox", { name: "Select Talia Alvarez" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Run churn analysis" }).click();
  await page
    .getByRole("combobox", { name: "Customers to analyze" })
    .getByText("The customer you came from")
    .waitFor();
  expect((await api.called(analysisRoutes.checkCompleteness)).body).toEqual({
    selection: { customerIds: [talia.id] },
  });
});

it("says why it could not start, and leaves what was chosen", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  api.refuse(analysisRoutes.analyze, "conflict", { message: "Another analysis is at work." });
  await page.getByRole("button", { name: "Analyze 1,436 customers" }).click();
  const said = page.getByRole("alert").filter({ hasText: "The analysis could not start" });
  await said.getByText("Another analysis is at work.").waitFor();
});

it("says where there is nothing to analyze, of models, of earlier ones and of a track record no word", async () => {
  await using opened = await openPage(path, {
    api: (api) =>
      api
        .answer(
          analysisRoutes.checkCompleteness,
          completeness({
            customers: 0,
            ready: 0,
            fields: [],
            advice: [],
            availableModels: [],
            canAnalyze: false,
            blockers: ["There are no customers yet. Import a file first."],
          }),
        )
        .answer(modelRoutes.list, models([]))
        .answer(trackRecordRoutes.get, noTrackRecord)
        .answer(analysisRoutes.list, earlierAnalyses()),
  });
  const { page } = opened;
  await page.getByText("There are no customers yet. Import a file first.").waitFor();
  expect(await page.getByRole("button", { name: "Analyze 0 customers" }).isDisabled()).toBe(true);
  // Each of them comes by a call of its own.
  await page.waitForLoadState("networkidle");
  for (const name of ["Models", "Earlier analyses", "Track record"])
    expect(await page.getByRole("heading", { name, exact: true }).count()).toBe(0);
});

it("says of each part that did not load which it is, and loads it again", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      for (const route of [
        analysisRoutes.checkCompleteness,
        modelRoutes.list,
        trackRecordRoutes.get,
        analysisRoutes.list,
      ])
        api.refuse(route, "unavailable");
    },
  });
  const { page, api } = opened;
  const failed = (words: string) => page.getByRole("alert").filter({ hasText: words });
  const parts: [string, () => void][] = [
    ["The check did not finish", () => api.answer(analysisRoutes.checkCompleteness, completeness())],
    ["The models did not load", () => api.answer(modelRoutes.list, models())],
    ["The track record did not load", () => api.answer(trackRecordRoutes.get, trackRecord)],
    ["Earlier analyses did not load", () => api.answer(analysisRoutes.list, earlierAnalyses(analysis()))],
  ];
  for (const [words] of parts) await failed(words).getByText(REQUEST_ID).waitFor();
  expect(await page.getByRole("button", { name: "Run analysis" }).isDisabled()).toBe(true);
  for (const [words, answer] of parts) {
    await tryAgain(opened, failed(words), answer);
    await failed(words).waitFor({ state: "detached" });
  }
});

it("is a Viewer's to read", async () => {
  await using opened = await openPage(path, { as: person({ companyRole: "Viewer" }), api: answerPage });
  const { page } = opened;
  await page.getByText("Staff and Owners can run an analysis.").waitFor();
  expect(await page.getByRole("button", { name: /^Analyze/ }).count()).toBe(0);
});
