import { analysisRoutes, customerRoutes, importRoutes } from "@forestay/contracts";
import type { ImportJob } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { completeness } from "./examples/analyses.ts";
import { customersPage } from "./examples/customers.ts";
import { importJob, importSummary, runningImport } from "./examples/imports.ts";
import { checkedInvoices, finishedInvoices, ledgerImport } from "./examples/ledger-imports.ts";

const openImport = (job: ImportJob) =>
  openPage(`/app/imports/${job.id}`, {
    as: person(),
    api: (api) =>
      api.answer(importRoutes.status, job).answer(analysisRoutes.checkCompleteness, completeness()),
  });

describe("the mapping of a file that holds no customers", () => {
  it("says what the rows were taken for and why, and asks what no column says", async () => {
    await using opened = await openImport(ledgerImport("subscriptions"));
    const { page, api } = opened;
    const kind = page.getByRole("combobox", { name: "The file holds" });
    await kind.getByText("Subscriptions").waitFor();
    await page
      .getByText(/^Each row has a subscription with its start and price\. A row is a subscription/)
      .waitFor();
    await lookEveryWay(page, "import, mapping of subscriptions");
    await page.getByRole("button", { name: "Check the rows" }).click();
    await page.getByText("Say whether “Amount” is the price of one seat or of all together").waitFor();
    await page.getByRole("alert").getByText("Say how often the price is charged: no column does.").waitFor();
    expect(api.asked(importRoutes.saveMapping)).toEqual([]);
    await page.getByRole("combobox", { name: "What the price stands for" }).click();
    await page.getByRole("option", { name: "Per billing interval and seat" }).click();
    await page.getByRole("combobox", { name: "How often it is charged" }).click();
    await page.getByRole("option", { name: "Every month" }).click();
    api
      .answer(importRoutes.saveMapping, checkedInvoices)
      .whenCalled(importRoutes.saveMapping, () => api.answer(importRoutes.status, checkedInvoices));
    await page.getByRole("button", { name: "Check the rows" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toMatchObject({
      options: { priceMeans: "seat", every: "month", unknownCustomers: "park" },
    });
  });

  it("is suggested anew when somebody says that the rows are something else", async () => {
    await using opened = await openImport(importJob({ fileName: "billing.csv" }));
    const { page, api } = opened;
    await page.getByText("A row is a customer, or a customer on a date.").waitFor();
    const invoices = ledgerImport("invoices");
    api
      .answer(importRoutes.changeReading, invoices)
      .whenCalled(importRoutes.changeReading, () => api.answer(importRoutes.status, invoices));
    await page.getByRole("combobox", { name: "The file holds" }).click();
    await page.getByRole("option", { name: "Invoices or orders" }).click();
    expect((await api.called(importRoutes.changeReading)).body).toEqual({ kind: "invoices" });
    await page.getByRole("combobox", { name: "Total becomes" }).getByText("Amount").waitFor();
    await page.getByLabel("They are a shop's orders").waitFor();
    await page.getByRole("combobox", { name: "Meaning of open" }).waitFor();
    await lookEveryWay(page, "import, mapping of invoices");
  });

  it("reads payments with both ways they end, and events whose kind no column says", async () => {
    await using payments = await openImport(ledgerImport("payments"));
    await payments.page.getByRole("combobox", { name: "Meaning of failed" }).waitFor();
    await payments.page.getByRole("combobox", { name: "Unit of Amount" }).getByText("Whole units").waitFor();
    await lookEveryWay(payments.page, "import, mapping of payments");
    await using events = await openImport(ledgerImport("events"));
    const { page, api } = events;
    await page.getByRole("button", { name: "Check the rows" }).click();
    await page
      .getByRole("alert")
      .getByText(/say what every row is, such as “login”/)
      .waitFor();
    await page.getByLabel("What every row is").fill("login");
    await lookEveryWay(page, "import, mapping of events");
    api.answer(importRoutes.saveMapping, runningImport);
    await page.getByRole("button", { name: "Check the rows" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toMatchObject({
      options: { eventType: "login" },
    });
  });
});

describe("files that are brought in together", () => {
  it("leave one after the other under one name, and their pages lead from one to the next", async () => {
    const customers = importJob({ fileName: "customers.csv" });
    const invoices = ledgerImport("invoices", { id: "01a204f8-8000-7b02-beb1-3611e12c0aaa" });
    const together = [customers, invoices].map(({ id, kind, fileName, status, step }) => ({
      id,
      kind,
      fileName,
      status,
      step,
    }));
    await using opened = await openPage("/app/customers?import=open", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([]))
          .answer(importRoutes.list, { items: [], totalCount: 0, page: 1, pageSize: 10, totalPages: 1 })
          .answer(importRoutes.upload, invoices)
          .whenCalled(importRoutes.upload, () => api.answer(importRoutes.upload, customers))
          .answer(analysisRoutes.checkCompleteness, completeness())
          .answer(importRoutes.status, {
            ...finishedInvoices,
            ...customers,
            status: 3,
            step: "done",
            together,
          }),
    });
    const { page, api } = opened;
    const file = (name: string) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from("Customer ID\nC-1\n"),
    });
    await page.getByLabel("File to import").setInputFiles([file("invoices.csv"), file("customers.csv")]);
    // The customers' page comes first, although their file left last.
    await page.waitForURL(`**/app/imports/${customers.id}`);
    const groups = api
      .asked(importRoutes.upload)
      .map(({ body }) => /name="group"\s+(\S+)/.exec(String(body))?.[1]);
    expect(groups).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), groups[0]]);
    const list = page.getByRole("list", { name: "Files brought in together" });
    await list.getByRole("listitem").filter({ hasText: "invoices.csv" }).waitFor();
    await lookEveryWay(page, "import, finished with another file to come");
    expect(await page.getByRole("link", { name: "Next: invoices.csv" }).getAttribute("href")).toBe(
      `/app/imports/${invoices.id}`,
    );
  });
});

