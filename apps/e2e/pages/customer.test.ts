import { customerRoutes, explanationRoutes, nextStepRoutes, whatIfRoutes } from "@forestay/contracts";
import type { CustomerDetail } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { customerRecord, lastLogin, talkedTo, unscored, whatIf } from "./examples/customers.ts";

const { id } = customerRecord();
const path = `/app/customers/${id}`;

/** All that the page of this customer asks. */
function answerPage(api: ApiStandIn, record: CustomerDetail = customerRecord()): void {
  api
    .answer(customerRoutes.get, record)
    .answer(customerRoutes.events, { items: [lastLogin], totalCount: 1, page: 1, pageSize: 6, totalPages: 1 })
    .answer(nextStepRoutes.listDone, { items: [] })
    .answer(nextStepRoutes.effects, { items: [] })
    .answer(whatIfRoutes.customer, ({ body }) => whatIf(body.changes));
}

describe("the page of a customer", () => {
  it("says the score, why it is that, what would change it, what to do, and what is known", async () => {
    await using opened = await openPage(path, { api: answerPage });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Talia Alvarez" }).waitFor();
    await page.getByText(/^About 3 in 5 customers with this score leave within 90 days\.$/).waitFor();
    await page.getByText("up 31 pts in 30 days").waitFor();
    await page.getByRole("heading", { name: "Why the score is 61" }).waitFor();
    await page.getByText("5.0 for the average customer, plus these points, is 61.0.").waitFor();
    await page.getByText("Show them a feature that helps").waitFor();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByText("Signed in", { exact: true }).waitFor();
    const data = page.locator("dl > div").filter({ hasText: "Seats" });
    await data.getByText("8", { exact: true }).waitFor();
    await lookEveryWay(page, "customer");
  });

  it("says of one without a score why there is none, and asks for no reasons", async () => {
    const record = customerRecord({ ...unscored, id, score: null, scoreHistory: [], eventCount: 0 });
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api, record);
        api.answer(customerRoutes.events, {
          items: [],
          totalCount: 0,
          page: 1,
          pageSize: 6,
          totalPages: 0,
        });
      },
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "Not scored" }).waitFor();
    await page.getByText("No churn analysis has run for this customer yet").waitFor();
    await page.getByText("Nothing recorded yet.").waitFor();
    expect([...api.asked(explanationRoutes.get), ...api.asked(whatIfRoutes.customer)]).toEqual([]);
  });

  it("asks for the reasons that were not kept, and tries again where they do not come", async () => {
    const kept = customerRecord();
    const score = kept.score === null ? null : { ...kept.score, factors: [], recommendations: [] };
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api, { ...kept, score });
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
    await using opened = await openPage(path, { api: answerPage });
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

  it("asks the model what another plan would do, and goes back to what is", async () => {
    await using opened = await openPage(path, { api: answerPage });
    const { page, api } = opened;
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
    await using opened = await openPage(path, { as: person({ companyRole: "Viewer" }), api: answerPage });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Talia Alvarez" }).waitFor();
    await page.getByText("Show them a feature that helps").waitFor();
    expect(await page.getByRole("button", { name: /Check churn risk|Mark as done/ }).count()).toBe(0);
  });

  it("says of a customer who is not there where the others are", async () => {
    await using opened = await openPage(path, { api: (api) => api.refuse(customerRoutes.get, "not_found") });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Customer not found" }).waitFor();
    const back = page.getByRole("link", { name: "All customers" });
    expect(await back.getAttribute("href")).toBe("/app/customers");
  });
});
