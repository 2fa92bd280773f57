import { readFile } from "node:fs/promises";
import path from "node:path";
import { importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonbText, replaceRebuiltSnapshots } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
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
let file: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  file = await readFile(path.join(import.meta.dirname, "fixtures/monthly-snapshots.csv"), "utf8");
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2029-11-12T10:00:00Z"));
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff", { now: app.clock.now() })).actor;
});

interface StoredSnapshot {
  id: string;
  day: string;
  features: Record<string, unknown>;
}
const snapshots = () =>
  app.queryAsAdmin<StoredSnapshot & Record<string, unknown>>(
    `select c.external_id as id, s.taken_on::text as day, s.features from customer_snapshots s
     join customers c on c.company_id = s.company_id and c.id = s.customer_id
     where s.company_id = $1 order by c.external_id, s.taken_on`,
    [companyId],
  );
const everything = async () => [await fingerprint(app, companyId), await snapshots()];
const lines = () => file.trim().split("\n");
const undo = async (id: string) => {
  await app.call(user, importRoutes.undo, { params: { id } });
  await app.drainJobs();
};

describe("a file with a row per customer and month", () => {
  it("is recognised by its months and ids that come back, and announced as snapshots", async () => {
    const job = await dryRun(app, user, file);
    expect(job.mapping?.columns.map(({ target }) => target)).toEqual([
      "externalId",
      "snapshotOn",
      "plan",
      "monthlyRevenue",
      "attribute",
      "startedAt",
      "churned",
    ]);
    expect(job.dryRun).toEqual({
      totalRows: 10,
      create: 3,
      update: 0,
      skip: 0,
      error: 0,
      snapshots: { total: 10, added: 10, changed: 0, customers: 3, from: "2029-07-31", to: "2029-10-31" },
    });
    expect(await snapshots()).toEqual([]);
  });

  it("makes each row the snapshot of its month's end and the newest one the customer", async () => {
    const job = await imported(app, user, file);
    expect(job).toMatchObject({
      status: JobStatus.Completed,
      counts: { create: 3, update: 0, error: 0, snapshots: { added: 10, changed: 0, customers: 3 } },
    });
    const stored = await snapshots();
    expect(stored).toHaveLength(10);
    expect(stored.find(({ id, day }) => id === "M-1" && day === "2029-08-31")?.features).toEqual({
      plan: "Pro",
      monthly_revenue: 49.9,
      "attr:logins": 28,
      tenure_days: 595,
    });
    const [first, gone, last] = await storedCustomers(app, companyId);
    expect([first?.plan, first?.monthly_revenue_cents, first?.attributes]).toEqual([
      "Team",
      "9900",
      { logins: 44 },
    ]);
    expect([last?.monthly_revenue_cents, last?.churned]).toEqual(["3990", false]);
    // It left by the first of the months that say so, not by the last.
    expect([gone?.churned, gone?.churned_at?.toISOString()]).toEqual([true, "2029-09-30T00:00:00.000Z"]);
  });

  it("imported twice, in any order of rows, changes nothing the second time", async () => {
    const [head = "", ...rows] = lines();
    await imported(app, user, [head, ...rows.toReversed()].join("\n"));
    const before = await everything();
    const job = await imported(app, user, file);
    expect(job.counts).toMatchObject({ create: 0, update: 0, skip: 10, snapshots: { added: 0, changed: 0 } });
    expect(job.canUndoUntil).toBeNull();
    expect(await everything()).toEqual(before);
  });

  it("says which rows have no date or one to come, by line, and imports the others", async () => {
    const bad = `${file}M-3,,Pro,1,1,2029-09-03,no\nM-3,2030-01,Pro,1,1,2029-09-03,no\nM-3,soon,Pro,1,1,2029-09-03,no\n`;
    const job = await imported(app, user, bad, { mapping: withColumn("month", { target: "snapshotOn" }) });
    expect(job.errorGroups.map(({ code, rows }) => [code, rows])).toEqual([
      ["missing_date", [12]],
      ["future_date", [13]],
      ["bad_date", [14]],
    ]);
    expect(job).toMatchObject({ hasErrorFile: true, counts: { error: 3, snapshots: { total: 10 } } });
    expect(await snapshots()).toHaveLength(10);
  });

  it("counts the last of two rows with the same customer and date, and says so", async () => {
    const twice = `${file}M-1,2029-07,Pro,59.90,31,2028-01-15,no\n`;
    const job = await imported(app, user, twice);
    expect(job.notices.join()).toContain("1 rows have the same customer and date as a later row");
    expect((await snapshots())[0]?.features["monthly_revenue"]).toBe(59.9);
    const before = await everything();
    await imported(app, user, twice);
    expect(await everything()).toEqual(before);
  });

  it("leaves a customer alone of whom something newer was said, and still adds its past", async () => {
    await imported(app, user, "customer_id,plan,mrr\nM-1,Enterprise,500\n");
    const job = await imported(app, user, file);
    expect(job.counts).toMatchObject({ create: 2, update: 0, snapshots: { added: 10 } });
    const [first] = await storedCustomers(app, companyId);
    expect([first?.plan, first?.monthly_revenue_cents]).toEqual(["Enterprise", "50000"]);
    app.clock.set(new Date("2029-12-05T10:00:00Z"));
    await imported(app, user, `${lines()[0]}\nM-1,2029-11,Solo,1,1,2028-01-15,no\n`);
    expect((await storedCustomers(app, companyId))[0]?.plan).toBe("Solo");
  });

  it("can be undone: what it added goes, what it replaced comes back", async () => {
    await imported(app, user, lines().slice(0, 4).join("\n"));
    const before = await everything();
    const other = file.replace("M-1,2029-07,Pro,49.90", "M-1,2029-07,Basic,9.90");
    const job = await imported(app, user, other);
    expect(job.counts).toMatchObject({ create: 2, update: 1, snapshots: { added: 7, changed: 1 } });
    expect(await everything()).not.toEqual(before);
    await undo(job.id);
    expect((await statusOf(app, user, job.id)).undoneAt).not.toBeNull();
    expect(await everything()).toEqual(before);
    expect(await app.queryAsAdmin("select 1 from import_undo_snapshots")).toEqual([]);
  });

  it("can be undone while the past is being rebuilt: each waits for the other, and both come to their end", async () => {
    const [head = "", ...rows] = lines();
    await imported(app, user, [head, ...rows.slice(1, 4)].join("\n"));
    const before = await everything();
    const job = await imported(app, user, file);
    const customers = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 order by external_id",
      [companyId],
    );
    const [first = "", ...others] = customers.map(({ id }) => id);
    const text = jsonbText();
    text.put("plan", "Rebuilt");
    const rebuilt = [{ customerId: first, takenOn: "2029-07-31", features: text.take() }];
    await app.call(user, importRoutes.undo, { params: { id: job.id } });
    const undone = await withTenantClient(app.db, companyId, async ({ client }) => {
      await replaceRebuiltSnapshots(client, companyId, [first, ...others], []);
      const running = app.drainJobs();
      const waits = () =>
        app.queryAsAdmin(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%delete from customers%'`,
        );
      await expect.poll(waits, { timeout: 60_000 }).toHaveLength(1);
      // A snapshot that the undo is about to remove, of a customer that stays.
      expect(await replaceRebuiltSnapshots(client, companyId, [first], rebuilt)).toBe(0);
      return { running };
    });
    await undone.running;
    expect((await statusOf(app, user, job.id)).undoneAt).not.toBeNull();
    expect(await everything()).toEqual(before);
  });

  it("tells of customers whose rows end and of whom nothing says that they left", async () => {
    const [head = "", ...rows] = lines();
    const ending = rows.filter((row) => !/^M-3,2029-10|^M-[12],2029-(09|10)/.test(row));
    const job = await dryRun(
      app,
      user,
      `${[head, ...ending, "M-4,2029-10,Pro,1,1,2029-01-01,no"].join("\n")}\n`,
    );
    expect(job.notices.join()).toMatch(/2 customers have no row in the last 45 days.*still there.*end date/);
  });

  it("takes an end date for the day of leaving, on whichever rows it stands", async () => {
    const withEnd = `account_id,as_of,plan,end_date
E-1,2029-07-31,Pro,2029-09-12
E-1,2029-08-31,Pro,2029-09-12
E-2,2029-07-31,Pro,
E-2,2029-09-30,Pro,2029-09-20
E-3,2029-09-30,Pro,
`;
    const job = await imported(app, user, withEnd);
    expect(job.notices).toEqual([]);
    const ends = await app.queryAsAdmin(
      "select external_id as id, churned, ended_at::date::text as ended from customers where company_id = $1 order by 1",
      [companyId],
    );
    expect(ends).toEqual([
      { id: "E-1", churned: true, ended: "2029-09-12" },
      { id: "E-2", churned: true, ended: "2029-09-20" },
      { id: "E-3", churned: false, ended: null },
    ]);
  });

  it("writes the same over many batches as in one", async () => {
    const many = (order: (rows: string[]) => string[]) => {
      const rows = Array.from({ length: 4500 }, (_, index) => {
        const month = String(1 + (index % 10)).padStart(2, "0");
        return `B-${Math.floor(index / 10)},2029-${month},Pro,${index % 10},${index},2028-01-01,${index % 40 >= 37 ? "yes" : "no"}`;
      });
      return `${lines()[0]}\n${order(rows).join("\n")}\n`;
    };
    const byMonth = (rows: string[]) => rows.toSorted((a, b) => (a.slice(-40) < b.slice(-40) ? -1 : 1));
    const job = await imported(
      app,
      user,
      many((rows) => rows),
    );
    expect(job.counts).toMatchObject({ create: 450, update: 0, snapshots: { added: 4500, customers: 450 } });
    const before = await everything();
    const again = await imported(app, user, many(byMonth));
    expect(again.counts).toMatchObject({ create: 0, update: 0, snapshots: { added: 0, changed: 0 } });
    expect(await everything()).toEqual(before);
    const first = (await storedCustomers(app, companyId))[0];
    expect([first?.external_id, first?.monthly_revenue_cents]).toEqual(["B-0", "900"]);
  });
});

it("keeps a date that is no snapshot date for what it is where each customer has one row", async () => {
  const once = await uploaded(app, user, "customer_id,date,plan\nD-1,2029-01-03,Pro\nD-2,2029-02-03,Pro\n");
  expect(once.mapping?.columns[1]?.target).toBe("attribute");
  const named = await uploaded(
    app,
    user,
    "customer_id,snapshot_date,plan\nD-1,2029-01-31,Pro\nD-2,2029-01-31,Pro\n",
  );
  expect(named.mapping?.columns[1]?.target).toBe("snapshotOn");
});
