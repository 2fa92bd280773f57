import { importRoutes, JobStatus, type ImportJob } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, upload, uploaded, type TestApp } from "#testing/index.ts";
import { buildXlsx } from "../../../../../packages/tabular/src/testing/build-xlsx.ts";
import { dryRun, statusOf, storedCustomers } from "./fixtures/import-flow.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Owner")).actor;
});

const read = (id: string, body: { sheet?: string; hasHeadings?: boolean }) =>
  app.call(user, importRoutes.changeReading, { params: { id }, body });
const finish = async (job: ImportJob) => {
  await app.call(user, importRoutes.saveMapping, {
    params: { id: job.id },
    body: job.mapping ?? { columns: [] },
  });
  await app.drainJobs();
  await app.call(user, importRoutes.confirm, { params: { id: job.id } });
  await app.drainJobs();
  return statusOf(app, user, job.id);
};

describe("a file without headings", () => {
  const headless = "C-1001,ann@acme.test,Pro,49\nC-1002,bob@bolt.test,Basic,9\nC-1003,cid@cork.test,Pro,49\n";

  it("is noticed and asked about, and its first row is imported when somebody says that it is a customer", async () => {
    const job = await uploaded(app, user, headless);
    expect(job.reading).toMatchObject({ sheets: [], sheet: null, hasHeadings: true, asksHeadings: true });
    const early = await app.call(user, importRoutes.saveMapping, {
      params: { id: job.id },
      body: job.mapping ?? { columns: [] },
    });
    expect([early.status, JSON.stringify(early.body)]).toEqual([
      400,
      expect.stringContaining("looks like a customer"),
    ]);
    const again = (await read(job.id, { hasHeadings: false })).body;
    expect(again.reading).toMatchObject({ hasHeadings: false, asksHeadings: false });
    expect(again.mapping?.columns.map(({ column, target }) => [column, target])).toEqual([
      ["Column 1", "attribute"],
      ["Column 2", "email"],
      ["Column 3", "attribute"],
      ["Column 4", "attribute"],
    ]);
    expect(await finish(again)).toMatchObject({ status: JobStatus.Completed, counts: { create: 3 } });
    expect((await storedCustomers(app, companyId))[0]).toMatchObject({
      email: "ann@acme.test",
    });
  });

  it("does not run straight through without its first customer, unless the sender says which it is", async () => {
    const stopped = await uploaded(app, user, headless, { autoConfirm: true });
    expect(stopped).toMatchObject({ status: JobStatus.Pending, step: "mapping" });
    expect(stopped.notices.join()).toContain(
      "cannot run straight through: The first row looks like a customer",
    );
    for (const [headings, count] of [
      ["false", 3],
      ["true", 2],
    ] as const) {
      const company = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
      const { id } = await uploaded(app, company, headless, { autoConfirm: true, fields: { headings } });
      await app.drainJobs();
      const job = await statusOf(app, company, id);
      expect([headings, job.step, job.counts?.create ?? job.notices]).toEqual([headings, "done", count]);
    }
  });

  it("is not what a file is whose headings only look a little like values", async () => {
    for (const file of [
      "customer_id,2024,2025\nC-1,5,6\nC-2,7,8\n",
      "id,plan\nA-1,Pro\nA-2,Basic\n",
      "email,yes\nann@acme.test,maybe\nbob@bolt.test,never\n",
    ]) {
      expect([file, (await uploaded(app, user, file)).reading.asksHeadings]).toEqual([file, false]);
    }
  });
});

describe("a workbook with several sheets", () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = (...lines: string[][]) =>
    lines
      .map(
        (line, row) =>
          `<row r="${row + 1}">${line.map((text, column) => cell(`${"AB"[column]}${row + 1}`, text)).join("")}</row>`,
      )
      .join("");
  const workbook = buildXlsx({
    sheets: [
      { name: "Read me", rows: rows(["Made by", "Ann"], ["On", "Monday"]) },
      { name: "Hidden", rows: rows(["customer_id", "plan"], ["X-1", "Pro"]), state: "hidden" },
      { name: "Customers", rows: rows(["customer_id", "plan"], ["C-1", "Pro"], ["C-2", "Basic"]) },
    ],
  });

  it("offers those that are shown, and reads the one that is chosen, to the end", async () => {
    const job = await uploaded(app, user, workbook, { name: "book.xlsx" });
    expect(job.reading).toMatchObject({
      sheets: ["Read me", "Customers"],
      sheet: "Read me",
      hasHeadings: true,
      asksHeadings: false,
    });
    const chosen = (await read(job.id, { sheet: "Customers" })).body;
    expect(chosen.reading.sheet).toBe("Customers");
    expect(await finish(chosen)).toMatchObject({ status: JobStatus.Completed, counts: { create: 2 } });
    expect((await storedCustomers(app, companyId)).map(({ external_id }) => external_id)).toEqual([
      "C-1",
      "C-2",
    ]);
  });

  it("is read by the name that came with the upload, and refused where it has no such sheet", async () => {
    const job = await uploaded(app, user, workbook, { name: "book.xlsx", fields: { sheet: "Customers" } });
    expect(job.columns.map(({ column }) => column)).toEqual(["customer_id", "plan"]);
    const answer = await upload(app, user, workbook, { name: "book.xlsx", fields: { sheet: "Orders" } });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      422,
      'The workbook has no sheet "Orders".',
    ]);
    expect((await read(job.id, { sheet: "Orders" })).status).toBe(422);
    expect(await statusOf(app, user, job.id)).toMatchObject({
      step: "mapping",
      reading: { sheet: "Customers" },
    });
  });

  it("can be read anew instead of confirming, and not once it is being written", async () => {
    const checked = await dryRun(app, user, workbook, { name: "book.xlsx", fields: { sheet: "Customers" } });
    const again = await read(checked.id, { sheet: "Read me" });
    expect(again.body).toMatchObject({ status: JobStatus.Pending, step: "mapping", dryRun: null });
    const back = (await read(checked.id, { sheet: "Customers" })).body;
    await finish(back);
    expect((await read(checked.id, { sheet: "Read me" })).status).toBe(409);
  });
});

describe("a JSON list", () => {
  it("is read with its nested objects", async () => {
    const list = JSON.stringify({
      data: [
        { id: "J-1", plan: { name: "Pro" } },
        { id: "J-2", plan: { name: "Basic" } },
      ],
    });
    const job = await uploaded(app, user, list, {
      name: "customers.json",
      fields: {
        mapping: JSON.stringify({
          columns: [
            { column: "id", target: "externalId" },
            { column: "plan.name", target: "plan" },
          ],
        }),
      },
    });
    expect(await finish(job)).toMatchObject({ counts: { create: 2 } });
    expect((await storedCustomers(app, companyId)).map(({ plan }) => plan)).toEqual(["Pro", "Basic"]);
  });
});
