import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { statusOf } from "./fixtures/import-flow.ts";

const root = path.join(import.meta.dirname, "../../../../..");
const samples = path.join(root, "apps/web/public");

/** What the page says each is, in the order in which they stand there. */
const kinds = {
  customers: "customers",
  subscriptions: "subscriptions",
  invoices: "invoices",
  payments: "payments",
  events: "events",
  history: "customers",
  leavers: "customers",
} as const;

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff")).actor;
});
afterAll(() => app.close());

describe("the sample files that the documentation offers", () => {
  it("are all of them, and the page leads to each", async () => {
    const page = await readFile(path.join(root, "docs/start/importing-files.md"), "utf8");
    const names = Object.keys(kinds).map((name) => `sample-${name}.csv`);
    expect((await readdir(samples)).filter((name) => name.startsWith("sample-")).toSorted()).toEqual(
      names.toSorted(),
    );
    for (const name of names) expect(page).toContain(`(/${name})`);
  });

  it.each(Object.entries(kinds))(
    "%s comes in as it is, without a question and without a wrong row",
    async (name, kind) => {
      const csv = await readFile(path.join(samples, `sample-${name}.csv`));
      const { id } = await uploaded(app, user, csv, { name: `sample-${name}.csv`, autoConfirm: true });
      await app.drainJobs();
      const { status, ...job } = await statusOf(app, user, id);
      const rows = csv.toString().trim().split("\n").length - 1;
      expect({ status, kind: job.kind, errors: job.errors, rows: job.processedRows }).toEqual({
        status: JobStatus.Completed,
        kind,
        errors: [],
        rows,
      });
    },
  );

  it("belong together: three customers with what they were charged, paid and did", async () => {
    const [counts] = await app.queryAsAdmin(
      `select (select count(*)::int from customers where company_id = $1 and external_id like 'C-1___') as customers,
         (select count(*)::int from subscriptions where company_id = $1) as subscriptions,
         (select count(*)::int from invoices where company_id = $1) as invoices,
         (select count(*)::int from payment_attempts where company_id = $1) as payments,
         (select count(*)::int from events where company_id = $1) as events,
         (select count(*)::int from parked_ledger_rows where company_id = $1) as waiting`,
      [companyId],
    );
    expect(counts).toEqual({
      customers: 3,
      subscriptions: 3,
      invoices: 2,
      payments: 2,
      events: 3,
      waiting: 0,
    });
  });
});
