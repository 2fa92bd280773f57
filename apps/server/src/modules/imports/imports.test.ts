import { customerRoutes, importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import {
  dryRun,
  fingerprint,
  imported,
  statusOf,
  storedCustomers,
  withColumn,
} from "./fixtures/import-flow.ts";

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

const three = `customer_id,email,name,plan,mrr,status,signup_date,churned,seats
C-1,ann@acme.test,Ann Lee,Pro,49.90,active,2024-03-01,no,12
C-2,bob@bolt.test,Bob Ray,Basic,9,cancelled,2023-11-17,yes,1
C-3,cid@cork.test,Cid Poe,Pro,49.90,past_due,2022-01-09,no,4
`;

describe("the dry run", () => {
  it("announces what would happen and writes no customer", async () => {
    await imported(app, user, three);
    const before = await fingerprint(app, companyId);
    const changed =
      three.replace("Ann Lee,Pro", "Ann Lee,Team") +
      "C-4,dee@dune.test,Dee Fox,Pro,1,active,2025-01-01,no,1\n,,,,,,,,\nC-5,not-an-email,Eve,Pro,1,active,2025-01-01,no,1\n";
    const job = await dryRun(app, user, changed);
    expect(job).toMatchObject({ status: JobStatus.Validating, step: "confirm", counts: null });
    expect(job.createdBy).toMatch(/^Test /);
    expect(job.dryRun).toEqual({ totalRows: 5, create: 1, update: 1, skip: 2, error: 1 });
    expect(job.errorGroups.map((group) => [group.code, group.column, group.rows])).toContainEqual([
      "bad_email",
      "email",
      [7],
    ]);
    expect(await fingerprint(app, companyId)).toBe(before);
  });

  it("can be asked for again with another mapping instead of confirming", async () => {
    const first = await dryRun(app, user, three);
    const columns = (first.mapping?.columns ?? []).map((column) =>
      column.column === "seats" ? { ...column, target: "skip" as const } : column,
    );
    await app.call(user, importRoutes.saveMapping, { params: { id: first.id }, body: { columns } });
    await app.drainJobs();
    expect(await statusOf(app, user, first.id)).toMatchObject({ step: "confirm", dryRun: { create: 3 } });
    await app.call(user, importRoutes.confirm, { params: { id: first.id } });
    await app.drainJobs();
    expect((await storedCustomers(app, companyId))[0]?.attributes).toEqual({});
  });
});

describe("an import", () => {
  it("writes the customers that the list then shows, with the company's own columns", async () => {
    const job = await imported(app, user, three);
    expect(job).toMatchObject({
      status: JobStatus.Completed,
      counts: { totalRows: 3, create: 3, update: 0, skip: 0, error: 0 },
      hasErrorFile: false,
    });
    const { body } = await app.call(user, customerRoutes.list, {
      query: { sort: "fullName", direction: "asc" },
    });
    expect(body.totalCount).toBe(3);
    expect(
      body.items.map((item) => [
        item.fullName,
        item.plan,
        item.monthlyRevenue,
        item.subscriptionStatus,
        item.churned,
      ]),
    ).toEqual([
      ["Ann Lee", "Pro", 49.9, 1, false],
      ["Bob Ray", "Basic", 9, 2, true],
      ["Cid Poe", "Pro", 49.9, 3, false],
    ]);
    const facets = await app.call(user, customerRoutes.facets);
    expect(facets.body.attributes).toEqual([{ key: "seats", label: "Seats", kind: "number" }]);
    expect(facets.body.plans).toEqual([
      { plan: "Pro", count: 2 },
      { plan: "Basic", count: 1 },
    ]);
  });

  it("is found by part of its file's name, as it stands, by its company alone", async () => {
    await imported(app, user, three);
    const [{ fileName } = { fileName: "" }] = (await app.call(user, importRoutes.list, { query: {} })).body
      .items;
    const found = async (search: string, as = user) =>
      (await app.call(as, importRoutes.list, { query: { search } })).body.totalCount;
    expect(await found(fileName.slice(0, 4).toUpperCase())).toBe(1);
    expect(await found("%")).toBe(0);
    expect(await found("another file")).toBe(0);
    const stranger = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    expect(await found(fileName, stranger)).toBe(0);
  });

  it("of the same file a second time changes nothing", async () => {
    const withTenure = "id,tenure_months,mrr\nA-1,30,10\nA-2,4,20\nA-3,61,30\n";
    for (const file of [three, withTenure]) {
      await imported(app, user, file);
      const before = await fingerprint(app, companyId);
      app.clock.advance(3 * 86_400_000);
      const again = await imported(app, user, file);
      expect(again.counts).toEqual({ totalRows: 3, create: 0, update: 0, skip: 3, error: 0 });
      expect(again.canUndoUntil).toBeNull();
      expect(await fingerprint(app, companyId)).toBe(before);
    }
  });

  it("leaves a value as it is where the file says nothing", async () => {
    await imported(app, user, three);
    await imported(app, user, "customer_id,plan,mrr\nC-1,,99\nC-2,Team,\n");
    const [ann, bob] = await storedCustomers(app, companyId);
    expect([ann?.plan, ann?.monthly_revenue_cents]).toEqual(["Pro", "9900"]);
    expect([bob?.plan, bob?.monthly_revenue_cents]).toEqual(["Team", "900"]);
  });

  it("counts the last of several rows with one key, and says so", async () => {
    const job = await imported(app, user, "customer_id,plan\nA-1,Pro\nA-2,Pro\nA-1,Team\nA-1,Max\n");
    expect(job.dryRun).toEqual({ totalRows: 4, create: 2, update: 0, skip: 0, duplicate: 2, error: 0 });
    expect(job.counts).toEqual(job.dryRun);
    expect(job.notices.join()).toContain("2 rows have the same customer as a later row");
    expect((await storedCustomers(app, companyId)).map((row) => row.plan)).toEqual(["Max", "Pro"]);
  });

  it("keys rows by e-mail where there is no id, whatever its case, and gives them their id later", async () => {
    await imported(app, user, "email,plan\nAnn@Acme.test,Pro\nbob@bolt.test,Pro\n");
    await imported(app, user, "email,plan\nann@acme.test,Team\n");
    await imported(app, user, "customer_id,email,plan\nC-1,ANN@acme.test,Max\nC-2,bob@bolt.test,Pro\n");
    const stored = await storedCustomers(app, companyId);
    expect(stored.map((row) => [row.external_id, row.plan])).toEqual([
      ["C-1", "Max"],
      ["C-2", "Pro"],
    ]);
  });

  it("refuses a row whose e-mail belongs to several customers, and keeps the others", async () => {
    await imported(
      app,
      user,
      "customer_id,email\nC-1,office@acme.test\nC-2,office@acme.test\nC-3,solo@acme.test\n",
    );
    const job = await imported(app, user, "email,plan\noffice@acme.test,Pro\nsolo@acme.test,Pro\n");
    expect(job.counts).toMatchObject({ update: 1, error: 1 });
    expect(job.errors).toEqual([
      expect.objectContaining({ row: 2, expected: "an e-mail of one customer, or a customer id" }),
    ]);
  });

  it("never loses good rows because of bad ones", async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) =>
      n % 3 === 1 ? `K-${n},not a date` : `K-${n},2024-05-0${(n % 9) + 1}`,
    );
    const job = await imported(app, user, `id,start_date\n${rows.join("\n")}\n`, {
      mapping: withColumn("start_date", { target: "startedAt", dateOrder: "YMD" }),
    });
    expect(job.counts).toEqual({ totalRows: 12_000, create: 8000, update: 0, skip: 0, error: 4000 });
    expect(job.errorGroups).toEqual([
      expect.objectContaining({
        code: "bad_date",
        column: "start_date",
        count: 4000,
        rows: [3, 6, 9, 12, 15],
      }),
    ]);
    expect(job.errors).toHaveLength(100);
    expect(await storedCustomers(app, companyId)).toHaveLength(8000);
  });

  it("imports a row whose extra attribute cannot be read without that value, and counts it", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `C-${n},${n % 10 === 9 ? "a dozen" : n}`);
    const job = await imported(app, user, `customer_id,seats\n${rows.join("\n")}\n`, {
      mapping: withColumn("seats", { target: "attribute", attributeKind: "number" }),
    });
    expect(job).toMatchObject({ hasErrorFile: false, errors: [], counts: { create: 40, error: 0 } });
    expect(job.errorGroups).toEqual([
      expect.objectContaining({
        code: "bad_number",
        column: "seats",
        count: 4,
        rows: [11, 21, 31, 41],
        keepsRow: true,
        example: "a dozen",
      }),
    ]);
    const stored = await storedCustomers(app, companyId);
    expect(stored.filter(({ attributes }) => "seats" in attributes)).toHaveLength(36);
  });

  it("runs straight through with autoConfirm, and waits for a person where something must be asked", async () => {
    const auto = await uploaded(app, user, three, { autoConfirm: true });
    expect(auto.status).toBe(JobStatus.Validating);
    await app.drainJobs();
    expect(await statusOf(app, user, auto.id)).toMatchObject({
      status: JobStatus.Completed,
      counts: { create: 3 },
    });
    const ambiguous = await uploaded(app, user, "id,signup_date\nC-1,03/04/2024\nC-2,05/06/2024\n", {
      autoConfirm: true,
    });
    expect(ambiguous).toMatchObject({ status: JobStatus.Pending, step: "mapping" });
    expect(ambiguous.notices.join()).toContain("Choose the date order");
  });

  it("is one at a time per company", async () => {
    const first = await uploaded(app, user, three, { autoConfirm: true });
    const second = await uploaded(app, user, three.replaceAll("C-", "D-"), { autoConfirm: true });
    await app.drainJobs();
    for (const { id } of [first, second])
      expect((await statusOf(app, user, id)).status).toBe(JobStatus.Completed);
    expect(await storedCustomers(app, companyId)).toHaveLength(6);
  });
});

