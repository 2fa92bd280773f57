import { importRoutes } from "@forestay/contracts";
import type { ImportJob } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { checkedImport, importJob, questionedImport, runningImport } from "./examples/imports.ts";

const openImport = (job: ImportJob) =>
  openPage(`/app/imports/${job.id}`, { as: person(), api: (api) => api.answer(importRoutes.status, job) });

describe("what the page of an import asks, offers and says of a file", () => {
  it("says who would count as having left and waits until somebody says that they have", async () => {
    await using opened = await openImport(questionedImport);
    const { page, api } = opened;
    const question = page.getByRole("list", { name: "Before you import" });
    await question
      .getByText(/^382 customers of the 500 in the file will newly be counted as having left/)
      .waitFor();
    await page.getByText("492 of 500", { exact: true }).waitFor();
    await page.getByText("$1,130 (−$50,070)", { exact: true }).waitFor();
    await lookEveryWay(page, "import, dry run that asks");
    const importButton = page.getByRole("button", { name: "Import 382 customers" });
    expect(await importButton.isDisabled()).toBe(true);
    await page.getByText("Say first that this is meant, or change the mapping.").waitFor();
    await question.getByLabel("Yes, they have left").click();
    api
      .answer(importRoutes.confirm, runningImport)
      .whenCalled(importRoutes.confirm, () => api.answer(importRoutes.status, runningImport));
    await importButton.click();
    expect((await api.called(importRoutes.confirm)).body).toEqual({ answered: ["leaving"] });
    await page.getByRole("heading", { level: 1, name: "Importing" }).waitFor();
  });

  it("says which values are left out of rows that are imported, and which hundred years short years are of", async () => {
    const { columns } = importJob();
    await using opened = await openImport(
      importJob({
        columns: columns.map((column) =>
          column.column === "Joined" ? { ...column, hasShortYears: true, samples: ["01/31/69"] } : column,
        ),
      }),
    );
    const { page, api } = opened;
    const century = page.getByRole("combobox", { name: "Two-digit years of Joined" });
    await century.getByText("Years 1927 to 2026").waitFor();
    await century.click();
    await page.getByRole("option", { name: "Years 1970 to 2069" }).click();
    await page.getByRole("combobox", { name: "Date order of Joined" }).click();
    await page.getByRole("option", { name: "11/21/2026 (month first)" }).click();
    await lookEveryWay(page, "import, mapping with short years");
    const checked = importJob({
      ...checkedImport,
      errorGroups: [
        {
          code: "bad_number",
          column: "Seats",
          message: "Not a number in the chosen style.",
          count: 12,
          rows: [4, 9],
          example: "a dozen",
          keepsRow: true,
        },
        ...checkedImport.errorGroups,
      ],
    });
    api
      .answer(importRoutes.saveMapping, checked)
      .whenCalled(importRoutes.saveMapping, () => api.answer(importRoutes.status, checked));
    await page.getByRole("button", { name: "Check the rows" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toMatchObject({
      columns: [{}, { latestYear: 2069 }],
    });
    await page
      .getByText(
        "12 values of extra attributes cannot be read and are left out. The rest of their rows is imported.",
      )
      .waitFor();
    await page.getByText("3 rows cannot be imported as they are.").waitFor();
  });

  it("offers the sheets of a workbook, and asks what the first row is where it looks like a customer", async () => {
    const reading = {
      sheets: ["Read me", "Customers"],
      sheet: "Read me",
      hasHeadings: true,
      asksHeadings: true,
    };
    await using opened = await openImport(importJob({ reading }));
    const { page, api } = opened;
    const asked = page.getByRole("group", { name: "The first row" });
    await asked.getByText("The first row looks like a customer and not like headings.").waitFor();
    await page.getByText("Say first what the first row is.").waitFor();
    expect(await page.getByRole("button", { name: "Check the rows" }).isDisabled()).toBe(true);
    await lookEveryWay(page, "import, mapping of a workbook without headings");
    const answered = importJob({ reading: { ...reading, hasHeadings: false, asksHeadings: false } });
    api
      .answer(importRoutes.changeReading, answered)
      .whenCalled(importRoutes.changeReading, () => api.answer(importRoutes.status, answered));
    await asked.getByRole("button", { name: "It is a customer" }).click();
    expect((await api.called(importRoutes.changeReading)).body).toEqual({ hasHeadings: false });
    await page.getByText("The file has no headings: its columns are numbered.").waitFor();
    api.refuse(importRoutes.changeReading, "file_refused", { message: "The sheet is empty." });
    await page.getByRole("combobox", { name: "Sheet of the workbook" }).click();
    await page.getByRole("option", { name: "Customers" }).click();
    await page.getByRole("alert").filter({ hasText: "The sheet is empty." }).waitFor();
  });

  it("starts from the mapping of the last file with these headings, and offers the suggestion", async () => {
    const used = {
      columns: [
        { column: "Customer ID", target: "externalId" as const },
        { column: "Joined", target: "startedAt" as const, dateOrder: "DMY" as const },
      ],
    };
    const suggestion = {
      columns: [
        used.columns[0]!,
        { column: "Joined", target: "attribute" as const, attributeKind: "text" as const },
      ],
    };
    await using opened = await openImport(
      importJob({
        mapping: used,
        earlier: { fileName: "october.csv", usedAt: "2026-10-22T11:00:00.000Z", suggestion },
      }),
    );
    const { page } = opened;
    await page
      .getByText("Read as “october.csv” was on Oct 22: its columns have the same headings.")
      .waitFor();
    await page
      .getByRole("combobox", { name: "Date order of Joined" })
      .getByText("21/11/2026 (day first)")
      .waitFor();
    await lookEveryWay(page, "import, mapping of an earlier file");
    await page.getByRole("button", { name: "Use the suggestion instead" }).click();
    await page.getByRole("combobox", { name: "Joined becomes" }).getByText("Extra attribute").waitFor();
  });

  it("says whose values a column replaces, and keeps both when asked to", async () => {
    const overwrite = {
      column: "Score",
      key: "Score",
      fileName: "customers.csv",
      customers: 212,
      ownKey: "survey.Score",
    };
    const mapping = {
      columns: [
        { column: "Customer ID", target: "externalId" as const },
        { column: "Score", target: "attribute" as const, attributeKind: "number" as const },
      ],
    };
    await using opened = await openImport({
      ...checkedImport,
      fileName: "survey.csv",
      mapping,
      overwrites: [overwrite],
    });
    const { page, api } = opened;
    const list = page.getByRole("list", { name: "Values of another file" });
    await list
      .getByText("“Score” replaces the values that came with “customers.csv”, for 212 customers.")
      .waitFor();
    await lookEveryWay(page, "import, dry run that replaces values");
    api
      .answer(importRoutes.saveMapping, checkedImport)
      .whenCalled(importRoutes.saveMapping, () => api.answer(importRoutes.status, checkedImport));
    await list.getByRole("button", { name: "Keep both, this one as “survey.Score”" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toMatchObject({
      columns: [{}, { column: "Score", attributeKey: "survey.Score" }],
    });
    await list.waitFor({ state: "detached" });
  });

  it("asks what the numbers of a label mean before it goes on", async () => {
    const label = importJob();
    const [id] = label.columns;
    await using opened = await openImport({
      ...label,
      columns: [
        ...(id ? [id] : []),
        {
          ...label.columns[1]!,
          column: "churn",
          kind: "integer",
          samples: ["1", "2"],
          words: ["1", "2"],
          needsDateOrder: false,
        },
      ],
      mapping: {
        columns: [
          { column: "Customer ID", target: "externalId" },
          { column: "churn", target: "churned" },
        ],
      },
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Check the rows" }).click();
    await page
      .getByText("The file does not say which of 1, 2 means that the customer left: choose it")
      .waitFor();
    await page.getByRole("combobox", { name: "Meaning of 1" }).click();
    await page.getByRole("option", { name: "Stayed" }).click();
    await page.getByRole("combobox", { name: "Meaning of 2" }).click();
    await page.getByRole("option", { name: "Left", exact: true }).click();
    api
      .answer(importRoutes.saveMapping, checkedImport)
      .whenCalled(importRoutes.saveMapping, () => api.answer(importRoutes.status, checkedImport));
    await page.getByRole("button", { name: "Check the rows" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toMatchObject({
      columns: [{}, { target: "churned", valueMap: { 1: 0, 2: 1 } }],
    });
  });
});
