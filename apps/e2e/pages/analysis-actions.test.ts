import { analysisRoutes, modelRoutes, trackRecordRoutes, workRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import {
  analysis,
  earlierAnalyses,
  scoredCustomer,
  scoredCustomers,
  trackRecord,
} from "./examples/analyses.ts";
import { quietTask } from "./examples/tasks.ts";

const one = analysis();
const path = `/app/analytics/churn-analysis/${one.id}`;

function answerPage(api: ApiStandIn): void {
  api
    .answer(analysisRoutes.results, one)
    .answer(analysisRoutes.customers, scoredCustomers([scoredCustomer]))
    .answer(analysisRoutes.list, earlierAnalyses(one))
    .answer(modelRoutes.columns, { items: [] })
    .answer(trackRecordRoutes.get, trackRecord);
}

it("hands the customers it shows on as a rule, and the first calls as tasks", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  const ruleIn = async (name: string, of: string) => {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    return JSON.parse(new URL(href!, "http://forestay.test").searchParams.get(of)!) as unknown;
  };
  const active = { field: "hasLeft", operator: "Equals", value: false };
  const rule = [active, { field: "churnRiskLevel", operator: "In", value: [2, 3] }];
  await page.getByRole("link", { name: "Save as segment" }).waitFor();
  expect(await ruleIn("Save as segment", "criteria")).toEqual(rule);
  expect(await ruleIn("Start campaign", "audience")).toEqual(rule);
  await page.goto(`${path}?level=0`);
  await page.getByRole("heading", { name: "Low customers" }).waitFor();
  expect(await ruleIn("Save as segment", "criteria")).toEqual([
    active,
    { field: "churnRiskLevel", operator: "In", value: [0] },
  ]);
  await page.getByRole("button", { name: "Create tasks" }).click();
  const dialog = page.getByRole("dialog", { name: "Create 1 task" });
  await dialog.getByText("Offer a training session").waitFor();
  await dialog.getByLabel("Due").fill("2026-12-01");
  await lookEveryWay(page, "churn analysis, create tasks");
  api.refuse(workRoutes.addTask, "unavailable");
  await dialog.getByRole("button", { name: "Create" }).click();
  const { params, body } = await api.called(workRoutes.addTask);
  expect(params).toEqual({ id: scoredCustomer.customerId });
  expect(body).toMatchObject({
    title: "Offer a training session",
    assigneeUserId: person().id,
    dueOn: "2026-12-01",
    unlessOpen: true,
  });
  await dialog.getByRole("alert").waitFor();
  api
    .answer(workRoutes.addTask, quietTask)
    .answer(analysisRoutes.customers, scoredCustomers([{ ...scoredCustomer, hasOpenTask: true }]));
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  // Pressed again they would stand twice.
  expect(await page.getByRole("button", { name: "Tasks added" }).isDisabled()).toBe(true);
  // The level narrows the list alone: where that is not shown, those who need attention are meant.
  await page.getByRole("tab", { name: "Drivers" }).click();
  await page.getByRole("tab", { name: "Drivers", selected: true }).waitFor();
  expect(await ruleIn("Start campaign", "audience")).toEqual(rule);
  opened.problems.splice(0);
});

it("of an old run marks who has left since, and gives tasks to the others who have none", async () => {
  const others = ["Bo Lind", "Cy Moreau"].map((fullName, at) => ({
    ...scoredCustomer,
    fullName,
    customerId: `01a204f8-4dab-7695-8c8a-25b739aa98d${at}`,
  }));
  const customers = scoredCustomers([
    { ...scoredCustomer, hasLeft: true, leftAt: "2026-11-03T00:00:00.000Z", recommendations: [] },
    { ...others[0]!, hasOpenTask: true },
    others[1]!,
  ]);
  await using opened = await openPage(path, {
    api: (api) => {
      answerPage(api);
      api.answer(analysisRoutes.customers, customers);
    },
  });
  const { page, api } = opened;
  const calls = page.getByRole("table", { name: "Who to call first" });
  await calls.getByRole("row", { name: /Talia Alvarez.*Left on Nov 3/ }).waitFor();
  await page
    .getByRole("table", { name: "Scored customers" })
    .getByRole("row", { name: /Talia Alvarez.*Left on Nov 3/ })
    .waitFor();
  expect(await calls.getByText(/^Left on/).count()).toBe(1);
  const words = "1 has left since this run and gets no task. 1 has an open task already.";
  await page.getByText(words, { exact: true }).waitFor();
  await lookEveryWay(page, "churn analysis, who has left since");
  await page.getByRole("button", { name: "Create tasks" }).click();
  const dialog = page.getByRole("dialog", { name: "Create 1 task" });
  await dialog.getByText(words).waitFor();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining("Cy Moreau")]);
  api.answer(workRoutes.addTask, quietTask);
  await dialog.getByRole("button", { name: "Create" }).click();
  expect((await api.called(workRoutes.addTask)).params).toEqual({ id: others[1]!.customerId });
});