describe("the label", () => {
  it("may be words, or the date on which the customer left", async () => {
    await imported(app, user, "id,churn_date\nA-1,2026-01-31\nA-2,\nA-3,2025-12-24\n", {
      mapping: withColumn("churn_date", { target: "churned", attributeKind: "date", dateOrder: "YMD" }),
    });
    const stored = await storedCustomers(app, companyId);
    expect(stored.map((row) => [row.churned, row.churned_at?.toISOString().slice(0, 10) ?? null])).toEqual([
      [true, "2026-01-31"],
      [false, null],
      [true, "2025-12-24"],
    ]);
  });
});

describe("cancelling", () => {
  it("ends a waiting import at once, and what comes after it is refused", async () => {
    const job = await dryRun(app, user, three);
    const cancelled = await app.call(user, importRoutes.cancel, { params: { id: job.id } });
    expect(cancelled.body).toMatchObject({ status: JobStatus.Cancelled, step: "done", canUndoUntil: null });
    for (const route of [importRoutes.confirm, importRoutes.undo]) {
      expect((await app.call(user, route, { params: { id: job.id } })).status).toBe(409);
    }
    expect(await storedCustomers(app, companyId)).toHaveLength(0);
  });

  it("of a confirmed import that waits its turn writes nothing", async () => {
    const job = await dryRun(app, user, three);
    await app.call(user, importRoutes.confirm, { params: { id: job.id } });
    await app.call(user, importRoutes.cancel, { params: { id: job.id } });
    await app.drainJobs();
    expect((await statusOf(app, user, job.id)).status).toBe(JobStatus.Cancelled);
    expect(await storedCustomers(app, companyId)).toHaveLength(0);
  });
});

