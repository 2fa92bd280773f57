import { importRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { dryRun, imported, statusOf, storedCustomers } from "./fixtures/import-flow.ts";

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

const customers = "customer_id,score,region\nC-1,7,EU\nC-2,8,EU\nC-3,9,US\n";
const survey =
  "customer_id,score,asked_on\nC-1,7,2026-01-01\nC-2,3,2026-01-01\nC-3,,2026-01-01\nC-2,4,2026-01-02\n";

describe("a column that another file has too", () => {
  it("is told with the customers whose value it would replace, and can be kept beside the other", async () => {
    await imported(app, user, customers, { name: "customers.csv" });
    const job = await dryRun(app, user, survey, { name: "nps survey.csv" });
    expect(job.overwrites).toEqual([
      { column: "score", key: "score", fileName: "customers.csv", customers: 1, ownKey: "nps survey.score" },
    ]);
    const columns = (job.mapping?.columns ?? []).map((column) =>
      column.column === "score" ? { ...column, attributeKey: "nps survey.score" } : column,
    );
    await app.call(user, importRoutes.saveMapping, { params: { id: job.id }, body: { columns } });
    await app.drainJobs();
    expect((await statusOf(app, user, job.id)).overwrites).toEqual([]);
    await app.call(user, importRoutes.confirm, { params: { id: job.id } });
    await app.drainJobs();
    expect((await storedCustomers(app, companyId))[1]?.attributes).toMatchObject({
      score: 8,
      "nps survey.score": 4,
    });
  });

  it("is no news when the same kind of file comes again, nor where no value changes", async () => {
    await imported(app, user, customers);
    expect((await dryRun(app, user, customers.replace("7,EU", "5,EU"))).overwrites).toEqual([]);
    const same = "customer_id,score\nC-1,7\n";
    expect((await dryRun(app, user, same)).overwrites).toEqual([]);
  });

  it("cannot be kept under the name of another column of its own file", async () => {
    const job = await dryRun(app, user, customers);
    const columns = (job.mapping?.columns ?? []).map((column) =>
      column.column === "score" ? { ...column, attributeKey: "region" } : column,
    );
    const answer = await app.call(user, importRoutes.saveMapping, {
      params: { id: job.id },
      body: { columns },
    });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining("already filled by 'score'"),
    ]);
  });
});
