import { importRoutes, JobStatus, type ImportJob } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, upload, uploaded, type TestApp } from "#testing/index.ts";
import { dryRun, imported, statusOf, storedCustomers } from "./fixtures/import-flow.ts";
import { ledgerCustomers, ledgerFiles } from "./fixtures/ledger-files.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff")).actor;
});

const kinds = Object.entries(ledgerFiles).map(([kind, file]) => ({
  kind: kind as keyof typeof ledgerFiles,
  ...file,
}));

const many = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));

async function countOf(table: string): Promise<number> {
  const [row] = await app.queryAsAdmin<{ count: string }>(
    `select count(*) as count from ${table} where company_id = $1`,
    [companyId],
  );
  return Number(row?.count);
}

async function undo(job: ImportJob): Promise<ImportJob> {
  await app.call(user, importRoutes.undo, { params: { id: job.id } });
  await app.drainJobs();
  return statusOf(app, user, job.id);
}

/** Everything of a company that its files have to do with, as one comparable text. */
async function everything(): Promise<string> {
  const tables = [
    "customers",
    "subscriptions",
    "subscription_prices",
    "invoices",
    "payment_attempts",
    "events",
    "parked_ledger_rows",
  ];
  const prints: unknown[] = [];
  for (const table of tables) {
    prints.push(
      await app.queryAsAdmin(
        `select md5(coalesce(string_agg(row, '|' order by row), '')) as print, count(*) from (
           select (to_jsonb(t) - 'id' - 'updated_at' - 'last_import_id' - 'told_at' - 'batch_id' - 'repeated_by' - 'older' - 'file_values' - 'value_sources')::text as row
           from ${table} t where company_id = $1) rows`,
        [companyId],
      ),
    );
  }
  return JSON.stringify(prints);
}

describe.each(kinds)("a file of $kind", ({ kind, csv, good, table }) => {
  it("is recognised, checked, imported, the same the second time, and undone", async () => {
    await imported(app, user, ledgerCustomers);
    const before = await everything();
    const checked = await dryRun(app, user, csv, { name: `${kind}.csv` });
    expect(checked).toMatchObject({ kind, step: "confirm", failure: null });
    expect(checked.dryRun).toMatchObject({
      totalRows: 4,
      create: good,
      update: 0,
      skip: 0,
      error: 1,
      ledger: { parked: 1, customersCreated: 0 },
    });
    expect(checked.notices.join()).toMatch(/1 row is of customers who are not here yet \(such as “C-9”\)/);
    expect(checked.errorGroups).toHaveLength(1);
    expect(await everything()).toBe(before);

    await app.call(user, importRoutes.confirm, { params: { id: checked.id } });
    await app.drainJobs();
    const done = await statusOf(app, user, checked.id);
    expect(done).toMatchObject({ status: JobStatus.Completed, hasErrorFile: true });
    expect(done.counts).toEqual(checked.dryRun);
    expect([await countOf(table), await countOf("parked_ledger_rows")]).toEqual([good, 1]);

    const after = await everything();
    app.clock.advance(86_400_000);
    const again = await imported(app, user, csv);
    expect(again.counts).toMatchObject({ create: 0, update: 0, error: 1 });
    expect(await everything()).toBe(after);

    // What came twice is there until neither import stands.
    await undo(again);
    expect(await countOf(table)).toBe(good);
    const undone = await undo(done);
    expect(undone.undoneAt).not.toBeNull();
    expect([await countOf(table), await countOf("parked_ledger_rows")]).toEqual([0, 0]);
    expect(await everything()).toBe(before);
  });

  it("adds unknown customers or refuses their rows, as the mapping says", async () => {
    await imported(app, user, ledgerCustomers);
    const choosing = (unknownCustomers: "create" | "reject") => ({
      mapping: (suggested: NonNullable<ImportJob["mapping"]>) => ({
        ...suggested,
        options: { ...suggested.options, unknownCustomers },
      }),
    });
    const refused = await dryRun(app, user, csv, choosing("reject"));
    expect(refused.dryRun).toMatchObject({ create: good, error: 2, ledger: { parked: 0 } });
    expect(refused.errorGroups.map(({ code }) => code)).toContain("unknown_customer");
    const made = await imported(app, user, csv, choosing("create"));
    expect(made.counts).toMatchObject({
      create: good + 1,
      error: 1,
      ledger: { parked: 0, customersCreated: 1 },
    });
    expect((await storedCustomers(app, companyId)).map((one) => one.external_id)).toEqual([
      "C-1",
      "C-2",
      "C-9",
    ]);
    await undo(made);
    expect((await storedCustomers(app, companyId)).map((one) => one.external_id)).toEqual(["C-1", "C-2"]);
  });

  it("joins its waiting rows by itself when their customer comes", async () => {
    await imported(app, user, ledgerCustomers);
    await imported(app, user, csv);
    await imported(app, user, "customer_id,email\nC-9,cid@cork.test\n");
    expect([await countOf(table), await countOf("parked_ledger_rows")]).toEqual([good + 1, 0]);
  });
});

