import { analysisRoutes, customerRoutes, importRoutes, segmentRoutes } from "@forestay/contracts";
import type { ImportJob } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { REQUEST_ID } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { completeness } from "./examples/analyses.ts";
import { customersPage } from "./examples/customers.ts";
import {
  checkedImport,
  finishedImport,
  importJob,
  importSummary,
  runningImport,
} from "./examples/imports.ts";
import { columnLosses } from "./examples/segments.ts";

const path = `/app/imports/${importJob().id}`;
const openImport = (job: ImportJob, as = person()) =>
  openPage(path, {
    as,
    api: (api) =>
      api.answer(importRoutes.status, job).answer(analysisRoutes.checkCompleteness, completeness()),
  });
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
    const dialog = page.getByRole("dialog", { name: "Import files" });
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
    const dialog = page.getByRole("dialog", { name: "Import files" });
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
    // What it was for comes next.
    await page.getByText(/customers have left: enough to train a model of your own\.$/).waitFor();
    await page.getByRole("link", { name: "Run churn analysis" }).waitFor();
    await lookEveryWay(page, "import, finished");
  });

  it("says once it is in what is missing for an analysis, and offers none where there cannot be one", async () => {
    await using opened = await openImport(finishedImport);
    const { page, api } = opened;
    await page.getByRole("link", { name: "Run churn analysis" }).waitFor();
    const { outcomes } = completeness();
    api.answer(
      analysisRoutes.checkCompleteness,
      completeness({ expectedSource: "rules", outcomes: { ...outcomes, left: 3 } }),
    );
    await page.reload();
    await page
      .getByText("3 customers have left: too few to train a model, so an analysis goes by rules")
      .waitFor();
    api.answer(
      analysisRoutes.checkCompleteness,
      completeness({
        canAnalyze: false,
        blockers: ["Nobody of them can be scored: no activity is recorded."],
      }),
    );
    await page.reload();
    await page.getByText("Nobody of them can be scored: no activity is recorded.").waitFor();
    expect(await page.getByRole("link", { name: "Run churn analysis" }).count()).toBe(0);
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
    api.answer(segmentRoutes.columnLosses, columnLosses);
    await page.getByRole("button", { name: "Undo import" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this import?" });
    await dialog
      .getByText(
        "Seats: the segment “Large”, the campaign “Call them”, 1 view of a person's own ask for it and will hold nobody by that line",
      )
      .waitFor();
    await dialog.getByText("Region, which no rule asks for").waitFor();
    await lookEveryWay(page, "import, undo");
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
