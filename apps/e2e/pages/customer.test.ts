import {
  analysisRoutes,
  bulkActionRoutes,
  customerRoutes,
  explanationRoutes,
  modelRoutes,
  nextStepRoutes,
  segmentRoutes,
  timelineRoutes,
  trackRecordRoutes,
  whatIfRoutes,
  workRoutes,
} from "@forestay/contracts";
import { describe, expect, it } from "vitest";
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
  unfinishedAnalysis,
} from "./examples/analyses.ts";
import { answerCustomerPage } from "./examples/customer-page.ts";
import { segment } from "./examples/segments.ts";
import { customerRecord, talkedTo, timelineOf, unscored } from "./examples/customers.ts";

const { id } = customerRecord();
const path = `/app/customers/${id}`;

describe("the page of a customer", () => {
  it("says the score, why it is that, what would change it, what to do, and what is known", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Talia Alvarez" }).waitFor();
    await page.getByText(/^About 3 in 5 customers with this score leave within 90 days\.$/).waitFor();
    await page.getByRole("heading", { name: "Most likely leaves within about 8 weeks" }).waitFor();
    const within = page.locator("dl > div").filter({ hasText: /^Within \d/ });
    expect(await within.allInnerTexts()).toEqual([
      "Within 30 days\n34 in 100",
      "Within 60 days\n51 in 100",
      "Within 90 days\n61 in 100",
    ]);
    await page.getByText("up 31 pts in 30 days").waitFor();
    await page.getByRole("heading", { name: "Why the score is 61" }).waitFor();
    await page.getByText("5.0 for the average customer, plus these points, is 61.0.").waitFor();
    await page.getByText(/what has fallen can still be better than most\.$/).waitFor();
    await page.getByText("Show them a feature that helps").waitFor();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByText("Signed in", { exact: true }).waitFor();
    // Each value with where it comes from and since when.
    await page.getByRole("row", { name: "Seats 8 accounts-q3.csv Sep 29" }).waitFor();
    await page.getByRole("row", { name: /^E-mail \S+ Stripe \w/ }).waitFor();
    await lookEveryWay(page, "customer");
  });

  it("says when as far as that is known, and nothing of it where the score does not say when", async () => {
    const staying = customerRecord({
      churnRiskScore: 4,
      leavesWithin30: 0,
      leavesWithin60: 3,
      leavesWithin90: null,
      expectedDays: null,
    });
    await using opened = await openPage(path, { api: (api) => answerCustomerPage(api, staying) });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "Most such customers stay longer than 15 months" }).waitFor();
    await page.getByText("That is as far ahead as your records tell.").waitFor();
    const within = page.locator("dl > div").filter({ hasText: /^Within \d/ });
    expect(await within.allInnerTexts()).toEqual([
      "Within 30 days\nfewer than 1 in 100",
      "Within 60 days\n3 in 100",
      "Within 90 days\nNot known",
    ]);
    const record = customerRecord();
    const undated = customerRecord({
      leavesWithin30: null,
      leavesWithin60: null,
      leavesWithin90: null,
      expectedDays: null,
      score: record.score && { ...record.score, isUndated: true, reachDays: null },
    });
    api.answer(customerRoutes.get, undated);
    await page.reload();
    await page.getByText(/so it says nothing of when\.$/).waitFor();
    expect(await page.getByText(/Most likely leaves|Within 30 days/).count()).toBe(0);
  });

  it("says what to do before what would change it, which asks the model only when it is opened, and no empty fact", async () => {
    const record = customerRecord({ plan: null, subscriptionStatus: null });
    await using opened = await openPage(path, { api: (api) => answerCustomerPage(api, record) });
    const { page, api } = opened;
    const order = [
      page.getByText("Churn risk score"),
      page.getByRole("heading", { name: "Next steps" }),
      page.getByRole("button", { name: /^What would change it/ }),
      page.getByRole("heading", { name: "Why the score is 61" }),
      page.getByRole("heading", { name: "Timeline" }),
      page.getByRole("heading", { name: "Data" }),
    ];
    await page.setViewportSize({ width: 1024, height: 768 });
    await order[1]?.waitFor();
    await order[4]?.waitFor();
    await expect
      .poll(async () => {
        const tops = await Promise.all(
          order.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN),
        );
        return tops.every((top, at) => top >= (tops[at - 1] ?? 0));
      })
      .toBe(true);
    // Facts that are known, in full lines: none is stretched, none is a dash.
    const facts = page.locator("dl").first();
    const widths = await facts.locator("> div").evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(3);
    expect(await facts.innerText()).not.toMatch(/–|Plan|Subscription/);
    expect(api.asked(whatIfRoutes.customer)).toEqual([]);
    await page.getByRole("button", { name: /^What would change it/ }).click();
    await page.getByText("Change Billing from Monthly to Annual: 61 to 51").waitFor();
    await page.getByText("Expected loss falls from $2,950 to $2,466 a year.").waitFor();
    await lookEveryWay(page, "customer, what would change it");
  });

  it("adds what is small up in one row, which opens", async () => {
    const kept = customerRecord();
    const small = Array.from({ length: 5 }, (_, index) => ({
      feature: `small_${index}`,
      label: `Small ${index}`,
      evidence: "yes",
      points: 0.5,
    }));
    const other = { feature: "other", label: "Other factors", evidence: "12 together", points: -1 };
    const factors = [...(kept.score?.factors ?? []), ...small, other];
    const record = customerRecord({ score: kept.score && { ...kept.score, factors } });
    await using opened = await openPage(path, { api: (api) => answerCustomerPage(api, record) });
    const { page } = opened;
    const row = page.getByRole("listitem").filter({ hasText: "2 smaller factors and the rest" });
    await row.getByText("lowers the score by").waitFor({ state: "attached" });
    expect(await page.getByText("Other factors").count()).toBe(0);
    await row.getByRole("button", { name: "Show all" }).click();
    await page.getByText("Small 4").waitFor();
    await page.getByText("Other factors").waitFor();
    await page.getByRole("button", { name: "Show fewer" }).click();
    await row.waitFor();
  });

  it("checks the risk again in place with the model in use, and says what came of it", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page, api } = opened;
    const run = unfinishedAnalysis({ status: 0, stage: "queued", scope: "1 customer" });
    api
      .answer(analysisRoutes.checkCompleteness, completeness())
      .answer(analysisRoutes.analyze, run)
      .answer(analysisRoutes.results, run);
    await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Check churn risk" }).click();
    const model = completeness().availableModels.find(({ isPreselected }) => isPreselected);
    expect((await api.called(analysisRoutes.analyze)).body).toEqual({
      customerIds: [id],
      modelVersion: model?.version,
    });
    await page.getByText("Checking...").waitFor();
    api.answer(analysisRoutes.results, analysis({ id: run.id }));
    answerCustomerPage(api, customerRecord({ churnRiskScore: 58 }));
    api.tell("analysis_completed", { analysisId: run.id });
    await page.getByText("The score is 58, it was 61.").waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await page.getByRole("button", { name: "Check churn risk" }).waitFor();
  });

  it("goes where a model is trained first where there is none yet, and says why a check is not possible", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page, api } = opened;
    const known = completeness({ availableModels: [] });
    const why = "Too little is known of this customer.";
    api.answer(analysisRoutes.checkCompleteness, { ...known, canAnalyze: false, blockers: [why] });
    await page.getByRole("button", { name: "Check churn risk" }).click();
    await page.getByText(why).waitFor();
    api
      .answer(analysisRoutes.checkCompleteness, { ...known, expectedSource: "model", canAnalyze: true })
      .answer(analysisRoutes.list, earlierAnalyses())
      .answer(modelRoutes.list, models([]))
      .answer(trackRecordRoutes.get, noTrackRecord);
    await page.getByRole("button", { name: "Check churn risk" }).click();
    await page.waitForURL("**/app/analytics/run-churn-analysis");
    await page.getByText("The customer you came from").waitFor();
  });

  it("asks nobody to take a step again that was taken this month, also where the score is newer", async () => {
    const taken = { ...talkedTo, doneAt: "2026-11-10T12:00:00.000Z" };
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api.answer(nextStepRoutes.listDone, { items: [taken] });
      },
    });
    const { page } = opened;
    await page.getByText(/^Done .* by Maya Okafor$/).waitFor();
    expect(await page.getByRole("button", { name: /^Mark as done/ }).count()).toBe(0);
  });

  it("says of one without a score why there is none, and asks for no reasons", async () => {
    const record = customerRecord({ ...unscored, id, score: null, scoreHistory: [], eventCount: 0 });
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api, record);
        api.answer(timelineRoutes.get, timelineOf());
      },
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "Not scored" }).waitFor();
    await page.getByText("No churn analysis has run for this customer yet").waitFor();
    await page.getByText(/^Nothing recorded yet/).waitFor();
    expect([...api.asked(explanationRoutes.get), ...api.asked(whatIfRoutes.customer)]).toEqual([]);
  });

  it("asks for the reasons that were not kept, and tries again where they do not come", async () => {
    const kept = customerRecord();
    const score = kept.score === null ? null : { ...kept.score, factors: [], recommendations: [] };
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api, { ...kept, score });
        api.refuse(explanationRoutes.get, "unavailable");
      },
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The reasons of this score did not load" });
    await tryAgain(opened, said, () =>
      api.answer(explanationRoutes.get, {
        modelVersion: "2026-11-22.1",
        probability: 0.61,
        score: 61,
        baseRate: 0.05,
        factors: kept.score?.factors ?? [],
        recommendations: [],
        isOfShownScore: true,
        words: "Worked out just now.",
      }),
    );
    await page.getByText("Features used").first().waitFor();
  });

  it("marks a next step as done, with whom it was, and takes the mark back", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page, api } = opened;
    api.answer(nextStepRoutes.markDone, talkedTo).answer(nextStepRoutes.unmarkDone, {});
    const mark = page.getByRole("button", { name: "Mark as done: Show them a feature that helps" });
    await mark.waitFor();
    api.whenCalled(nextStepRoutes.markDone, () => api.answer(nextStepRoutes.listDone, { items: [talkedTo] }));
    await mark.click();
    const { params, body, idempotencyKey } = await api.called(nextStepRoutes.markDone);
    expect([params, body]).toEqual([{ id }, { code: "show_features" }]);
    expect(idempotencyKey).toMatch(/^[\da-f-]{36}$/);
    await page.getByText("Done just now by Maya Okafor").waitFor();
    api.whenCalled(nextStepRoutes.unmarkDone, () => api.answer(nextStepRoutes.listDone, { items: [] }));
    await page.getByRole("button", { name: "Undo: Show them a feature that helps" }).click();
    expect((await api.called(nextStepRoutes.unmarkDone)).params).toEqual({ id, stepId: talkedTo.id });
    await mark.waitFor();
  });

  it("makes a task of a next step, writes to the customer, and puts it into a segment", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page, api } = opened;
    const email = page.getByRole("link", { name: "Email" });
    expect(await email.getAttribute("href")).toBe("mailto:talia@lanternreach.example");
    await page.getByRole("button", { name: "Create task: Show them a feature that helps" }).click();
    const task = page.getByRole("dialog", { name: "Add a task" });
    expect(await task.getByLabel("What is to be done").inputValue()).toBe("Show them a feature that helps");
    api.refuse(workRoutes.addTask, "unavailable");
    await task.getByRole("button", { name: "Add task" }).click();
    expect((await api.called(workRoutes.addTask)).body).toMatchObject({
      title: "Show them a feature that helps",
    });
    await task.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Add to segment" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a segment" });
    await lookEveryWay(page, "add a customer to a segment");
    await dialog.getByLabel("Tag", { exact: true }).fill("Logistics");
    api
      .answer(bulkActionRoutes.start, {
        id: talkedTo.id,
        kind: "tag",
        words: "Tag as 'Logistics'",
        tag: { id: talkedTo.id, name: "Logistics" },
        status: "waiting",
        total: null,
        done: 0,
        changed: 0,
        failure: null,
        canUndo: false,
        canResume: false,
        createdBy: "Maya Okafor",
        createdAt: "2026-11-22T11:59:00.000Z",
        finishedAt: null,
      })
      .answer(segmentRoutes.create, segment({ name: "Logistics" }));
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("The segment 'Logistics' follows the tag").waitFor();
    expect((await api.called(bulkActionRoutes.start)).body).toEqual({
      selection: { customerIds: [id] },
      deed: { kind: "tag", name: "Logistics" },
    });
  });

  it("asks the model what another plan would do, and goes back to what is", async () => {
    await using opened = await openPage(path, { api: answerCustomerPage });
    const { page, api } = opened;
    await page.getByRole("button", { name: /^What would change it/ }).click();
    await page.getByRole("combobox", { name: "Billing" }).click();
    await page.getByRole("option", { name: "Annual" }).click();
    expect((await api.called(whatIfRoutes.customer, 2)).body).toEqual({
      changes: [{ field: "billing", value: "Annual" }],
      withSuggestions: false,
    });
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("combobox", { name: "Billing" }).filter({ hasText: "Monthly" }).waitFor();
  });

  it("takes the customer to an analysis, which a Viewer is not offered", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Viewer" }),
      api: answerCustomerPage,
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Talia Alvarez" }).waitFor();
    await page.getByText("Show them a feature that helps").waitFor();
    expect(
      await page
        .getByRole("button", { name: /Check churn risk|Mark as done|Create task|Add to segment/ })
        .count(),
    ).toBe(0);
  });

  it("says of a customer who is not there where the others are", async () => {
    await using opened = await openPage(path, { api: (api) => api.refuse(customerRoutes.get, "not_found") });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Customer not found" }).waitFor();
    const back = page.getByRole("link", { name: "All customers" });
    expect(await back.getAttribute("href")).toBe("/app/customers");
  });
});