describe("the dry run of a ledger", () => {
  it("says which time and what money the rows come to, each currency for itself", async () => {
    await imported(app, user, ledgerCustomers);
    const invoices = await dryRun(app, user, ledgerFiles.invoices.csv);
    expect(invoices.dryRun?.ledger).toMatchObject({
      from: "2026-09-01",
      to: "2026-10-01",
      totals: [
        { currency: "USD", rows: 2, amount: 98 },
        { currency: "EUR", rows: 1, amount: 91 },
      ],
    });
    const subscriptions = await dryRun(app, user, ledgerFiles.subscriptions.csv);
    // A month of what runs now: the yearly one has ended.
    expect(subscriptions.dryRun?.ledger?.totals).toEqual([
      { currency: "USD", rows: 2, amount: 49 },
      { currency: "EUR", rows: 1, amount: 49 },
    ]);
  });

  it("asks about bills that stand in several rows with different amounts, and about marks of several currencies", async () => {
    await imported(app, user, ledgerCustomers);
    const lines = await dryRun(
      app,
      user,
      "invoice_number,customer_id,issued_at,due_date,total\nI-1,C-1,2026-09-01,2026-09-15,20\nI-1,C-1,2026-09-01,2026-09-15,29\nI-2,C-1,2026-09-02,2026-09-15,5\n",
    );
    expect(lines.dryRun).toMatchObject({ totalRows: 3, create: 2, skip: 0, duplicate: 1 });
    expect(lines.questions.map(({ code, column }) => [code, column])).toEqual([
      ["repeats", "invoice_number"],
    ]);
    const refused = await app.call(user, importRoutes.confirm, { params: { id: lines.id } });
    expect(refused.status).toBe(409);
    const marks = await dryRun(
      app,
      user,
      "invoice_number,customer_id,issued_at,due_date,total\nI-1,C-1,2026-09-01,2026-09-15,20\nI-2,C-1,2026-09-01,2026-09-15,€29\n",
    );
    expect(marks.questions.map(({ code }) => code)).toEqual(["currencies"]);
    expect(marks.questions[0]?.message).toMatch(/1 in USD, 1 in EUR|1 in EUR, 1 in USD/);
  });
});

