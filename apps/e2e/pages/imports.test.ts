import { customerRoutes, importRoutes } from "@forestay/contracts";
import type { ImportJob } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { REQUEST_ID } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { customersPage } from "./examples/customers.ts";
import {
  checkedImport,
  finishedImport,
  importJob,
  importSummary,
  questionedImport,
  runningImport,
} from "./examples/imports.ts";

const path = `/app/imports/${importJob().id}`;
const openImport = (job: ImportJob, as = person()) =>
  openPage(path, { as, api: (api) => api.answer(importRoutes.status, job) });
const earlier = (items: ImportJob[]) => ({
  items: items.map(importSummary),
  totalCount: items.length,
  page: 1,
  pageSize: 10,
  totalPages: 1,
});

describe("the dialog that imports", () => {
  it("lists earlier imports, takes a file, and leads to its mapping", async () => {
    await using opened = await openPage("/app/customers?import=open", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([]))
          .answer(importRoutes.list, earlier([finishedImport]))
          .answer(importRoutes.upload, importJob())
          .answer(importRoutes.status, importJob()),
    });
    const { page, api } = opened;
    const dialog = page.getByRole("dialog", { name: "Import customers" });
    const row = dialog.getByRole("listitem").filter({ hasText: "customers.csv" });
    await row.getByText("397 added, 0 updated").waitFor();
    await lookEveryWay(page, "customers, import dialog");
    await dialog
      .getByLabel("File to import")
      .setInputFiles({ name: "new.csv", mimeType: "text/csv", buffer: Buffer.from("Customer ID\nC-1\n") });
    const { body } = await api.called(importRoutes.upload);
    expect(body).toContain('filename="new.csv"');
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1, name: "Check what each column means" }).waitFor();
  });

  it("says which file was refused and why, and that earlier imports did not load", async () => {
    await using opened = await openPage("/app/customers?import=open", {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([]))
          .refuse(importRoutes.list, "unavailable")
          .refuse(importRoutes.upload, "file_refused", { message: "This file holds no rows." }),
    });
    const { page, api } = opened;
    const dialog = page.getByRole("dialog", { name: "Import customers" });
    const said = dialog.getByRole("alert").filter({ hasText: "Earlier imports did not load" });
    await said.getByText(REQUEST_ID).waitFor();
    await dialog
      .getByLabel("File to import")
      .setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
    await dialog.getByText("empty.csv: This file holds no rows.").waitFor();
    await tryAgain(opened, said, () => api.answer(importRoutes.list, earlier([finishedImport])));
    await dialog.getByText("397 added, 0 updated").waitFor();
  });
});

