import { analysisRoutes, modelRoutes } from "@forestay/contracts";
import type { ModelQuality } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { modelCard, models, unfinishedAnalysis } from "./examples/analyses.ts";

const path = "/app/analytics/models";
const answerList = (api: ApiStandIn) => api.answer(modelRoutes.list, models());

describe("the list of models", () => {
  it("says which is in use, what it was worth and what comes next, and takes another into use", async () => {
    await using opened = await openPage(path, { api: answerList });
    const { page, api } = opened;
    const row = (name: string) =>
      page
        .getByRole("list", { name: "Models" })
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name, exact: true }) });
    await row("Model v1")
      .getByText(/AUC 0\.844/)
      .waitFor();
    await row("Model v1").getByText("The first model: there was none in use.").waitFor();
    await page.getByText("Next scoring, every night").waitFor();
    await lookEveryWay(page, "models");
    await row("Model v0")
      .getByRole("button", { name: /^Use this one/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Use model v0?" });
    await dialog.getByText("It takes the place of v1, which stays stored.").waitFor();
    api.refuse(modelRoutes.activate, "invalid_state", { message: "It answers another churn rule." });
    await dialog.getByRole("button", { name: "Use v0" }).click();
    await dialog.getByText("It answers another churn rule.").waitFor();
    api.answer(modelRoutes.activate, modelCard({ version: "v0" }));
    await dialog.getByRole("button", { name: "Use v0" }).click();
    await page.getByText("v0 is in use").waitFor();
    expect((await api.called(modelRoutes.activate, 2)).params).toEqual({ version: "v0" });
  });

  it("trains a new one when told to", async () => {
    const queued = unfinishedAnalysis({ status: 0, stage: "queued" });
    await using opened = await openPage(path, { api: answerList });
    const { page, api } = opened;
    api.answer(analysisRoutes.analyze, queued).answer(analysisRoutes.results, queued);
    await page.getByRole("button", { name: "Retrain now" }).click();
    expect((await api.called(analysisRoutes.analyze)).body).toEqual({});
    await page.waitForURL(`**/churn-analysis/${queued.id}`);
    await page.getByText("Waiting for a free worker").waitFor();
  });

  it("says how the first one comes to be, and that they did not load", async () => {
    await using opened = await openPage(path, { api: (api) => api.refuse(modelRoutes.list, "unavailable") });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The models did not load" });
    await tryAgain(opened, said, () => api.answer(modelRoutes.list, models([])));
    await page.getByRole("heading", { name: "No model yet" }).waitFor();
    await page.getByRole("link", { name: "Run churn analysis" }).waitFor();
    expect(await page.getByRole("button", { name: "Retrain now" }).count()).toBe(0);
  });

  it("is a Viewer's to read", async () => {
    await using opened = await openPage(path, { as: person({ companyRole: "Viewer" }), api: answerList });
    const { page } = opened;
    await page.getByRole("link", { name: "Model v1", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /Use this one|Retrain now/ }).count()).toBe(0);
  });
});

const measured = (value: number) => ({ value, lower: 0.9 * value, upper: 1.1 * value });
const timing: NonNullable<ModelQuality["timing"]> = {
  reachDays: 450,
  byDays: [
    {
      days: 30,
      rows: 1000,
      outcomes: 31,
      meanPredicted: 0.033,
      logLoss: measured(0.121),
      baseLogLoss: 0.138,
    },
    {
      days: 60,
      rows: 1000,
      outcomes: 60,
      meanPredicted: 0.061,
      logLoss: measured(0.201),
      baseLogLoss: 0.227,
    },
    {
      days: 90,
      rows: 1000,
      outcomes: 88,
      meanPredicted: 0.087,
      logLoss: measured(0.262),
      baseLogLoss: 0.298,
    },
  ].map((horizon) => ({ ...horizon, ece: { value: 0.01, lower: 0, upper: 0.02 }, auc: measured(0.8) })),
};
const quality = { ...modelCard().quality, timing };

describe("the card of a model", () => {
  it("says how well it knows when customers leave, by number of days, and nothing where it does not say that", async () => {
    await using opened = await openPage(`${path}/v1`, {
      api: (api) =>
        answerList(api)
          .answer(modelRoutes.card, modelCard({ quality }))
          .answer(modelRoutes.columns, { items: [] }),
    });
    const { page, api } = opened;
    const title = "When they leave: the chances are right at 30, 60, 90 days";
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText("It says when for up to 15 months ahead").waitFor();
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "60 days" }) });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      "6.1%",
      "6% (60 of 1,000)",
      "1%\n0%–2%",
      "0.2010\n0.1809–0.2211",
      "0.2270",
    ]);
    await lookEveryWay(page, "model card with times");
    const [first, ...others] = timing.byDays;
    const off = { ...first!, ece: { value: 0.04, lower: 0.01, upper: 0.06 } };
    const unknown = { ...others[1]!, rows: 0, outcomes: 0, meanPredicted: null, logLoss: null, ece: null };
    const changed = { ...timing, byDays: [off, others[0]!, unknown] };
    api.answer(modelRoutes.card, modelCard({ quality: { ...quality, timing: changed } }));
    await page.reload();
    await page
      .getByRole("heading", { name: "When they leave: the chances differ from what happened at 30 days" })
      .waitFor();
    await page.getByText("not measured", { exact: true }).waitFor();
    api.answer(modelRoutes.card, modelCard());
    await page.reload();
    await page.getByRole("heading", { name: "Why it was taken into use" }).waitFor();
    expect(await page.getByText(/When they leave/).count()).toBe(0);
  });

  it("says how it came to be, how good it is and whether the data still fits it", async () => {
    await using opened = await openPage(`${path}/v1`, {
      api: (api) =>
        answerList(api)
          .answer(modelRoutes.card, modelCard())
          .answer(modelRoutes.columns, { items: [] })
          .answer(modelRoutes.createExport, {
            downloadPath: "/exports/one-time",
            expiresAt: "2026-11-22T12:05:00.000Z",
          }),
    });
    const { page, api } = opened;
    await page.getByRole("heading", { level: 1, name: "Model v1" }).waitFor();
    await page.getByText("The scores can be relied on.").first().waitFor();
    await page.getByRole("heading", { name: "Why it was taken into use" }).waitFor();
    await page.getByText("17,139").first().waitFor();
    expect(await page.getByRole("button", { name: /Use this one/ }).count()).toBe(0);
    await lookEveryWay(page, "model card");
    await page.getByRole("button", { name: "Export card" }).click();
    expect((await api.called(modelRoutes.createExport)).params).toEqual({ version: "v1" });
  });

  it("of a version that is not there leads back to the others", async () => {
    await using opened = await openPage(`${path}/v9`, {
      api: (api) => answerList(api).refuse(modelRoutes.card, "not_found"),
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Model not found" }).waitFor();
    expect(await page.getByRole("link", { name: "All models" }).getAttribute("href")).toBe(path);
  });
});
