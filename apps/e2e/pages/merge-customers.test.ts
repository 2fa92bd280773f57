import { customerDataRoutes, customerRoutes } from "@forestay/contracts";
import type { CustomerDetail, CustomerRecordValues, MergePreview } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { tryAgain } from "../harness/try-again.ts";
import { answerCustomerPage } from "./examples/customer-page.ts";
import { customer, customerRecord, otherId } from "./examples/customers.ts";

const record = customerRecord();
const path = `/app/customers/${record.id}`;
const twin = customer({
  id: otherId,
  externalId: "B-20877",
  fullName: "T. Alvarez",
  email: "t.alvarez@privat.example",
  plan: "Starter",
  monthlyRevenue: 120,
  lifetimeValue: null,
});

const kept = recordValues(record);
const other: CustomerRecordValues = {
  ...twin,
  startedAt: "2024-02-29T12:00:00.000Z",
  endedAt: null,
  attributes: [{ key: "phone", label: "Phone", kind: "text", value: "030 1" }],
};
const merged: CustomerRecordValues = {
  ...kept,
  monthlyRevenue: 523,
  startedAt: other.startedAt,
  attributes: [...kept.attributes, ...other.attributes],
};
const moves: MergePreview["moves"] = [
  { what: "subscriptions", count: 1 },
  { what: "invoices", count: 12 },
  { what: "timelineEntries", count: 2 },
  { what: "notes", count: 1 },
];
const preview: MergePreview = { kept, other, merged, moves };

function recordValues({ startedAt, endedAt, attributes, ...summary }: CustomerDetail): CustomerRecordValues {
  const names = Object.keys(twin) as (keyof typeof twin)[];
  const own = Object.fromEntries(names.map((name) => [name, summary[name]])) as typeof twin;
  return { ...own, startedAt, endedAt, attributes };
}

