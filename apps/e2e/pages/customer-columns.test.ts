import { customerRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { customerFacets } from "../harness/signed-in.ts";
import { customer, customersPage, unscored } from "./examples/customers.ts";

const talia = customer();

describe("columns of the customers list", () => {
  it("says when they leave, in columns and filters, where the model in use says it", async () => {
    const staying = customer({ id: unscored.id, fullName: "Bo Stay", expectedDays: null, leavesWithin30: 1 });
    const columns = ["Leave within 30 days", "Half have left in"];
    const field = "Of 100 leave within 30 days";
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([talia, staying])),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Columns" }).click();
    for (const column of columns) await page.getByRole("checkbox", { name: column }).click();
    await page.keyboard.press("Escape");
    const rows = page.getByRole("table", { name: "Customers" }).getByRole("row");
    const first = rows.filter({ hasText: "Talia Alvarez" });
    for (const words of ["34 in 100", "about 8 weeks"])
      await first.getByText(words, { exact: true }).waitFor();
    await rows.filter({ hasText: "Bo Stay" }).getByText("Longer than is known").waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("combobox", { name: "Field" }).click();
    await page.getByRole("option", { name: field }).click();
    await page.getByRole("textbox", { name: field }).fill("20");
    await page.getByRole("button", { name: "Apply" }).click();
    const { query } = await api.called(customerRoutes.list, 2);
    expect(JSON.parse(String(query.conditions))).toEqual([
      { field: "leavesWithin30", operator: "GreaterThan", value: 20 },
    ]);

    await using undated = await openPage("/app/customers", {
      api: (one) =>
        one
          .answer(customerRoutes.list, customersPage([talia]))
          .answer(customerRoutes.facets, customerFacets({ saysWhen: false })),
    });
    await undated.page.getByRole("link", { name: "Talia Alvarez" }).waitFor();
    await undated.page.getByRole("tab", { name: "All 1,240" }).waitFor();
    await undated.page.getByRole("button", { name: "Columns" }).click();
    await undated.page.getByRole("checkbox", { name: "Risk level" }).waitFor();
    for (const column of columns)
      expect(await undated.page.getByRole("checkbox", { name: column }).count()).toBe(0);
  });

  it("shows when each renews, how active it is and what is at risk, and sorts by the last two", async () => {
    const silent = customer({
      id: unscored.id,
      fullName: "Bo Stay",
      activityStatus: "Silent",
      nextRenewalDate: null,
    });
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([talia, silent])),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Next renewal", "Activity", "Main reason", "Plan"])
      await page.getByRole("checkbox", { name, exact: true }).click();
    await page.keyboard.press("Escape");
    const rows = page.getByRole("table", { name: "Customers" }).getByRole("row");
    const first = rows.filter({ hasText: "Talia Alvarez" });
    await first.getByRole("cell", { name: "Jan 15, 2027", exact: true }).waitFor();
    await first.getByRole("cell", { name: "Active", exact: true }).last().waitFor();
    await rows.filter({ hasText: "Bo Stay" }).getByText("Silent", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Value at risk" }).click();
    expect((await api.called(customerRoutes.list, 2)).query).toMatchObject({ sort: "valueAtRisk" });
    await page.getByRole("button", { name: "Activity", exact: true }).click();
    expect((await api.called(customerRoutes.list, 3)).query).toMatchObject({ sort: "lastActivity" });
    await lookEveryWay(page, "customers with more columns");
  });

  it("stand there again when a phone's width becomes a desk's", async () => {
    await using opened = await openPage("/app/customers", {
      api: (api) => api.answer(customerRoutes.list, customersPage([talia])),
    });
    const { page } = opened;
    const table = page.getByRole("table", { name: "Customers" });
    await table.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await table.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await table.waitFor({ timeout: 20_000 });
  });
});
