import { alikeRoutes, billingRoutes, customerDataRoutes, customerRoutes } from "@forestay/contracts";
import type { Billing } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { answerCustomerPage } from "./examples/customer-page.ts";
import { customerRecord, customersPage, otherId } from "./examples/customers.ts";

const { id } = customerRecord();
const path = `/app/customers/${id}`;

describe("the page of a customer", () => {
  it("says what became of customers who looked like this one, and who they are", async () => {
    const other = { id: otherId, name: "Oskar Soto", hasLeft: true };
    const found = {
      horizonDays: 90,
      traits: [
        { feature: "logins_30d", label: "Logins", words: "0 to 4 in the last 30 days" },
        { feature: "plan", label: "Plan", words: "Growth" },
      ],
      lookedAt: 1839,
      count: 46,
      left: 27,
      share: { value: 27 / 46, lower: 0.44, upper: 0.72 },
      customers: [
        { ...other, asOf: "2026-08-26T00:00:00.000Z", leftAt: "2026-11-03T12:00:00.000Z" },
        { ...other, id, name: "Una Vale", hasLeft: false, asOf: null, leftAt: null },
      ],
    };
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api.refuse(alikeRoutes.get, "internal");
      },
    });
    const { page, api } = opened;
    const failed = page.getByRole("alert").filter({ hasText: "Customers like this one did not load" });
    await failed.waitFor();
    await tryAgain(opened, failed, () => api.answer(alikeRoutes.get, found));
    await page.getByRole("heading", { name: "27 of 46 customers like Talia Alvarez left" }).waitFor();
    await page
      .getByText(
        "Within 90 days of looking like this: Logins 0 to 4 in the last 30 days; Plan Growth. That is 59% (95% range 44% to 72%), by these facts alone: the score weighs them all.",
      )
      .waitFor();
    // Asked by what moves the score most.
    const asked = (await api.called(alikeRoutes.get, 1)).query["features"] ?? "";
    expect(asked.split(",")[0]).toBe(customerRecord().score?.factors[0]?.feature);
    await page.getByRole("button", { name: "See the 2" }).click();
    const list = page.getByRole("list", { name: "Customers like this one" });
    await expect
      .poll(() => list.getByRole("listitem").allInnerTexts())
      .toEqual(["Oskar Soto\nLike this Aug 26, left Nov 3", "Una Vale\nStayed"]);
    await lookEveryWay(page, "customer: alike");
  });

  it("says what is open of it, what it is charged, and what became of its newest bills", async () => {
    const issuedAt = "2026-10-03T00:00:00.000Z";
    const bill = (number: string, more: Partial<Billing["bills"][number]>): Billing["bills"][number] => ({
      id: crypto.randomUUID(),
      number,
      amount: 1240,
      currency: "USD",
      status: 2,
      refunded: 0,
      issuedAt,
      dueAt: null,
      paidAt: null,
      isOverdue: false,
      tries: 0,
      lastTry: null,
      ...more,
    });
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api.answer(billingRoutes.get, {
          isKnown: true,
          open: [{ amount: 1240, currency: "USD", bills: 1 }],
          charges: [
            {
              amount: 1240,
              currency: "USD",
              plan: "Growth",
              intervalUnit: "month",
              intervalCount: 1,
              isEstimated: false,
              renewsAt: "2026-12-03T12:00:00.000Z",
            },
          ],
          bills: [
            bill("INV-7", {
              status: 1,
              tries: 2,
              lastTry: { at: "2026-10-06T12:00:00.000Z", succeeded: false, declineCode: "expired_card" },
            }),
            ...["INV-6", "INV-5", "INV-4", "INV-3"].map((number) => bill(number, {})),
          ],
          billCount: 31,
        });
      },
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "$1,240 is open on 1 bill" }).waitFor();
    await page.getByText("Charged $1,240 a month for Growth, next on Dec 3").waitFor();
    const bills = page.getByRole("table", { name: "Bills" });
    await bills
      .getByRole("row", { name: "INV-7 $1,240 Failed 2 tries, the last Oct 6: expired card" })
      .waitFor();
    expect(await bills.getByRole("row").count()).toBe(5);
    await page.getByRole("button", { name: "Show the newest 5 of 31" }).click();
    await expect.poll(() => bills.getByRole("row").count()).toBe(6);
    await lookEveryWay(page, "customer: billing");
  });

  it("advises nothing for one who has left, and says what the scores said before", async () => {
    const gone = customerRecord({
      hasLeft: true,
      leftAt: "2026-10-03T00:00:00.000Z",
      leaving: {
        leftAt: "2026-10-03T00:00:00.000Z",
        sentence: "30 days before, the score was 61.",
        before: [],
        missed: false,
      },
    });
    await using opened = await openPage(path, { api: (api) => answerCustomerPage(api, gone) });
    const { page } = opened;
    await page.getByText("30 days before, the score was 61.").waitFor();
    await page.getByRole("heading", { name: /^Why the score is/ }).waitFor();
    for (const name of ["Next steps", "What would change it"])
      expect(await page.getByRole("heading", { name }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Check churn risk" }).count()).toBe(0);
  });

  it("takes along all that is kept of it, and erases it after its name was typed", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerCustomerPage(api);
        api
          .answer(customerDataRoutes.createExport, {
            downloadPath: "/exports/one-time",
            expiresAt: "2026-11-22T12:10:00.000Z",
          })
          .refuse(customerDataRoutes.erase, "invalid_state", { message: "An import is not finished." })
          .answer(customerRoutes.list, customersPage([]));
      },
    });
    const { page, api } = opened;
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export everything" }).click();
    expect(new URL((await download).url()).pathname).toBe("/api/exports/one-time");

    await more.click();
    await page.getByRole("menuitem", { name: "Erase this customer" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Talia Alvarez?" });
    const typed = dialog.getByLabel("Type “Talia Alvarez” to confirm");
    await typed.fill("Talia");
    await dialog.getByRole("button", { name: "Erase" }).click();
    await dialog.locator("p", { hasText: "Type “Talia Alvarez” to confirm" }).waitFor();
    await typed.fill("Talia Alvarez");
    await dialog.getByRole("button", { name: "Erase" }).click();
    await dialog.getByText("An import is not finished.").waitFor();
    await lookEveryWay(page, "customer: erase");
    api.answer(customerDataRoutes.erase, {});
    api.refuse(customerRoutes.get, "not_found");
    await dialog.getByRole("button", { name: "Erase" }).click();
    await page.waitForURL("**/app/customers");
    await page.getByText("The customer is erased").waitFor();
    expect((await api.called(customerDataRoutes.erase, 2)).body).toEqual({ typedName: "Talia Alvarez" });
    expect(opened.problems.filter((problem) => problem.includes("404"))).toEqual([]);
  });

  it("offers none of it to a Viewer, and merging and erasing only to who manages the company", async () => {
    for (const [companyRole, shown] of [
      ["Viewer", []],
      ["Staff", ["Export everything"]],
    ] as const) {
      await using opened = await openPage(path, { as: person({ companyRole }), api: answerCustomerPage });
      const { page } = opened;
      await page.getByText("Show them a feature that helps").waitFor();
      const more = page.getByRole("button", { name: "More", exact: true });
      expect(await more.count()).toBe(shown.length === 0 ? 0 : 1);
      if (shown.length === 0) continue;
      await more.click();
      await page.getByRole("menuitem").first().waitFor();
      expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(shown);
    }
  });

  it("is no page of what the API has beside the customers", async () => {
    await using opened = await openPage("/app/customers/facets", { api: answerCustomerPage });
    await opened.page.getByRole("heading", { level: 1, name: "Customer not found" }).waitFor();
    expect(opened.problems).toEqual([]);
  });
});
