import {
  auditRoutes,
  billingRoutes,
  customerDataRoutes,
  customerRoutes,
  tagRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rebuildRollups, riskJob } from "#modules/metrics/index.ts";
import { buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { bringFile } from "./fixtures/bring-file.ts";
import { filesSaying, tablesSaying } from "./fixtures/search-everything.ts";
import { mergedTables } from "./merge-tables.ts";
import { customersFile, earlier, gone, goneAlone, kept, ledger, liveTwice } from "./fixtures/two-lives.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const merge = (world: World, keptId: string, otherId: string, typedName: string) =>
  app.call(world.owner, customerDataRoutes.merge, { params: { id: keptId }, body: { otherId, typedName } });
const customer = (world: World, id: string) => app.call(world.owner, customerRoutes.get, { params: { id } });

async function daysOf({ companyId }: World, customerId: string): Promise<string[]> {
  const rows = await app.queryAsAdmin<{ day: string }>(
    "select taken_on::text as day from customer_snapshots where company_id = $1 and customer_id = $2 order by 1",
    [companyId, customerId],
  );
  return rows.map(({ day }) => day);
}

/** What the company's rollups hold beside the ledger, once they are kept. */
async function keptRollups({ companyId }: World) {
  const told = await rebuildRollups(app.db, companyId, { now: app.clock.now(), write: false });
  const [sums] = await app.queryAsAdmin<{ mrr: string; paid: string }>(
    `select (select sum(new_minor + expansion_minor + contraction_minor + churn_minor + reactivation_minor)
         from revenue_days where company_id = $1 and plan = '') as mrr,
       (select sum(paid_minor) from payment_days where company_id = $1) as paid`,
    [companyId],
  );
  return { ...sums, differing: told.differingCustomers + told.differingSums };
}

async function rowsOf(table: string, { companyId }: World, customerId: string): Promise<number> {
  const [row] = await app.queryAsAdmin<{ count: string }>(
    `select count(*) as count from ${table} where company_id = $1 and customer_id = $2`,
    [companyId, customerId],
  );
  return Number(row?.count);
}

it("makes one customer of two in every table, with what both bought, and says before what it will do", async () => {
  const world = await buildWorld(app);
  const { owner, companyId } = world;
  const { keptId, goneId } = await liveTwice(app, world);
  await app.queryAsAdmin(
    `insert into customer_links (company_id, source, source_id, customer_id, linked_at)
     values ($1, 'stripe', 'cus_1', $2, now()), ($1, 'stripe', 'cus_2', $3, now())`,
    [companyId, keptId, goneId],
  );
  const before = await tablesSaying(app, [goneId]);
  // Or the search would find nothing where something is.
  const judged = Object.keys(mergedTables);
  expect(judged.filter((table) => !before.includes(table) && !seldom.has(table))).toEqual([]);
  const first = (await customer(world, keptId)).body;
  const second = (await customer(world, goneId)).body;
  const days = { first: await daysOf(world, keptId), second: await daysOf(world, goneId) };
  const figures = await keptRollups(world);
  expect(figures.differing).toBe(0);

  const preview = await app.call(owner, customerDataRoutes.previewMerge, {
    params: { id: keptId },
    body: { otherId: goneId },
  });
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({ kept: { id: keptId }, other: { id: goneId } });
  const moves = Object.fromEntries(preview.body.moves.map(({ what, count }) => [what, count]));
  expect(moves).toMatchObject({
    subscriptions: 2,
    invoices: 2,
    payments: 1,
    events: 2,
    notes: 1,
    tasks: 1,
    cases: 1,
    steps: 1,
    tags: 1,
    owners: 1,
  });
  // It was looked at, and nothing else.
  expect((await customer(world, keptId)).body).toEqual(first);
  expect((await customer(world, goneId)).body).toEqual(second);

  expect((await merge(world, keptId, goneId, "Quandt")).body).toMatchObject({
    fields: { typedName: expect.stringContaining(gone.name) },
  });
  expect((await merge(world, keptId, goneId, gone.name)).status).toBe(200);
  const record = (await customer(world, keptId)).body;
  expect(record).toMatchObject(preview.body.merged);
  expect(record).toMatchObject({ fullName: kept.name, email: kept.email, externalId: kept.id });
  expect(record.attributes.find(({ key }) => key === "phone")?.value).toBe("030 1");
  expect(record.attributes.find(({ key }) => key === "logins")?.value).toBe(4);
  expect(record.monthlyRevenue).toBe((first.monthlyRevenue ?? 0) + (second.monthlyRevenue ?? 0));
  expect(record.monthlyRevenue).toBe(59 + 79);
  expect(record.lifetimeValue).toBe((first.lifetimeValue ?? 0) + (second.lifetimeValue ?? 0));
  // The score is of what was known of the one that is kept.
  expect(record).toMatchObject({ churnRiskScore: first.churnRiskScore, scoredAt: first.scoredAt });
  expect(record.scoreHistory).toEqual(first.scoreHistory);
  expect((await app.call(owner, billingRoutes.get, { params: { id: keptId } })).body.billCount).toBe(3);
  const tags = await app.call(owner, tagRoutes.list);
  expect(tags.body.items.map(({ name, customerCount }) => [name, customerCount])).toEqual(
    expect.arrayContaining([
      ["North", 1],
      ["Reference", 1],
      ["VIP", 1],
    ]),
  );

  const past = days.second.filter((day) => day < days.first[0]!);
  expect(past).toContain("2024-01-31");
  expect(await daysOf(world, keptId)).toEqual([...past, ...days.first]);

  // Every table of the other's rows is empty but for marks; no other table and no file says its id but those that say why.
  await app.drainJobs({ ignoreRunAt: true });
  await app.runJob(riskJob.company, { companyId });
  const after = await keptRollups(world);
  expect(after).toEqual({ ...figures, differing: 0 });
  const left = (await tablesSaying(app, [goneId])).filter((table) => !keepsTheId.has(table));
  expect(left).toEqual([]);
  expect(await filesSaying(app, [goneId])).toEqual([]);
  for (const table of ["mrr_movements", "failed_payments", "segment_members", "risk_values"])
    expect([table, await rowsOf(table, world, goneId)]).toEqual([table, 0]);
  expect(await rowsOf("segment_members", world, keptId)).toBe(1);
  expect(await rowsOf("risk_values", world, keptId)).toBe(1);
  const list = (await app.call(owner, customerRoutes.list)).body;
  expect(list.totalCount).toBe(31);
  const [totals] = await app.queryAsAdmin<{ count: string }>(
    "select customer_count as count from customer_totals where company_id = $1",
    [companyId],
  );
  expect(Number(totals?.count)).toBe(31);

  // Its old address leads to the one that is kept, and so does what files and programs call it.
  expect((await customer(world, goneId)).body).toEqual((await customer(world, keptId)).body);
  const timeline = await app.call(owner, customerRoutes.events, { params: { id: keptId } });
  expect(timeline.body.items[0]).toMatchObject({ type: "merged", title: `Merged with ${gone.name}` });
  const audit = await app.call(owner, auditRoutes.listAudit, { query: { action: "customer.merged" } });
  expect(audit.body.items[0]).toMatchObject({ target: kept.name });
  // Asked again, it is done already.
  expect((await merge(world, keptId, goneId, gone.name)).status).toBe(200);

  const again = await bringFile(app, owner, goneAlone("Enterprise"));
  expect(again.counts).toMatchObject({ create: 0, update: 1 });
  const bySales = await bringFile(app, owner, ledger.subscriptions(69), { name: "subscriptions.csv" });
  expect(bySales.counts).toMatchObject({ create: 0, error: 0 });
  await app.drainJobs({ ignoreRunAt: true });
  const renewed = (await customer(world, keptId)).body;
  expect(renewed).toMatchObject({ fullName: kept.name, email: kept.email, monthlyRevenue: 69 + 89 });
  expect(renewed.attributes.find(({ key }) => key === "logins")?.value).toBe(9);
  // Both in one file: the later row counts, as of a customer that comes twice.
  const both = await bringFile(app, owner, customersFile("Pro"));
  expect(both.counts).toMatchObject({ create: 0, update: 1, duplicate: 1 });
  expect((await customer(world, keptId)).body.attributes.find(({ key }) => key === "logins")?.value).toBe(4);
  const batch = await app.inject({
    method: "POST",
    url: "/api/customers/batch",
    headers: { ...(await app.bearer(owner)), "content-type": "application/json" },
    payload: JSON.stringify([
      { externalId: gone.id, attributes: { logins: 12 } },
      { email: gone.email, attributes: { phone: "030 2" } },
    ]),
  });
  expect(batch.json()).toMatchObject({ created: 0, refused: 0 });
  const create = await app.call(owner, customerRoutes.create, { body: { externalId: gone.id } });
  expect(create.status).toBe(409);
  expect((await app.call(owner, customerRoutes.list)).body.totalCount).toBe(31);
  expect((await keptRollups(world)).differing).toBe(0);

  // Who is forgotten is forgotten under both names.
  const erased = await app.call(owner, customerDataRoutes.erase, {
    params: { id: keptId },
    body: { typedName: kept.name },
  });
  expect(erased.status).toBe(200);
  await app.drainJobs();
  const words = [kept, gone, earlier].flatMap((one) => Object.values(one)).map((word) => word.toLowerCase());
  expect(await tablesSaying(app, words)).toEqual([]);
  expect(await filesSaying(app, words)).toEqual([]);
  expect((await customer(world, goneId)).status).toBe(404);
});

/** Marks that are worked off by then, what is drawn of many customers or kept of many scores or of a segment that is looked at, and what takes a campaign or a connected system. */
const seldom = new Set([
  "audience_members",
  "campaign_enrolments",
  "campaign_uplifts",
  "cancel_sessions",
  "customer_messages",
  "customer_pairs",
  "integration_posts",
  "ledger_changes",
  "ledger_stale_customers",
  "match_questions",
  "recovery_cards",
  "recovery_marks",
  "recovery_tries",
  "segment_first_risks",
  "segment_samples",
  "track_record_scores",
  "segment_stale_customers",
  "written_scores",
]);

/** What says what was done, with whom it was then, marks and tickets of minutes, finished jobs, and where the old address leads. */
const keepsTheId = new Set([
  "audit_entries",
  "bulk_actions",
  "live_outbox",
  "merged_customers",
  "pgboss.job",
  "pgboss.job_common",
  "recovery_marks",
  // The rollups mark whose movements went, and segments look within the minute.
  "segment_stale_customers",
]);