describe("merging two customers", () => {
  it("finds the other one, says side by side what becomes of both, and does it after a name was typed", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api
          .answer(customerRoutes.search, ({ query }) => ({
            items: query.text === "t.alvarex" ? [twin] : [customer()],
            totalCount: 1,
            isSimilar: query.text === "t.alvarex",
          }))
          .answer(customerDataRoutes.previewMerge, preview)
          .refuse(customerDataRoutes.merge, "invalid_state", { message: "An import is not finished." });
      },
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Merge with another customer" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge Talia Alvarez with another customer" });
    // The customer itself is no other one.
    await dialog.getByText("Nobody else has this name.").waitFor();
    const search = dialog.getByPlaceholder("Name, e-mail or ID");
    await search.fill("t.alvarex");
    await dialog.getByText("Nobody is called “t.alvarex”. Did you mean").waitFor();
    await dialog.getByText("Starter · $120 a month · customer for 4m · active 2d ago").waitFor();
    await lookEveryWay(page, "customer: merge, search");
    await search.press("Enter");

    const table = dialog.getByRole("table", { name: "Where the two differ" });
    await table.getByRole("row", { name: "Monthly revenue Together $523 $403 $120", exact: true }).waitFor();
    await table.getByRole("row", { name: "Plan Growth (stays) Starter", exact: true }).waitFor();
    await table.getByRole("row", { name: "Lifetime value $2,015 (stays) –", exact: true }).waitFor();
    await dialog
      .getByText("1 subscription, 12 bills, 2 timeline entries, and 1 note move to Talia Alvarez.")
      .waitFor();
    expect((await api.called(customerDataRoutes.previewMerge, 1)).body).toEqual({ otherId: twin.id });
    await lookEveryWay(page, "customer: merge, compare");
    await dialog.getByRole("button", { name: "Show all 9" }).click();
    await table.getByRole("row", { name: "Phone – 030 1 (stays)", exact: true }).waitFor();

    const typed = dialog.getByLabel("Type “T. Alvarez” to confirm");
    await typed.fill("Talia");
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await dialog.locator("p", { hasText: "Type “T. Alvarez” to confirm" }).waitFor();
    await typed.fill("T. Alvarez");
    await typed.press("Enter");
    await dialog.getByText("An import is not finished.").waitFor();
    api.answer(customerDataRoutes.merge, {});
    await typed.press("Enter");
    await page.getByText("T. Alvarez is part of Talia Alvarez now").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(path);
    const sent = await api.called(customerDataRoutes.merge, 2);
    expect(sent.body).toEqual({ otherId: twin.id, typedName: "T. Alvarez" });
  });

  it("begins with the comparison where a list of pairs leads to it, and with the search once that was closed", async () => {
    await using opened = await openPage(`${path}?merge=${twin.id}`, {
      api: (api) => {
        answerCustomerPage(api);
        api
          .answer(customerRoutes.search, { items: [twin], totalCount: 1, isSimilar: false })
          .answer(customerDataRoutes.previewMerge, preview);
      },
    });
    const { page, api } = opened;
    const dialog = page.getByRole("dialog", { name: "Merge Talia Alvarez with another customer" });
    await dialog.getByRole("button", { name: "Keep the other one" }).waitFor();
    expect((await api.called(customerDataRoutes.previewMerge)).body).toEqual({ otherId: twin.id });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(({ search }) => search === "");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Merge with another customer" }).click();
    await dialog.getByRole("option", { name: /T. Alvarez/ }).waitFor();
  });

  it("keeps the other one where it is told to, and says why two cannot be merged", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api
          .answer(customerRoutes.search, { items: [twin], totalCount: 1, isSimilar: false })
          .refuse(customerDataRoutes.previewMerge, "invalid_state", {
            message:
              "Both customers have an open risk case, and one customer has one. Close one of them first.",
          });
      },
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Merge with another customer" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("option", { name: /T. Alvarez/ }).click();
    const refused = dialog.getByRole("alert").filter({ hasText: "These two cannot be merged now" });
    await refused.getByText("Close one of them first.").waitFor();
    await dialog.getByRole("button", { name: "Choose another one" }).click();
    // Where the typing goes on.
    await dialog.locator("input:focus").waitFor();
    api.answer(customerDataRoutes.previewMerge, ({ params }) =>
      params.id === record.id ? preview : { ...preview, kept: other, other: kept, moves: [] },
    );
    await dialog.getByRole("option", { name: /T. Alvarez/ }).click();
    await dialog.getByRole("button", { name: "Keep the other one" }).click();
    await dialog.getByText("Talia Alvarez has no bills, notes or other rows that would move.").waitFor();
    api.answer(customerDataRoutes.merge, {});
    api.answer(customerRoutes.get, { ...record, ...twin });
    await dialog.getByLabel("Type “Talia Alvarez” to confirm").fill("Talia Alvarez");
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await page.waitForURL(`**/app/customers/${twin.id}`);
    await page.getByRole("heading", { level: 1, name: "T. Alvarez" }).waitFor();
    expect((await api.called(customerDataRoutes.merge, 1)).params).toEqual({ id: twin.id });
  });

  it("says that customers did not load, and finds the other one on another try", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api.refuse(customerRoutes.search, "unavailable");
      },
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Merge with another customer" }).click();
    const dialog = page.getByRole("dialog");
    const said = dialog.getByRole("alert").filter({ hasText: "Customers did not load" });
    await said.waitFor();
    await lookEveryWay(page, "customer: merge, search not loaded");
    await tryAgain(opened, said, () =>
      api.answer(customerRoutes.search, { items: [twin], totalCount: 1, isSimilar: false }),
    );
    await dialog.getByRole("option", { name: /T. Alvarez/ }).waitFor();
    await said.waitFor({ state: "detached" });
  });

  it("leads from the address of one that was merged to the one that is kept", async () => {
    await using opened = await openPage(`/app/customers/${twin.id}`, { api: answerCustomerPage });
    await opened.page.waitForURL(`**${path}`);
    await opened.page.getByRole("heading", { level: 1, name: "Talia Alvarez" }).waitFor();
    expect(opened.problems).toEqual([]);
  });
});