describe("what a file of invoices would do, and has done", () => {
  it("says how many from when to when and what they come to, who is waited for, and asks about doubled ones", async () => {
    await using opened = await openImport(checkedInvoices);
    const { page } = opened;
    await page
      .getByText("1,204 invoices from Jan 3, 2024 to Oct 30, 2026, $412,330.10 and €9,100.00.")
      .waitFor();
    await page.getByText(/^18 rows are of customers who are not here yet/).waitFor();
    await page.getByText("Waiting for their customer", { exact: true }).waitFor();
    await page.getByText(/^Total: A negative amount, as of a credit note\./).waitFor();
    const button = page.getByRole("button", { name: "Import 1,204 invoices" });
    expect(await button.isDisabled()).toBe(true);
    await lookEveryWay(page, "import, dry run of invoices");
    await page.getByLabel("Yes, the last row of each is the one that counts").click();
    await expect.poll(() => button.isEnabled()).toBe(true);
  });

  it("says it once it is in, leads on, and says what undoing does", async () => {
    await using opened = await openImport(finishedInvoices);
    const { page } = opened;
    await page
      .getByText(
        "1,220 rows read in 12 seconds: 1,204 invoices from Jan 3, 2024 to Oct 30, 2026, $412,330.10 and €9,100.00.",
      )
      .waitFor();
    await page.getByRole("link", { name: "Run churn analysis" }).waitFor();
    await lookEveryWay(page, "import, finished invoices");
    await page.getByRole("button", { name: "Undo import" }).click();
    await page
      .getByText(
        /^1,186 invoices added by it will be removed, and 18 rows that wait for their customer will be forgotten\./,
      )
      .waitFor();
  });

  it("stands among earlier imports with its kind", async () => {
    await using opened = await openPage("/app/customers?import=open", {
      api: (api) =>
        api.answer(customerRoutes.list, customersPage([])).answer(importRoutes.list, {
          items: [importSummary(finishedInvoices)],
          totalCount: 1,
          page: 1,
          pageSize: 10,
          totalPages: 1,
        }),
    });
    const row = opened.page.getByRole("listitem").filter({ hasText: "invoices.csv" });
    await row.getByText("Invoices or orders").waitFor();
    await row.getByText("1,186 added, 0 updated").waitFor();
  });
});
