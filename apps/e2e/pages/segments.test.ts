import { customerRoutes, segmentRoutes, workRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { customer, customersPage } from "./examples/customers.ts";
import { comparison, everyone, figures, flow, preview, segment } from "./examples/segments.ts";

const quiet = segment();
const list = (items = [quiet]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  allCount: items.length,
  activeCount: items.filter(({ status }) => status === 1).length,
  everyone,
});
const goneLine = {
  path: "criteria.0",
  words: "Seats greater than 3",
  message: "There is no such field any more: choose another",
};
const narrowing = { totalCount: 2418, lines: preview().narrowing, isExact: true };

describe("the list of segments", () => {
  it("says what each is worth beside everybody, and is asked as the address says", async () => {
    const draft = segment({
      id: "01a204f8-7003-7695-8c8a-25b739aa98dd",
      name: "High value",
      status: 0,
      figures: null,
      trend: [],
      usedBy: [],
    });
    await using opened = await openPage("/app/segments", {
      api: (api) => api.answer(segmentRoutes.list, list([{ ...quiet, brokenLines: [goneLine] }, draft])),
    });
    const { page, api } = opened;
    await page.getByText("2 segments, 1 active · counts follow each change within seconds").waitFor();
    const rows = page.getByRole("table", { name: "Segments" }).getByRole("row");
    const first = rows.filter({ hasText: quiet.name });
    for (const words of ["148", "of 131", "$3,870", "$168", "$61,400", "+22", "1 place"])
      await first.getByText(words, { exact: true }).waitFor();
    await rows.filter({ hasText: "Everyone to compare with" }).getByText("2,418").waitFor();
    await first.getByText("A line does not work any more").waitFor();
    await rows.filter({ hasText: "High value" }).getByText("Draft").waitFor();
    await lookEveryWay(page, "segments");
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Inactive" }).click();
    // Not by its number: the list is also asked for anew when the live connection stands.
    await expect
      .poll(() => api.asked(segmentRoutes.list).at(-1)?.query)
      .toMatchObject({ status: "2", sort: "revenueAtRisk" });
    await page.waitForURL("**status=2");
  });

  it("says what belongs there where there is none, and to a Viewer no more than that", async () => {
    const empty = (as: Parameters<typeof openPage>[1]) =>
      openPage("/app/segments", { ...as, api: (api) => api.answer(segmentRoutes.list, list([])) });
    await using opened = await empty({});
    await opened.page.getByRole("heading", { name: "No segments yet" }).waitFor();
    expect(await opened.page.getByRole("link", { name: "New segment" }).count()).toBe(2);
    await using viewers = await empty({ as: person({ companyRole: "Viewer" }) });
    await viewers.page.getByRole("heading", { name: "No segments yet" }).waitFor();
    expect(await viewers.page.getByRole("link", { name: "New segment" }).count()).toBe(0);
  });
});