describe("what a file of subscriptions leaves open", () => {
  it("is asked before the import, each with how many and what is made of it", async () => {
    await imported(app, user, `customer_id,name\n${many(30, (n) => `C-${n},Name ${n}`).join("\n")}\n`);
    const { questions } = await dryRun(
      app,
      user,
      [
        "subscription_id,customer_id,plan,amount,currency,interval,status,start_date,end_date",
        ...many(20, (n) => `S-1${n},C-${n},Team,20,USD,month,cancelled,2024-01-01,`),
        "S-2,C-2,Team,20,USD,month,cancelled,2024-01-01,2026-02-01",
        ...many(21, (n) => `S-3${n},C-${n},Team,20,USD,month,active,2024-01-01,2025-01-01`),
        "S-4,C-4,Team,20,USD,year,active,2023-01-01,",
        "S-4,C-4,Team,20,USD,year,active,2024-01-01,",
        "",
      ].join("\n"),
    );
    expect(questions.map(({ code, column, message }) => [code, column, message.split(" ")[0]])).toEqual([
      ["terms", "subscription_id", "1"],
      ["undatedEnds", "status", "20"],
      ["pastEnds", "end_date", "21"],
    ]);
    expect(questions[0]?.message).toContain(
      "map its start and end as “Price valid from” and “Price valid until”",
    );
  });

  it("is not asked of a few rows, nor again of a file that comes every night", async () => {
    await imported(app, user, `customer_id,name\n${many(30, (n) => `C-${n},Name ${n}`).join("\n")}\n`);
    const nightly = (...more: string[]) =>
      [
        "subscription_id,customer_id,plan,amount,currency,interval,status,start_date,end_date",
        ...many(25, (n) => `S-${n},C-${n},Team,20,USD,month,cancelled,2024-01-01,`),
        "S-T,C-1,Team,20,USD,year,cancelled,2023-01-01,2023-12-31",
        "S-T,C-1,Team,30,USD,year,active,2024-01-01,",
        "S-A,C-2,Team,20,USD,month,active,2024-01-01,2025-01-01",
        ...more,
        "",
      ].join("\n");
    const asked = await dryRun(app, user, nightly());
    expect(asked.questions.map(({ code }) => code)).toEqual(["terms", "undatedEnds"]);
    expect(asked.dryRun).toMatchObject({ create: 27, duplicate: 1, error: 0 });
    await app.call(user, importRoutes.confirm, {
      params: { id: asked.id },
      body: { answered: asked.questions.map(({ code }) => code) },
    });
    await app.drainJobs();
    for (const file of [nightly(), nightly("S-N,C-3,Team,20,USD,month,cancelled,2024-01-01,")]) {
      const next = await uploaded(app, user, file, { autoConfirm: true });
      await app.drainJobs();
      expect(await statusOf(app, user, next.id)).toMatchObject({
        status: JobStatus.Completed,
        questions: [],
        dryRun: { update: 0 },
      });
    }
  });

  it("is a term that was renewed where the same row comes after its end: nothing was unpaid between", async () => {
    const file =
      "subscription_id,customer_id,plan,amount,currency,interval,status,start_date,end_date\nS-1,C-1,Team,20,USD,month,active,2024-01-01,2026-10-15\n";
    await imported(app, user, ledgerCustomers);
    const before = app.clock.now();
    for (const day of ["2026-10-01", "2026-11-01"]) {
      app.clock.set(new Date(`${day}T09:00:00Z`));
      expect(await imported(app, user, file)).toMatchObject({ status: JobStatus.Completed });
    }
    app.clock.set(before);
    expect(
      await app.queryAsAdmin(
        `select s.status, s.ended_at, p.from_at::date::text as from, p.until_at
         from subscriptions s join subscription_prices p on p.company_id = s.company_id and p.subscription_id = s.id
         where s.company_id = $1`,
        [companyId],
      ),
    ).toEqual([{ status: 1, ended_at: null, from: "2024-01-01", until_at: null }]);
  });

  it("counts the row before one that is refused", async () => {
    await imported(app, user, ledgerCustomers);
    const file =
      "subscription_id,customer_id,plan,amount,currency,interval,start_date\nS-1,C-1,Team,20,USD,month,2024-01-01\nS-1,C-9,Team,30,USD,month,2024-01-01\n";
    const { dryRun: found } = await dryRun(app, user, file, {
      mapping: (one) => ({ ...one, options: { ...one.options, unknownCustomers: "reject" } }),
    });
    expect(found).toMatchObject({ create: 1, error: 1 });
    expect(found?.duplicate).toBeUndefined();
  });

  it("is done as the question about terms says: their start and end as those of a price", async () => {
    await imported(app, user, ledgerCustomers);
    const terms = await imported(
      app,
      user,
      [
        "subscription_id,customer_id,plan,amount,currency,interval,start_date,end_date",
        "S-4,C-1,Team,20,USD,year,2023-01-01,2024-01-01",
        "S-4,C-1,Team,30,USD,year,2024-01-01,",
        "",
      ].join("\n"),
      {
        mapping: (suggested) => ({
          ...suggested,
          columns: suggested.columns.map((one) =>
            one.column === "start_date"
              ? { ...one, target: "priceFrom" }
              : one.column === "end_date"
                ? { ...one, target: "priceUntil" }
                : one,
          ),
        }),
      },
    );
    expect(terms).toMatchObject({ status: JobStatus.Completed, questions: [] });
    expect(
      await app.queryAsAdmin(
        `select s.started_at::date::text as started, s.ended_at, p.from_at::date::text as from, p.amount_minor::int as minor
         from subscriptions s join subscription_prices p on p.company_id = s.company_id and p.subscription_id = s.id
         where s.company_id = $1 order by p.from_at`,
        [companyId],
      ),
    ).toEqual([
      { started: "2023-01-01", ended_at: null, from: "2023-01-01", minor: 2000 },
      { started: "2023-01-01", ended_at: null, from: "2024-01-01", minor: 3000 },
    ]);
  });
});

