import { importRoutes, JobStatus, settingsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { dryRun, imported, statusOf, storedCustomers, withColumn } from "./fixtures/import-flow.ts";

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

const lines = (header: string, count: number, row: (n: number) => string) =>
  `${header}\n${Array.from({ length: count }, (_, n) => row(n)).join("\n")}\n`;
/** 100 customers, of whom every fifth has cancelled. */
const customers = lines("customer_id,status,mrr", 100, (n) => `C-${n},${n % 5 ? "active" : "cancelled"},50`);
const accept = (id: string, answered: ("leaving" | "returning" | "revenue")[]) =>
  app.call(user, importRoutes.confirm, { params: { id }, body: { answered } });

describe("what a dry run says of its consequences", () => {
  it("is who would count as having left and the revenue of the others, without a question where it is little", async () => {
    const first = await dryRun(app, user, customers);
    expect(first.effects).toEqual({
      customersBefore: 0,
      customersAfter: 100,
      leftBefore: 0,
      leftAfter: 20,
      leaving: 20,
      returning: 0,
      monthlyRevenueBefore: 0,
      monthlyRevenueAfter: 4000,
      currency: "USD",
    });
    expect(first.questions).toEqual([]);
    await app.call(user, importRoutes.confirm, { params: { id: first.id } });
    await app.drainJobs();
    const next = await dryRun(
      app,
      user,
      "customer_id,status,mrr\nC-1,cancelled,50\nC-5,active,60\nC-2,active,70\nC-200,active,10\n",
    );
    expect(next.effects).toMatchObject({
      customersBefore: 100,
      customersAfter: 101,
      leftBefore: 20,
      leftAfter: 20,
      leaving: 1,
      returning: 1,
      monthlyRevenueBefore: 4000,
      // One of 50 goes, one of 60 comes back, one pays 20 more, one of 10 is new.
      monthlyRevenueAfter: 4000 - 50 + 60 + 20 + 10,
    });
    expect(next.questions).toEqual([]);
  });

  it("counts a customer once, by the row that counts, however often the file names it", async () => {
    await imported(app, user, customers);
    const often = lines(
      "customer_id,status,mrr",
      3000,
      (n) => `C-${n % 100},${n < 2900 ? "active" : n % 2 ? "cancelled" : "active"},50`,
    );
    const job = await dryRun(app, user, often);
    expect(job.dryRun).toMatchObject({ totalRows: 3000, create: 0 });
    expect(job.effects).toMatchObject({
      customersAfter: 100,
      leftBefore: 20,
      leftAfter: 50,
      leaving: 40,
      returning: 10,
    });
    await accept(job.id, ["leaving", "returning"]);
    await app.drainJobs();
    const stored = await storedCustomers(app, companyId);
    expect(stored.filter(({ subscription_status }) => subscription_status === 2)).toHaveLength(50);
  });

  it("is of snapshots what their newest rows say", async () => {
    const months = lines(
      "customer_id,month,status,mrr",
      60,
      (n) => `C-${n % 30},2025-0${n < 30 ? 7 : 8},${n >= 30 && n % 3 === 0 ? "cancelled" : "active"},40`,
    );
    const job = await dryRun(app, user, months);
    expect(job.dryRun?.snapshots).toMatchObject({ total: 60, customers: 30 });
    expect(job.effects).toMatchObject({
      customersAfter: 30,
      leftAfter: 10,
      leaving: 10,
      monthlyRevenueAfter: 800,
    });
  });

  it("follows the company's churn rule, silence up to the newest activity that the file brings", async () => {
    const { body: settings } = await app.call(user, settingsRoutes.getScoring);
    await app.call(user, settingsRoutes.updateScoring, {
      body: { ...settings, churnDefinition: "inactive", inactiveDays: 60 },
    });
    const seen = lines("customer_id,last_seen_at", 10, (n) => `C-${n},2025-0${n < 4 ? 3 : 8}-01`);
    expect((await dryRun(app, user, seen)).effects).toMatchObject({
      customersAfter: 10,
      leftAfter: 4,
      leaving: 4,
    });
  });
});

describe("a consequence that is large", () => {
  const closings = lines("customer_id,closed_at", 100, (n) => `C-${n},2025-0${(n % 9) + 1}-10`);
  const asLeaving = withColumn("closed_at", { target: "endedAt", dateOrder: "YMD" });

  it("is asked about, by number and column, and written only once somebody has said that it is meant", async () => {
    await imported(app, user, customers);
    const job = await dryRun(app, user, closings, { mapping: asLeaving });
    expect(job.effects).toMatchObject({
      leftBefore: 20,
      leftAfter: 100,
      leaving: 80,
      monthlyRevenueAfter: 0,
    });
    expect(job.questions).toEqual([
      {
        code: "leaving",
        column: "closed_at",
        message:
          "80 customers of the 100 in the file will newly be counted as having left: 100 of 100, where it is 20 of 100 today." +
          " The column 'closed_at' is read as 'Left on'. 80 of them have a subscription status that says otherwise.",
      },
    ]);
    for (const answered of [[], ["revenue" as const]]) {
      const refused = await accept(job.id, answered);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        409,
        expect.stringContaining("80 customers of the 100"),
      ]);
    }
    expect(await statusOf(app, user, job.id)).toMatchObject({
      status: JobStatus.Validating,
      step: "confirm",
    });
    expect((await accept(job.id, ["leaving"])).status).toBe(202);
    await app.drainJobs();
    expect(await statusOf(app, user, job.id)).toMatchObject({
      status: JobStatus.Completed,
      counts: { update: 100 },
    });
  });

  it("stops an import that was to run straight through: it waits for a person and says so", async () => {
    await imported(app, user, customers);
    const { id } = await uploaded(app, user, closings.replace("closed_at", "cancelled_at"), {
      autoConfirm: true,
    });
    await app.drainJobs();
    const job = await statusOf(app, user, id);
    expect(job).toMatchObject({
      status: JobStatus.Validating,
      step: "confirm",
      questions: [{ code: "leaving" }],
    });
    expect(job.notices.join()).toContain("somebody has to say that it is meant");
    expect((await storedCustomers(app, companyId)).filter(({ churned }) => churned)).toEqual([]);
  });

  it("is believed of a label up to what files to learn from hold, whatever the status says", async () => {
    const labelled = (leavers: number) =>
      lines("customer_id,status,churned", 100, (n) => `C-${n},active,${n < leavers ? "yes" : "no"}`);
    expect((await dryRun(app, user, labelled(60))).questions).toEqual([]);
    expect((await dryRun(app, user, labelled(85))).questions).toMatchObject([
      { code: "leaving", column: "churned" },
    ]);
  });

  it("is asked about when customers come back by the dozen", async () => {
    await imported(
      app,
      user,
      lines("customer_id,churned", 100, (n) => `C-${n},${n % 2 ? "yes" : "no"}`),
    );
    const job = await dryRun(
      app,
      user,
      lines("customer_id,churned", 100, (n) => `C-${n},no`),
    );
    expect(job.questions.map(({ code }) => code)).toEqual(["returning"]);
    expect(job.questions[0]?.message).toMatch(/^50 customers who had left will be counted as still there\./);
  });

  it("is asked about when the same customers pay a hundred times as much", async () => {
    await imported(app, user, customers);
    const job = await dryRun(app, user, customers.replaceAll(",50", ",5000"));
    expect(job.questions).toEqual([
      expect.objectContaining({
        code: "revenue",
        column: "mrr",
        message: expect.stringContaining("goes from $5,000 to $500,000") as string,
      }),
    ]);
  });

  it("is forgotten with the mapping that it came from", async () => {
    await imported(app, user, customers);
    const job = await dryRun(app, user, closings, { mapping: asLeaving });
    const columns = (job.mapping?.columns ?? []).map((column) =>
      column.target === "endedAt" ? { column: column.column, target: "skip" as const } : column,
    );
    const saved = await app.call(user, importRoutes.saveMapping, {
      params: { id: job.id },
      body: { columns },
    });
    expect(saved.body).toMatchObject({ questions: [], effects: null });
    await app.drainJobs();
    expect(await statusOf(app, user, job.id)).toMatchObject({ questions: [], effects: { leaving: 0 } });
  });
});