describe("a rule that is being written", () => {
  it("shows who is in it, and is kept as what was chosen", async () => {
    await using opened = await openPage("/app/segments/new", {
      api: (api) =>
        api
          .answer(segmentRoutes.preview, ({ body }) =>
            preview(
              (body as { criteria: unknown[] }).criteria.length === 0
                ? { narrowing: [], figures: everyone }
                : {},
            ),
          )
          .answer(segmentRoutes.sentence, {
            criteria: [{ field: "plan", operator: "In", value: ["Growth"], label: "Plan in Growth" }],
            notUnderstood: ["purple", "hair"],
          })
          .answer(segmentRoutes.create, segment())
          .answer(segmentRoutes.get, segment())
          .answer(segmentRoutes.narrowing, narrowing)
          .answer(segmentRoutes.comparison, comparison)
          .answer(segmentRoutes.flow, flow)
          .answer(customerRoutes.list, customersPage([customer()])),
    });
    const { page, api } = opened;
    await page.getByRole("textbox", { name: "Name" }).fill("Quiet monthly payers");
    await page.getByRole("button", { name: "Add criterion" }).click();
    await page.getByRole("combobox", { name: "Field" }).click();
    await page.getByRole("combobox", { name: "Field" }).last().fill("revenue");
    await page.getByRole("option", { name: "Monthly revenue" }).click();
    await page.getByRole("textbox", { name: "Value of Monthly revenue" }).fill("$1,500");
    await page
      .getByRole("textbox", { name: "In your own words optional" })
      .fill("on Growth with purple hair");
    await page.getByRole("button", { name: "Propose lines" }).click();
    await page.getByText("One line is proposed below. Not understood: “purple”, “hair”.").waitFor();
    await page.getByRole("button", { name: "Value of Plan: Growth" }).waitFor();
    await page.getByRole("button", { name: "Add group" }).click();
    await page.getByRole("button", { name: "Value of Risk level: none chosen" }).click();
    await page.getByRole("checkbox", { name: "High" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("148", { exact: true }).first().waitFor();
    await page.getByText("4.3× all customers (7%)").waitFor();
    await page.getByText("How each line narrows the list").waitFor();
    await page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
    await lookEveryWay(page, "a new segment");
    await page.getByRole("button", { name: "Activate segment" }).click();
    const { body } = await api.called(segmentRoutes.create, 1);
    expect(body).toEqual({
      name: "Quiet monthly payers",
      description: "",
      type: 0,
      color: "teal",
      status: 1,
      criteria: [
        { field: "monthlyRevenue", operator: "GreaterThan", value: 1500 },
        { field: "plan", operator: "In", value: ["Growth"] },
        { match: "any", criteria: [{ field: "churnRiskLevel", operator: "In", value: [2] }] },
      ],
    });
    await page.waitForURL(`**/app/segments/${quiet.id}`);
  });

  it("says at each line what is wrong with it, and keeps what was typed", async () => {
    const criteria = encodeURIComponent(
      JSON.stringify([
        { field: "plan", operator: "In", value: ["Growth"] },
        { field: "monthlyRevenue", operator: "GreaterThan", value: "lots" },
      ]),
    );
    await using opened = await openPage(`/app/segments/new?criteria=${criteria}`, {
      api: (api) =>
        api
          .refuse(segmentRoutes.preview, "validation_failed", {
            message: "One line of the rule needs attention.",
            fields: { "criteria.1": "Enter a number" },
          })
          .refuse(segmentRoutes.create, "validation_failed", {
            message: "Some fields need attention.",
            fields: { "criteria.1": "Enter a number" },
          }),
    });
    const { page } = opened;
    await page.getByRole("alert").filter({ hasText: "Enter a number" }).waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Required").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Big ones");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Some fields need attention.").waitFor();
    expect(await page.getByRole("textbox", { name: "Value of Monthly revenue" }).inputValue()).toBe("lots");
    await page.getByRole("button", { name: "Remove the line Monthly revenue" }).click();
    await page.getByRole("textbox", { name: "Value of Monthly revenue" }).waitFor({ state: "detached" });
  });

  it("of an archived segment is its rule to read, and the way back to where it can be changed", async () => {
    const archived = segment({ status: 2 });
    await using opened = await openPage(`/app/segments/${quiet.id}/edit`, {
      api: (api) => api.answer(segmentRoutes.get, archived),
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "An archived segment is not changed" }).waitFor();
    await lookEveryWay(page, "segment-archived");
    api.answer(segmentRoutes.update, segment());
    api.answer(segmentRoutes.preview, preview());
    api.whenCalled(segmentRoutes.update, () => api.answer(segmentRoutes.get, segment()));
    await page.getByRole("button", { name: "Restore" }).click();
    expect((await api.called(segmentRoutes.update)).body).toMatchObject({ status: 1, name: quiet.name });
    await page.getByRole("button", { name: "Save segment" }).waitFor();
  });

  it("of a segment that somebody else changed meanwhile, shows what they changed, keeps what was typed, and saves over it only then", async () => {
    const theirs = segment({
      name: "Quiet payers",
      description: "For Monday's calls",
      version: 4,
      updatedBy: "Sam Lee",
      sentence: "Customers with plan Pro",
      criteria: [{ field: "plan", operator: "In", value: ["Pro"] }],
    });
    await using opened = await openPage(`/app/segments/${quiet.id}/edit`, {
      api: (api) =>
        api
          .answer(segmentRoutes.get, quiet)
          .answer(segmentRoutes.preview, preview())
          .refuse(segmentRoutes.update, "conflict", {
            message:
              "Sam Lee changed this segment meanwhile. Their version is kept; look at it before you save yours.",
          })
          .whenCalled(segmentRoutes.update, () => api.answer(segmentRoutes.get, theirs)),
    });
    const { page, api } = opened;
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await page.getByRole("button", { name: "Save segment" }).click();
    expect((await api.called(segmentRoutes.update, 1)).body).toMatchObject({ name: "Mine", version: 3 });
    await page.getByText("Sam Lee changed this segment while you had it open").waitFor();
    await page.getByText("Name: Quiet payers").waitFor();
    await page.getByText("Who is in it: Customers with plan Pro").waitFor();
    await lookEveryWay(page, "a segment that was changed meanwhile");
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Mine");
    // What was not touched here is as they left it.
    await expect
      .poll(() => page.getByRole("textbox", { name: "Description" }).inputValue())
      .toBe("For Monday's calls");
    api.answer(segmentRoutes.update, segment({ version: 5 }));
    await page.getByRole("button", { name: "Save mine over it" }).click();
    expect((await api.called(segmentRoutes.update, 2)).body).toMatchObject({
      name: "Mine",
      description: "For Monday's calls",
      criteria: theirs.criteria,
      version: 4,
    });
  });

  it("of a segment that somebody else changed meanwhile, can take theirs instead", async () => {
    const theirs = segment({ name: "Quiet payers", version: 4, criteria: [], updatedBy: "Sam Lee" });
    await using opened = await openPage(`/app/segments/${quiet.id}/edit`, {
      api: (api) =>
        api
          .answer(segmentRoutes.get, quiet)
          .answer(segmentRoutes.preview, preview())
          .refuse(segmentRoutes.update, "conflict", { message: "Sam Lee changed this segment meanwhile." })
          .whenCalled(segmentRoutes.update, () => api.answer(segmentRoutes.get, theirs)),
    });
    const { page } = opened;
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await page.getByRole("button", { name: "Save segment" }).click();
    await page.getByRole("button", { name: "Take their version instead" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Quiet payers");
    await page.getByText("while you had it open").waitFor({ state: "detached" });
  });
});

describe("a segment's page", () => {
  const answered = (changed: Parameters<typeof segment>[0] = {}) =>
    openPage(`/app/segments/${quiet.id}`, {
      api: (api) =>
        api
          .answer(segmentRoutes.get, segment(changed))
          .answer(segmentRoutes.narrowing, narrowing)
          .answer(segmentRoutes.comparison, comparison)
          .answer(segmentRoutes.flow, flow)
          .answer(customerRoutes.list, customersPage([customer()]))
          .answer(workRoutes.keepings, {
            items: [
              {
                customerId: customer().id,
                owner: null,
                tags: [],
                segments: [
                  { id: quiet.id, name: quiet.name, color: "teal", since: "2026-09-21T09:00:00.000Z" },
                ],
                openCase: null,
                recentScores: [30, 61],
                scoreChange: 31,
              },
            ],
          })
          .refuse(segmentRoutes.delete, "invalid_state", {
            message: "'Quiet monthly payers' cannot be deleted: 'Call this week' uses it.",
          }),
    });

  it("says who they are, how they differ, whether they stay, and opens the rows behind its numbers", async () => {
    await using opened = await answered();
    const { page } = opened;
    await page
      .getByRole("heading", {
        name: "They are expected to leave more than five times as often as everyone else",
      })
      .waitFor();
    await page.getByRole("heading", { name: "41 of the 131 who were in it on Aug 24 have left" }).waitFor();
    await page.getByText("log-rank p below 0.001").waitFor();
    await page.getByRole("heading", { name: "93 came in and 66 went out in 12 weeks" }).waitFor();
    await page.getByText("Unclear").waitFor();
    await page.getByRole("link", { name: "Segment: Call this week" }).waitFor();
    await page.getByRole("row", { name: /Talia Alvarez .*\+31 .*Sep 21/ }).waitFor();
    const leadsTo = async (name: string) =>
      decodeURIComponent(
        (await page.getByRole("link", { name, exact: true }).first().getAttribute("href")) ?? "",
      );
    const isIn = { field: "segments", operator: "In", value: [quiet.id] };
    expect(await leadsTo("148")).toBe(`/app/customers?filters=${JSON.stringify([isIn])}`);
    expect(await leadsTo("21")).toBe(
      `/app/customers?filters=${JSON.stringify([isIn, { field: "churnRiskLevel", operator: "In", value: [3] }])}`,
    );
    await lookEveryWay(page, "a segment");
  });

  it("is not deleted while something uses it, and says what", async () => {
    await using opened = await answered();
    const { page } = opened;
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 'Quiet monthly payers'?" });
    await dialog.getByRole("button", { name: "Delete segment" }).click();
    await dialog.getByText("cannot be deleted: 'Call this week' uses it.").waitFor();
  });

  it("of a draft says that it is not followed, and of one without scores what is missing", async () => {
    await using draft = await answered({ status: 0, figures: null, usedBy: [] });
    await draft.page.getByText(/^A draft is not followed/).waitFor();
    expect(await draft.page.getByRole("heading", { name: /Members/ }).count()).toBe(0);
    await using unscored = await answered({
      figures: figures({ scoredCount: 0, averageChurnRate: null, revenueAtRisk: null, levels: [0, 0, 0, 0] }),
    });
    await unscored.page.getByText("Nobody in it has a score.").waitFor();
  });

  it("says what did not load, and loads it again", async () => {
    await using opened = await openPage(`/app/segments/${quiet.id}`, {
      api: (api) => api.refuse(segmentRoutes.get, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "This segment did not load" });
    await tryAgain(opened, said, () =>
      api
        .answer(segmentRoutes.get, quiet)
        .answer(segmentRoutes.narrowing, narrowing)
        .answer(segmentRoutes.comparison, comparison)
        .answer(segmentRoutes.flow, flow)
        .answer(customerRoutes.list, customersPage([customer()])),
    );
    await page.getByRole("heading", { name: quiet.name }).waitFor();
  });
});
