import type { ChurnDate } from "@forestay/metrics";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upsertCustomerBatch } from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type SqlClient } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { anyLines } from "../../../../../packages/metrics/src/testing/ledgers.ts";
import { readRevenue, rebuildRollups, riskJob, type RollupScope } from "./index.ts";
import { expectFigures } from "./fixtures/figures-by-definition.ts";
import { expectLifetimes } from "./fixtures/lifetimes-by-definition.ts";
import { keepRollups } from "./keep-rollups.ts";
import { subscriptionLinesOf, writeLedger, type LedgerInputs, type SoldLine } from "#modules/ledger/index.ts";

type SubscriptionInput = LedgerInputs["subscriptions"];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const NOW = new Date("2026-02-10T12:00:00Z");
const signal = AbortSignal.timeout(600_000);

/** A customer's lines, each with the plan it is sold as and who ended it. */
const anyCustomer = fc
  .tuple(
    anyLines,
    fc.array(
      fc.record({
        plan: fc.constantFrom("Basic", "Basic", "Pro", null),
        endedBy: fc.constantFrom<SoldLine["endedBy"]>("voluntary", "involuntary", null),
        endReason: fc.constantFrom("Too expensive", " too\nexpensive ", "x".repeat(300), null),
      }),
      { minLength: 6, maxLength: 6 },
    ),
  )
  .map(([lines, sold]) => lines.map((line, at): SoldLine => ({ ...line, ...sold[at]! })));

describe("rollups of random ledgers", () => {
  it.each<[timeZone: string, churnDate: ChurnDate]>([
    ["UTC", "end_of_paid_term"],
    ["America/New_York", "request"],
    ["Pacific/Auckland", "end_of_paid_term"],
    ["UTC", "request"],
  ])(
    "kept change by change are what a rebuild makes and what the definitions say, in %s by %s",
    async (timeZone, churnDate) => {
      const by = { timeZone, churnDate, now: NOW };
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyCustomer, { minLength: 1, maxLength: 8 }),
          fc.infiniteStream(fc.nat(1000)),
          async (ledger, chance) => {
            const companyId = await company(timeZone, ledger.length, churnDate);
            const final = await writeInRandomOrder(companyId, ledger, () => chance.next().value as number);
            await keep(companyId);
            expect(await rebuildRollups(app.db, companyId, { now: NOW, write: false })).toMatchObject({
              differingCustomers: 0,
              firstSums: [],
              differingSums: 0,
            });
            await expectFigures(app.db, companyId, by, final);
            await expectLifetimes(app.db, companyId, by, final);
          },
        ),
        { numRuns: 5 },
      );
    },
  );

  it("are told to differ where a row was lost or changed, and put right", async () => {
    const companyId = await company("UTC", 2);
    const sold = { plan: "Basic", endedBy: null, endReason: null } as const;
    const line = (from: string, to: string | null): SoldLine => ({
      ...sold,
      subscriptionId: from,
      currency: "EUR",
      amountMinor: 1000,
      every: { unit: "month", count: 1 },
      startMs: Date.parse(from),
      endMs: to === null ? null : Date.parse(to),
    });
    const ledger = [[line("2025-01-01", null)], [line("2025-02-01", "2025-05-01")]];
    const held = await writeInRandomOrder(companyId, ledger, () => 1);
    await keep(companyId);
    await app.queryAsAdmin(
      "update revenue_days set new_minor = new_minor + 1 where day = '2025-02-01' and plan = ''",
    );
    await app.queryAsAdmin("delete from mrr_movements where kind = 'churn' and company_id = $1", [companyId]);
    const told = await rebuildRollups(app.db, companyId, { now: NOW, write: false });
    expect(told.differingCustomers).toBe(1);
    expect(told.firstSums).toContain("revenue_days EUR 2025-02-01: new_minor by -1");
    await rebuildRollups(app.db, companyId, { now: NOW, write: true });
    expect(await rebuildRollups(app.db, companyId, { now: NOW, write: false })).toMatchObject({
      differingCustomers: 0,
      differingSums: 0,
    });
    const by = { timeZone: "UTC", churnDate: "end_of_paid_term", now: NOW } as const;
    await expectFigures(app.db, companyId, by, held);
    expect(held.size).toBe(2);
  });

  it("count by the company's days of now after its time zone was changed", async () => {
    const companyId = await company("UTC", 1);
    const at = Date.parse("2025-03-01T02:00:00Z");
    await writeInRandomOrder(
      companyId,
      [
        [
          {
            subscriptionId: "s",
            currency: "EUR",
            amountMinor: 500,
            every: { unit: "month", count: 1 },
            startMs: at,
            endMs: null,
            plan: null,
            endedBy: null,
            endReason: null,
          },
        ],
      ],
      () => 1,
    );
    await keep(companyId);
    expect((await series(companyId, { plan: null, currency: "EUR" })).firstDay).toBe("2025-03-01");
    await app.queryAsAdmin("update companies set time_zone = 'America/New_York' where id = $1", [companyId]);
    await rebuildRollups(app.db, companyId, { now: NOW, write: true });
    expect((await series(companyId, { plan: null, currency: "EUR" })).firstDay).toBe("2025-02-28");
  });

  it("leave nothing of a customer that is deleted", async () => {
    const companyId = await company("UTC", 1);
    await writeInRandomOrder(
      companyId,
      [
        [
          {
            subscriptionId: "s",
            currency: "EUR",
            amountMinor: 500,
            every: { unit: "month", count: 1 },
            startMs: 0,
            endMs: null,
            plan: "Pro",
            endedBy: null,
            endReason: null,
          },
        ],
      ],
      () => 1,
    );
    await keep(companyId);
    await app.queryAsAdmin("delete from customers where company_id = $1", [companyId]);
    await keep(companyId);
    for (const table of [
      "ledger_changes",
      "mrr_movements",
      "revenue_days",
      "retention_days",
      "tenure_days",
      "cohort_days",
      "reason_days",
    ])
      expect(await app.queryAsAdmin(`select * from ${table} where company_id = $1`, [companyId])).toEqual([]);
    // And of a company that is deleted, with jobs on their way that find nothing to do.
    await app.queryAsAdmin("delete from companies where id = $1", [companyId]);
    await keep(companyId);
    await app.runJob(riskJob.company, { companyId });
  });
});