describe("undoing", () => {
  it("restores every customer as it was, row for row, and removes what was created", async () => {
    await imported(app, user, three);
    const before = await fingerprint(app, companyId);
    const second = await imported(
      app,
      user,
      "customer_id,plan,mrr,region\nC-1,Team,500,EU\nC-3,Team,,US\nC-9,New,1,EU\n",
    );
    expect(second.counts).toMatchObject({ create: 1, update: 2 });
    expect(await fingerprint(app, companyId)).not.toBe(before);
    const undoing = await app.call(user, importRoutes.undo, { params: { id: second.id } });
    expect(undoing.status).toBe(202);
    await app.drainJobs();
    expect(await fingerprint(app, companyId)).toBe(before);
    const done = await statusOf(app, user, second.id);
    expect(done).toMatchObject({ status: JobStatus.Completed, canUndoUntil: null });
    expect(done.undoneAt).not.toBeNull();
    const facets = await app.call(user, customerRoutes.facets);
    expect(facets.body.attributes.map((attribute) => attribute.key)).toEqual(["seats"]);
    expect((await app.call(user, importRoutes.undo, { params: { id: second.id } })).status).toBe(409);
  });

  it("waits for a later import of the same customers to be undone first", async () => {
    const first = await imported(app, user, three);
    app.clock.advance(1000);
    const second = await imported(app, user, "customer_id,plan\nC-1,Team\n");
    const refused = await app.call(user, importRoutes.undo, { params: { id: first.id } });
    expect(refused.status).toBe(409);
    await app.call(user, importRoutes.undo, { params: { id: second.id } });
    await app.drainJobs();
    await app.call(user, importRoutes.undo, { params: { id: first.id } });
    await app.drainJobs();
    expect(await storedCustomers(app, companyId)).toHaveLength(0);
    const list = await app.call(user, customerRoutes.list, {});
    expect(list.body.totalCount).toBe(0);
  });

  it("is offered for seven days", async () => {
    const job = await imported(app, user, three);
    app.clock.advance(7 * 86_400_000 + 1);
    expect((await statusOf(app, user, job.id)).canUndoUntil).toBeNull();
    // A new session: the first one is as old as the import.
    const later = (await buildUser(app.db, companyId, "Staff", { now: app.clock.now() })).actor;
    expect((await app.call(later, importRoutes.undo, { params: { id: job.id } })).status).toBe(409);
  });
});

