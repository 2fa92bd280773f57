import { dashboardRoutes, teamRoutes, trackRecordRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { tryAgain } from "../harness/try-again.ts";
import { trackRecord } from "./examples/analyses.ts";
import { attention, dashboard, dataHealth } from "./examples/dashboard.ts";
import { team } from "./examples/settings.ts";

const answerPage =
  (shown = dashboard()) =>
  (api: ApiStandIn) =>
    void api
      .answer(dashboardRoutes.get, shown)
      .answer(dashboardRoutes.attention, attention)
      .answer(dashboardRoutes.health, dataHealth)
      .answer(trackRecordRoutes.get, trackRecord);

it("says how the company is doing, whom it loses and whom to look after, and every number leads to its rows", async () => {
  await using opened = await openPage("/app", { api: answerPage() });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await page.getByText("Sunday, November 22 · 1,652 paying customers · last scored 12m ago").waitFor();
  await page.getByRole("heading", { name: "Churn is at 2.3%, its lowest in a year" }).waitFor();
  await page.getByText("n/a").waitFor();
  await page.getByText("Known once invoices and payment attempts have been imported.").waitFor();
  const first = page.getByRole("table", { name: "Needs attention first" }).getByRole("row").nth(1);
  for (const words of ["Renata Salgado", "92", "Logins: 3 in the last 30 days, was 22", "$14,794"])
    await first.getByText(words).first().waitFor();
  await lookEveryWay(page, "dashboard");

  await page.getByRole("button", { name: "How Logo churn, 30 days is worked out" }).click();
  await page.getByText("38 of 1,652 customers of October 23").waitFor();
  await page.getByText("9 customers left unpaid (0.5%)").waitFor();
  await page.keyboard.press("Escape");

  const churned = [
    {
      customerId: "01a204f8-0001-77fd-a98a-79f6c3edd9f2",
      name: "Renata Salgado",
      email: "renata@harborline.example",
      amount: 100.25,
      before: 100.25,
      after: 0,
      day: "2026-10-04",
      kind: "churn" as const,
      reason: null,
      level: null,
      probability: null,
    },
    {
      customerId: "01a204f8-0002-77fd-a98a-79f6c3edd9f2",
      name: "Tobias Lindqvist",
      email: null,
      amount: 50.25,
      before: 50.25,
      after: 0,
      day: "2026-10-19",
      kind: "churn" as const,
      reason: null,
      level: null,
      probability: null,
    },
  ];
  const churnedRows = {
    title: "Churned MRR of October",
    segment: null,
    currency: "USD",
    total: 150.5,
    totalIsCount: false,
    lostMrr: null,
    quotients: [],
    closing: null,
    kept: null,
    count: 2,
    nextCursor: null,
    items: churned,
  };
  api.answer(dashboardRoutes.rows, churnedRows);
  await page.getByRole("link", { name: "$4,210.00" }).click();
  await page.waitForURL("**/app/dashboard/rows?figure=movements&kind=churn&from=2026-10-01&until=2026-10-28");
  await page.getByRole("heading", { level: 1, name: "Churned MRR of October" }).waitFor();
  await page.getByText("2 rows, $150.50 in all").waitFor();
  await page.getByText("Total $150.50").waitFor();
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
    "Customer",
    "Day",
    "Movement",
    "Before",
    "After",
    "Adds",
  ]);
  await lookEveryWay(page, "rows of a number");

  const [row] = churned;
  api.answer(dashboardRoutes.rows, {
    ...churnedRows,
    title: "Customers whose main reason is Few features used",
    total: 59,
    totalIsCount: true,
    quotients: [
      {
        label: "Per customer",
        part: { value: 463_135, isMoney: true, words: "" },
        of: { value: 274, isMoney: false, words: "customers" },
      },
      {
        label: "Share",
        part: { value: 59, isMoney: false, words: "for this reason" },
        of: { value: 181, isMoney: false, words: "who need attention" },
      },
    ],
    count: 59,
    items: [
      { ...row!, amount: 8841, before: 2478, after: null, day: null, kind: null, level: 2, probability: 0.3 },
    ],
  });
  await page.goto("/app/dashboard/rows?figure=revenue_at_risk&driver=Few+features+used");
  await page.getByText("$8,841.00").waitFor();
  expect(
    await page
      .getByRole("list", { name: "What is worked out from these rows" })
      .getByRole("listitem")
      .allInnerTexts(),
  ).toEqual([
    "Per customer: $463,135.00 / 274 customers = $1,690.27",
    "Share: 59 for this reason / 181 who need attention = 32.6%",
  ]);
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
    "Customer",
    "Risk",
    "Chance",
    "Paid a month",
    "At risk",
  ]);
  await lookEveryWay(page, "rows of a number, with what is worked out from them");
});