async function company(
  timeZone: string,
  customers: number,
  churnDate: ChurnDate = "end_of_paid_term",
): Promise<string> {
  const { id } = await buildCompany(app.db);
  await app.queryAsAdmin("update companies set time_zone = $2, churn_date = $3 where id = $1", [
    id,
    timeZone,
    churnDate,
  ]);
  await withTenantClient(app.db, id, ({ client }) =>
    upsertCustomerBatch(
      client,
      id,
      Array.from({ length: customers }, (_, at) => ({ externalId: String(at) })),
    ),
  );
  return id;
}

const keep = (companyId: string) => keepRollups(app.db, companyId, { now: NOW, signal });
const series = (companyId: string, scope: RollupScope) =>
  withTenant(app.db, companyId, (tx) => readRevenue(tx, companyId, scope));

/**
 * Writes every line as a subscription of its own by the door, customers mixed; some first as something else, some with the
 * rollups kept in between, some taken away again. Gives what the ledger then holds, customer by customer.
 */
async function writeInRandomOrder(
  companyId: string,
  ledger: readonly (readonly SoldLine[])[],
  chance: () => number,
): Promise<Map<string, readonly SoldLine[]>> {
  const lines = ledger.flatMap((own, customer) =>
    own.map((line, at) => ({ line, record: recordOf(line, String(customer), `${customer}-${at}`) })),
  );
  const order = lines.map((one) => ({ ...one, at: chance() })).sort((a, b) => a.at - b.at);
  const write = (client: SqlClient, record: SubscriptionInput, toldAt: Date) =>
    writeLedger(client, companyId, "subscriptions", [record], {
      source: "file",
      toldAt,
      now: NOW,
      unknownCustomers: "reject",
    });
  for (const { record } of order) {
    await withTenantClient(app.db, companyId, async ({ client }) => {
      const wrong = {
        ...record,
        price: { ...record.price, amountMinor: record.price.amountMinor + 777, plan: "Other" },
      };
      if (chance() % 4 === 0) await write(client, wrong, new Date(NOW.getTime() - 1000));
      await write(client, record, NOW);
    });
    if (chance() % 3 === 0) await keep(companyId);
    if (chance() % 7 === 0) {
      await withTenantClient(app.db, companyId, ({ client }) =>
        client.query("delete from subscriptions where company_id = $1 and source_id = $2", [
          companyId,
          record.sourceId,
        ]),
      );
    }
  }
  return withTenantClient(app.db, companyId, async ({ client }) => {
    const sold = await subscriptionLinesOf(client, companyId, { limit: 100 });
    return new Map(sold.map(({ customerId, lines: own }) => [customerId, own]));
  });
}

function recordOf(line: SoldLine, externalId: string, sourceId: string): SubscriptionInput {
  const at = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString();
  return {
    customer: { externalId },
    sourceId,
    startedAt: new Date(line.startMs).toISOString(),
    endedAt: at(line.endMs),
    trialEndsAt: at(line.trialEndMs),
    cancelRequestedAt: at(line.cancelRequestedMs),
    endedBy: line.endedBy,
    endReason: line.endReason,
    price: {
      plan: line.plan,
      currency: line.currency,
      amountMinor: line.amountMinor,
      discountMinor: line.discountMinor ?? 0,
      includedTaxMinor: line.includedTaxMinor ?? 0,
      every: line.every,
    },
    priceFrom: new Date(line.startMs).toISOString(),
  };
}