describe("another company", () => {
  it("sees nothing of an import and can do nothing to it", async () => {
    const job = await imported(app, user, three);
    const stranger = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    const params = { id: job.id };
    expect((await app.call(stranger, importRoutes.status, { params })).status).toBe(404);
    for (const route of [
      importRoutes.confirm,
      importRoutes.cancel,
      importRoutes.undo,
      importRoutes.createErrorFile,
    ]) {
      expect((await app.call(stranger, route, { params })).status).toBe(404);
    }
    const body = { columns: [{ column: "customer_id", target: "externalId" as const }] };
    expect((await app.call(stranger, importRoutes.saveMapping, { params, body })).status).toBe(404);
    expect((await app.call(stranger, importRoutes.list, {})).body.totalCount).toBe(0);
  });

  it("may use the same ids for its own customers", async () => {
    await imported(app, user, three);
    const other = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    expect((await imported(app, other, three)).counts).toMatchObject({ create: 3 });
  });
});

describe("the history", () => {
  it("has ten a page, newest first", async () => {
    for (let n = 0; n < 12; n++) {
      app.clock.advance(1000);
      await uploaded(app, user, three, { name: `file-${n}.csv` });
    }
    const first = await app.call(user, importRoutes.list, {});
    expect(first.body).toMatchObject({ totalCount: 12, page: 1, pageSize: 10, totalPages: 2 });
    expect(first.body.items.map((item) => item.fileName).slice(0, 2)).toEqual(["file-11.csv", "file-10.csv"]);
    const second = await app.call(user, importRoutes.list, { query: { page: 2 } });
    expect(second.body.items.map((item) => item.fileName)).toEqual(["file-1.csv", "file-0.csv"]);
  });
});