describe("what a row is", () => {
  it("is said by a person where it was taken for something else, and the columns are suggested anew", async () => {
    const file =
      "id,customer_id,day,total\nX-1,C-1,2026-09-01,20\nX-2,C-2,2026-09-02,20\nX-3,C-1,2026-10-02,20\n";
    const first = await uploaded(app, user, file);
    expect(first.kind).toBe("customers");
    const { body } = await app.call(user, importRoutes.changeReading, {
      params: { id: first.id },
      body: { kind: "invoices" },
    });
    expect(body.kind).toBe("invoices");
    expect(body.mapping?.columns.map(({ target }) => target)).toEqual([
      "invoiceId",
      "externalId",
      "issuedAt",
      "amount",
    ]);
    await imported(app, user, ledgerCustomers);
    await app.call(user, importRoutes.saveMapping, {
      params: { id: first.id },
      body: body.mapping ?? { columns: [] },
    });
    await app.drainJobs();
    await app.call(user, importRoutes.confirm, { params: { id: first.id } });
    await app.drainJobs();
    expect(await countOf("invoices")).toBe(3);
    // The next file with these headings is taken for what this one was.
    expect((await uploaded(app, user, file)).kind).toBe("invoices");
    expect((await uploaded(app, user, file, { fields: { kind: "customers" } })).kind).toBe("customers");
  });

  it("runs straight through where nothing has to be asked, and says by column what is missing where something has", async () => {
    await imported(app, user, ledgerCustomers);
    const through = await uploaded(app, user, ledgerFiles.invoices.csv, { autoConfirm: true });
    await app.drainJobs();
    expect(await statusOf(app, user, through.id)).toMatchObject({ status: JobStatus.Completed });
    const seats = await uploaded(
      app,
      user,
      "subscription_id,customer_id,plan,price,quantity,start_date\nS-1,C-1,Team,10,5,2026-01-01\n",
      { autoConfirm: true },
    );
    expect(seats).toMatchObject({ status: JobStatus.Pending, kind: "subscriptions" });
    expect(seats.notices.join()).toMatch(
      /how often the price is charged.*the price of one seat or of all together/s,
    );
    const wrong = await upload(app, user, ledgerFiles.invoices.csv, {
      sentMapping: { columns: [{ column: "invoice_number", target: "plan" }] },
    });
    expect([wrong.statusCode, wrong.json<{ fields: Record<string, string> }>().fields]).toMatchObject([
      400,
      { invoice_number: expect.stringMatching(/no field of such rows/) },
    ]);
  });
});

it("refuses to undo what a later file has written over", async () => {
  await imported(app, user, ledgerCustomers);
  const first = await imported(app, user, ledgerFiles.invoices.csv, { name: "first.csv" });
  app.clock.advance(60_000);
  await imported(app, user, ledgerFiles.invoices.csv.replace(",open", ",paid"), { name: "later.csv" });
  const refused = await app.call(user, importRoutes.undo, { params: { id: first.id } });
  expect(JSON.stringify([refused.status, refused.body])).toMatch(/409.*later\.csv/);
});

it("keeps customers of whom other files have brought rows, when the file that brought them is undone", async () => {
  const customers = await imported(app, user, ledgerCustomers);
  await imported(app, user, ledgerFiles.events.csv.replaceAll(",C-1,", ",C-2,"));
  const undone = await undo(customers);
  expect(undone.notices).toEqual([
    "1 customer of this import stays: other files have brought rows of it since.",
  ]);
  expect((await storedCustomers(app, companyId)).map((one) => one.external_id)).toEqual(["C-2"]);
  expect(await countOf("events")).toBe(2);
});