it("a customer is marked as no risk where it stands, and that can be taken back there", async () => {
  await using opened = await openPage("/app", { api: answerPage() });
  const { page, api } = opened;
  const mark = {
    id: "01a204f8-0009-77fd-a98a-79f6c3edd9f2",
    customerId: attention.items[0]!.customerId,
    kind: "not_a_risk" as const,
    hiddenUntil: "2027-02-20T12:00:00.000Z",
    markedAt: "2026-11-22T12:00:00.000Z",
    markedBy: "Maya Okafor",
  };
  api.answer(dashboardRoutes.mark, mark).whenCalled(
    dashboardRoutes.mark,
    () =>
      void api.answer(dashboardRoutes.attention, {
        ...attention,
        items: attention.items.slice(1),
        hidden: 1,
      }),
  );
  await page.getByRole("button", { name: "What to do about Renata Salgado" }).click();
  await page.getByRole("menuitem", { name: "Not a risk" }).click();
  expect((await api.called(dashboardRoutes.mark)).body).toEqual({ kind: "not_a_risk" });
  await page.getByText("1 more customer is done, put off or no risk.").waitFor();
  api
    .answer(dashboardRoutes.unmark, {})
    .whenCalled(dashboardRoutes.unmark, () => void api.answer(dashboardRoutes.attention, attention));
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await api.called(dashboardRoutes.unmark)).params).toEqual({ id: mark.customerId, markId: mark.id });
  await page
    .getByRole("table", { name: "Needs attention first" })
    .getByRole("link", { name: "Renata Salgado" })
    .waitFor();
});

it("who is off the list can be found after a reload and brought back, and who is on it be given a task", async () => {
  const [first] = attention.items;
  const mark = {
    id: "01a204f8-0009-77fd-a98a-79f6c3edd9f2",
    customerId: first!.customerId,
    kind: "not_a_risk" as const,
    hiddenUntil: "2027-02-20T12:00:00.000Z",
    markedAt: "2026-11-22T12:00:00.000Z",
    markedBy: "Maya Okafor",
    name: first!.name,
    note: null,
  };
  await using opened = await openPage("/app?plan=Scale", {
    api: (api) => {
      answerPage()(api);
      api
        .answer(dashboardRoutes.attention, { ...attention, items: attention.items.slice(1), hidden: 1 })
        .answer(dashboardRoutes.hidden, { items: [mark], count: 1, nextCursor: null })
        .answer(teamRoutes.listTeam, team())
        .answer(dashboardRoutes.unmark, {})
        .whenCalled(dashboardRoutes.unmark, () => void api.answer(dashboardRoutes.attention, attention));
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Show them" }).click();
  await page
    .getByText("Not a risk until Feb 20, 2027, or until the level rises; said by Maya Okafor on Nov 22")
    .waitFor();
  expect((await api.called(dashboardRoutes.hidden)).query).toEqual({ plan: "Scale" });
  await lookEveryWay(page, "dashboard, off the list");
  await page.getByRole("button", { name: `Undo for ${first!.name}` }).click();
  expect((await api.called(dashboardRoutes.unmark)).params).toEqual({ id: mark.customerId, markId: mark.id });
  const list = page.getByRole("table", { name: "Needs attention first" });
  await list.getByRole("link", { name: first!.name }).waitFor();

  await page.getByRole("button", { name: `What to do about ${first!.name}` }).click();
  await page.getByRole("menuitem", { name: "Create task: Offer a training session" }).click();
  const what = page.getByRole("dialog", { name: "Add a task" }).getByLabel("What is to be done");
  expect(await what.inputValue()).toBe("Offer a training session");
});

it("what is looked at stands in the address, and what is not known says what would fill it", async () => {
  const bare = dashboard({
    asOf: null,
    activeCustomers: null,
    hasLedger: false,
    plans: [],
    currencies: [],
    tiles: dashboard().tiles.map((tile) => ({
      ...tile,
      value: null,
      before: null,
      change: null,
      series: [],
      band: null,
      parts: [],
      basis: null,
      rowsOf: null,
      missing: "Known once subscriptions have been imported.",
    })),
    months: [],
    risk: null,
    riskMissing: "Known once an analysis has been run.",
    payments: null,
    paymentsMissing: "Known once invoices have been imported.",
  });
  await using opened = await openPage("/app?period=12_months", { api: answerPage(bare) });
  const { page, api } = opened;
  await page.getByText("Known once an analysis has been run.").waitFor();
  expect(await page.getByText("n/a").count()).toBe(6);
  expect(await page.getByText(/\$0|\b0%/).count()).toBe(0);
  expect((await api.called(dashboardRoutes.get)).query).toEqual({ period: "12_months" });
  await lookEveryWay(page, "dashboard without a ledger");
  await page.getByRole("radio", { name: "90 days" }).click();
  await page.waitForURL("**/app?period=90_days");
});

it("a company without customers gets its first steps, and a dashboard that did not load can be asked again", async () => {
  await using opened = await openPage("/app", {
    api: (api) => api.refuse(dashboardRoutes.get, "unavailable"),
  });
  const { page, api } = opened;
  await page.getByText("The dashboard did not load").waitFor();
  await tryAgain(
    opened,
    page.getByRole("alert"),
    () =>
      void api.answer(dashboardRoutes.get, dashboard({ hasCustomers: false, hasLedger: false, risk: null })),
  );
  await page.getByRole("heading", { name: "No customers yet" }).waitFor();
  await page.getByRole("button", { name: "Import a file" }).waitFor();
  await lookEveryWay(page, "dashboard, first day");
});