describe("the page of an import", () => {
  it("asks for the order of an ambiguous date before it goes on, and sends what was chosen", async () => {
    await using opened = await openImport(importJob());
    const { page, api } = opened;
    await page.getByText("2 columns of 2 will be imported. Nothing is written yet.").waitFor();
    await lookEveryWay(page, "import, mapping");
    await page.getByRole("button", { name: "Check the rows" }).click();
    await page.getByRole("alert").getByText("1 column needs attention.").waitFor();
    expect(api.asked(importRoutes.saveMapping)).toEqual([]);
    await page.getByRole("combobox", { name: "Date order of Joined" }).click();
    await page.getByRole("option", { name: "21/11/2026 (day first)" }).click();
    api
      .answer(importRoutes.saveMapping, checkedImport)
      .whenCalled(importRoutes.saveMapping, () => api.answer(importRoutes.status, checkedImport));
    await page.getByRole("button", { name: "Check the rows" }).click();
    expect((await api.called(importRoutes.saveMapping)).body).toEqual({
      columns: [
        { column: "Customer ID", target: "externalId" },
        { column: "Joined", target: "startedAt", dateOrder: "DMY" },
      ],
    });
    await page.getByRole("heading", { level: 1, name: "This is what would change" }).waitFor();
  });

  it("says at its column what the server refused of the mapping, and loses none of the choices", async () => {
    await using opened = await openImport(
      importJob({
        mapping: {
          columns: [
            { column: "Customer ID", target: "externalId" },
            { column: "Joined", target: "skip" },
          ],
        },
      }),
    );
    const { page, api } = opened;
    api.refuse(importRoutes.saveMapping, "validation_failed", {
      fields: { "columns.0.target": "This column is empty in 12 rows." },
    });
    await page.getByRole("button", { name: "Check the rows" }).click();
    const column = page.getByRole("listitem").filter({ hasText: "Customer ID" });
    await column.getByText("This column is empty in 12 rows.").waitFor();
    await page.getByRole("alert").filter({ hasText: "The mapping was not accepted" }).waitFor();
  });

  it("says what would change, by reason what is wrong, and imports when told to", async () => {
    await using opened = await openImport(checkedImport);
    const { page, api } = opened;
    const fact = (label: string) =>
      page
        .locator("dl > div", { has: page.getByText(label, { exact: true }) })
        .locator("dd")
        .innerText();
    await page.getByRole("heading", { level: 1, name: "This is what would change" }).waitFor();
    expect([await fact("Rows in the file"), await fact("To create"), await fact("With errors")]).toEqual([
      "400",
      "397",
      "3",
    ]);
    await page.getByText("Joined: Not a date").waitFor();
    await page.getByText("Rows 121, 251, 334, for example “2024-02-31”").waitFor();
    await lookEveryWay(page, "import, dry run");
    api
      .answer(importRoutes.confirm, runningImport)
      .whenCalled(importRoutes.confirm, () => api.answer(importRoutes.status, runningImport));
    await page.getByRole("button", { name: "Import 397 customers" }).click();
    const { params, idempotencyKey } = await api.called(importRoutes.confirm);
    expect(params).toEqual({ id: checkedImport.id });
    expect(idempotencyKey).toBeDefined();
    await page.getByRole("heading", { level: 1, name: "Importing" }).waitFor();
    await page.getByText("200 rows imported").waitFor();
    await page.getByRole("progressbar", { name: "Importing rows" }).waitFor();
  });

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

  it("hears that it has finished, without a press", async () => {
    await using opened = await openImport(runningImport);
    const { page, api } = opened;
    await page.getByText("200 rows imported").waitFor();
    await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
    api.answer(importRoutes.status, finishedImport);
    api.tell("import_completed", { importId: finishedImport.id });
    await page.getByRole("heading", { level: 1, name: "Import finished" }).waitFor();
    await page.getByText("400 rows read in 12 seconds.").waitFor();
    await page.getByRole("table", { name: "Skipped rows" }).getByText("2024-02-31").waitFor();
    await lookEveryWay(page, "import, finished");
  });

  it("is cancelled, and says that nothing was written", async () => {
    await using opened = await openImport(checkedImport);
    const { page, api } = opened;
    await page.getByRole("heading", { level: 1, name: "This is what would change" }).waitFor();
    const cancelled = importJob({ status: 5, step: "done", completedAt: "2026-11-22T11:05:00.000Z" });
    api
      .answer(importRoutes.cancel, cancelled)
      .whenCalled(importRoutes.cancel, () => api.answer(importRoutes.status, cancelled));
    await page.getByRole("button", { name: "Cancel import" }).click();
    await page.getByRole("heading", { level: 1, name: "Import cancelled" }).waitFor();
    await page.getByText("Cancelled before anything was written.").waitFor();
  });

  it("is undone after a question that says what that does, and says why it cannot be", async () => {
    await using opened = await openImport(finishedImport);
    const { page, api } = opened;
    api.refuse(importRoutes.undo, "conflict", { message: "A later import changed the same customers." });
    await page.getByRole("button", { name: "Undo import" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this import?" });
    await dialog.getByText(/^397 customers added by it will be removed\. Possible until/).waitFor();
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await dialog.getByText("A later import changed the same customers.").waitFor();
    const undone = { ...finishedImport, undoneAt: "2026-11-22T12:00:00.000Z" };
    api
      .answer(importRoutes.undo, undone)
      .whenCalled(importRoutes.undo, () => api.answer(importRoutes.status, undone));
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await page.getByText(/^Undone on .* Every row is as it was before this import\.$/).waitFor();
  });

  it("says why it failed", async () => {
    await using opened = await openImport(
      importJob({ status: 4, step: "done", failure: "The file ended in the middle of a row." }),
    );
    await opened.page.getByRole("alert").getByText("The file ended in the middle of a row.").waitFor();
  });

  it("shows a Viewer how it stands and offers nothing", async () => {
    await using opened = await openImport(checkedImport, person({ companyRole: "Viewer" }));
    const { page } = opened;
    await page.getByText("Staff and Owners can confirm this import.").waitFor();
    expect(await page.getByRole("button", { name: /^Import|Cancel import|Change the mapping/ }).count()).toBe(
      0,
    );
  });
});
