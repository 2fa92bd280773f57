import {
  analysisRoutes,
  companyDataRoutes,
  customerRoutes,
  modelRoutes,
  type TakeIn,
} from "@forestay/contracts";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { writeLedger } from "#modules/ledger/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, upload, type TestApp } from "#testing/index.ts";
import { addScoredCompany, SCORED_CUSTOMERS, type ScoredCompany } from "#testing/scored-company.ts";
import { readZip } from "./fixtures/read-zip.ts";
import { takeInJob } from "./take-in-job.ts";

const ledgerTables = [
  "subscriptions",
  "subscription_prices",
  "invoices",
  "payment_attempts",
  "event_types",
  "event_batches",
  "events",
  "parked_ledger_rows",
];
let app: TestApp;
let theirs: ScoredCompany;
let zip: Buffer;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  theirs = await addScoredCompany(app);
  await app.queryAsAdmin(
    `update companies set currency = 'KWD', time_zone = 'Europe/Paris', churn_date = 'request' where id = $1`,
    [theirs.companyId],
  );
  await app.queryAsAdmin(
    `insert into customer_events (company_id, customer_id, type, title, detail, amount_cents, occurred_at, data)
     select company_id, id, 'invoice', E'Tab\\there \\\\ and "quotes"', E'two\\nlines', 12345, now(), '{"a": [1, 2.5]}'
     from customers where company_id = $1`,
    [theirs.companyId],
  );
  await app.queryAsAdmin(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features)
     select company_id, id, day::date, '{"plan": "Pro"}' from customers,
       generate_series('2026-01-01'::date, '2026-03-01', interval '1 month') day where company_id = $1`,
    [theirs.companyId],
  );
  await addLedger(theirs.companyId);
  await app.queryAsAdmin(
    `insert into churn_analyses (company_id, created_by, scope, include_recommendations, include_risk_factors,
       horizon_days, status, stage) values ($1, 'Maya', 'All', true, true, 90, 2, 'training')`,
    [theirs.companyId],
  );
  const link = await app.call(theirs.owner, companyDataRoutes.exportEverything);
  zip = (await app.inject({ url: link.body.downloadPath })).rawPayload;
});
afterAll(() => app.close());

/** Rows of each of the ledger's tables. */
async function addLedger(companyId: string): Promise<void> {
  const [one] = await app.queryAsAdmin<{ external_id: string }>(
    "select external_id from customers where company_id = $1 order by external_id limit 1",
    [companyId],
  );
  const customer = { externalId: one?.external_id ?? "" };
  const at = "2026-05-01T00:00:00.123Z";
  const price = {
    plan: "Pro",
    currency: "KWD",
    amountMinor: 9999,
    every: { unit: "month", count: 3 },
  } as const;
  const money = { currency: "KWD", amountMinor: 9999 };
  const options = { source: "file", toldAt: new Date(at), unknownCustomers: "park" } as const;
  await withTenantClient(app.db, companyId, async ({ client }) => {
    await writeLedger(
      client,
      companyId,
      "subscriptions",
      [{ customer, sourceId: "S", startedAt: at, price }],
      options,
    );
    const bills = [customer, { externalId: "nobody yet" }].map((whose, place) => ({
      customer: whose,
      sourceId: `I-${place}`,
      kind: "invoice" as const,
      issuedAt: at,
      ...money,
    }));
    await writeLedger(client, companyId, "invoices", bills, options);
    const attempt = {
      customer,
      sourceId: "A",
      attemptedAt: at,
      succeeded: false,
      declineCode: "do\\not\thonor",
      ...money,
    };
    await writeLedger(client, companyId, "payment_attempts", [attempt], options);
    const events = ["login", "Ticket"].map((type) => ({ customer, type, occurredAt: at, value: 2.5 }));
    await writeLedger(client, companyId, "events", events, options);
  });
}

async function newOwner(): Promise<CompanyUser> {
  const { id } = await buildCompany(app.db, "Another");
  return (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
}
const send = (user: CompanyUser, content: Uint8Array) =>
  upload(app, user, content, { name: "everything.zip", url: "/api/company/imports" });

/** The same, brought in by its job past the queue: what else the rows set off does not run. */
async function bringIn(user: CompanyUser, content: Uint8Array): Promise<TakeIn | null> {
  const answer = await send(user, content);
  expect(answer.statusCode, answer.body).toBe(202);
  const { id, status } = answer.json<TakeIn>();
  expect(status).toBe("waiting");
  await app.runJob(takeInJob, { companyId: user.companyId, takeInId: id });
  return (await app.call(user, companyDataRoutes.takenIn)).body.latest;
}

/** Names of what lies in the file store. */
const storedFiles = async () =>
  (await readdir(path.join(app.dataDir, "files"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Every row of a company's table as the export has it, without whose it is. */
const rowsOf = (companyId: string, table: string) =>
  app.queryAsAdmin(
    `select to_jsonb(t) - 'company_id' as row from ${table} t where company_id = $1 order by (to_jsonb(t) - 'company_id')::text`,
    [companyId],
  );

/** The zip with one of its files changed. */
async function changed(name: string, change: (text: string) => string): Promise<Buffer> {
  const files = await readZip(zip);
  const made = new yazl.ZipFile();
  for (const [path, text] of files) made.addBuffer(Buffer.from(path === name ? change(text) : text), path);
  made.end();
  return buffer(made.outputStream);
}

describe("a company's export", () => {
  it("comes into an empty company: money, history, scores, their history and the model, row for row", async () => {
    const owner = await newOwner();
    const latest = await bringIn(owner, zip);
    expect(latest).toMatchObject({ status: "done", share: 1, failure: null, fileName: "everything.zip" });
    const taken = latest?.taken ?? [];
    const tables = [
      "customers",
      "customer_attributes",
      "customer_events",
      "customer_snapshots",
      "customer_totals",
      "customer_score_history",
      "churn_analysis_results",
      "churn_models",
      "scoring_settings",
      ...ledgerTables,
    ];
    for (const table of tables) {
      const rows = await rowsOf(owner.companyId, table);
      expect(rows, table).toEqual(await rowsOf(theirs.companyId, table));
      expect(taken.find((one) => one.table === table)?.rows ?? 0, table).toBe(rows.length);
    }
    for (const table of ledgerTables)
      expect(taken.find((one) => one.table === table)?.rows, table).toBeGreaterThan(0);
    expect(taken.find(({ table }) => table === "customer_snapshots")?.rows).toBe(3 * SCORED_CUSTOMERS);
    expect(taken.find(({ table }) => table === "churn_models")?.rows).toBe(1);

    const listed = await app.call(owner, customerRoutes.list, { query: { pageSize: 3 } });
    const there = await app.call(theirs.owner, customerRoutes.list, { query: { pageSize: 3 } });
    expect(listed.body).toEqual(there.body);
    expect(listed.body.items[0]?.currency).toBe("KWD");
    expect(
      await app.queryAsAdmin("select time_zone, churn_date from companies where id = $1", [owner.companyId]),
    ).toEqual([{ time_zone: "Europe/Paris", churn_date: "request" }]);
    const models = await app.call(owner, modelRoutes.list);
    expect(models.body).toEqual((await app.call(theirs.owner, modelRoutes.list)).body);
    // Nobody works on it here.
    const analyses = await app.call(owner, analysisRoutes.list);
    expect(analyses.body.items.map(({ status }) => status).toSorted()).toEqual([3, 5]);
    const people = await app.queryAsAdmin("select id from users where company_id = $1", [owner.companyId]);
    expect(people).toHaveLength(1);
    expect(await rowsOf(owner.companyId, "company_take_ins")).toMatchObject([{ row: { file_key: null } }]);
    expect(await storedFiles()).toEqual([]);
  });

  it("is refused where there are customers, whatever it is", async () => {
    const answer = await send(theirs.owner, zip);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain("This company has customers.");
  });

  it("is refused in words where it is none, newer or not whole, and nothing of it stays", async () => {
    const owner = await newOwner();
    const refusals: [Uint8Array, RegExp][] = [
      [Buffer.from("id,email\n1,a@example.test\n"), /This is no zip/],
      [zip.subarray(0, zip.length - 100), /This is no zip|damaged/],
      [await changed("schema.json", () => "{}"), /not from “Export everything” of Forestay/],
      [
        await changed("schema.json", (text) => text.replace('"external_id"', '"of_tomorrow"')),
        /newer version of Forestay: it has more in customers/,
      ],
      // A bomb: nothing of it is unpacked.
      [
        await changed("jsonl/customer_events.jsonl", () =>
          "0".repeat(Math.max(80 * 1024 ** 2, 250 * zip.length)),
        ),
        /unpacks to far more than any export/,
      ],
    ];
    for (const [content, words] of refusals) {
      const answer = await send(owner, content);
      expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringMatching(words)]);
    }
    expect(await rowsOf(owner.companyId, "company_take_ins")).toEqual([]);
    const broken = await changed("jsonl/customer_events.jsonl", (text) => `${text}{"half": `);
    expect(await bringIn(owner, broken)).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("not as “Export everything” writes them"),
      taken: [],
    });
    expect(await rowsOf(owner.companyId, "customers")).toEqual([]);
    expect(await storedFiles()).toEqual([]);
    // And the next one may come.
    expect(await bringIn(owner, zip)).toMatchObject({ status: "done", failure: null });
  });

  it("is the only one that comes in: a second is refused until the first is done", async () => {
    const owner = await newOwner();
    expect((await send(owner, zip)).statusCode).toBe(202);
    const second = await send(owner, zip);
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      "An export is being brought in already. Wait until it is done.",
    ]);
  });

  it("that was interrupted each time says so, and nothing of it is there", async () => {
    const owner = await newOwner();
    const before = await storedFiles();
    const { id } = (await send(owner, zip)).json<TakeIn>();
    await takeInJob.onExhausted?.({
      ...app.jobContext,
      payload: { companyId: owner.companyId, takeInId: id },
      jobId: "1",
      reason: "job heartbeat timeout",
    });
    expect((await app.call(owner, companyDataRoutes.takenIn)).body.latest).toMatchObject({
      status: "failed",
      failure: "It was interrupted too many times. Nothing was brought in: try once more.",
    });
    expect(await rowsOf(owner.companyId, "customers")).toEqual([]);
    expect(await storedFiles()).toEqual(before);
  });

  it("stays brought in where another attempt had begun because the first was slow", async () => {
    const owner = await newOwner();
    const { companyId } = owner;
    const { id } = (await send(owner, zip)).json<TakeIn>();
    // Both at once: the second waits for the first, and finds that all is done.
    await Promise.all([1, 2].map(() => app.runJob(takeInJob, { companyId, takeInId: id })));
    const { latest } = (await app.call(owner, companyDataRoutes.takenIn)).body;
    expect(latest).toMatchObject({ status: "done", failure: null });
    expect(await rowsOf(companyId, "customers")).toHaveLength(SCORED_CUSTOMERS);
  });

  it("is refused by its job where customers came meanwhile", async () => {
    const owner = await newOwner();
    const { id } = (await send(owner, zip)).json<TakeIn>();
    await app.queryAsAdmin("insert into customers (company_id, external_id) values ($1, 'C-1')", [
      owner.companyId,
    ]);
    await app.runJob(takeInJob, { companyId: owner.companyId, takeInId: id });
    expect((await app.call(owner, companyDataRoutes.takenIn)).body.latest).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("This company has customers."),
    });
    expect(await rowsOf(owner.companyId, "customers")).toHaveLength(1);
  });

  it("is brought in by an Owner and nobody else", async () => {
    const { id } = await buildCompany(app.db, "Another");
    const { actor } = await buildUser(app.db, id, "Staff", { now: app.clock.now() });
    expect((await send(actor, zip)).statusCode).toBe(403);
  });
});
