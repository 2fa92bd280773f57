import { analysisRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenantClient, type SqlClient } from "#platform/db/transaction.ts";
import { addCustomers, buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { refreshStatistics } from "./refresh-statistics.ts";
import { upsertCustomerBatch } from "./upsert-customers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A company beside one that the statistics know; of this one they know nothing. */
async function newcomer(): Promise<World> {
  const known = await buildWorld(app);
  await addCustomers(app, known.companyId, labelledCustomers({ count: 300 }));
  await app.queryAsAdmin("analyze customers, customer_snapshots");
  return buildWorld(app);
}

const inCompany = <T>({ companyId }: World, work: (client: SqlClient) => Promise<T>) =>
  withTenantClient(app.db, companyId, ({ client }) => work(client));

const write = (world: World, customers: ReturnType<typeof labelledCustomers>) =>
  inCompany(world, (client) => upsertCustomerBatch(client, world.companyId, customers));

/** Rows of `customers` that the statements of one transaction read, thrown away or not, as the server counts them. */
async function rowsRead(world: World, work: (client: SqlClient) => Promise<unknown>): Promise<number> {
  const count = async () =>
    (
      await app.queryAsAdmin<{ read: number }>(
        "select sum(idx_tup_fetch + seq_tup_read)::float8 as read from pg_stat_user_tables where relname = 'customers'",
      )
    )[0]?.read ?? Number.NaN;
  // Counts are handed in when a transaction ends, and at most once a second unless its own connection says otherwise.
  const handIn = (client: SqlClient) => client.query("select pg_stat_force_next_flush()");
  await inCompany(world, handIn);
  const before = await count();
  await inCompany(world, async (client) => {
    await work(client);
    await handIn(client);
  });
  return (await count()) - before;
}

/** How often the table of customers was analyzed because somebody asked. */
const analyzed = async (): Promise<number> =>
  (
    await app.queryAsAdmin<{ count: number }>(
      "select analyze_count::int as count from pg_stat_user_tables where relname = 'customers'",
    )
  )[0]?.count ?? 0;

describe("customers of a company that the planner's statistics do not know", () => {
  it("are looked up by their key, a row each, and not by reading all of the company's", async () => {
    const world = await newcomer();
    const customers = labelledCustomers({ count: 4000 });
    await write(world, customers.slice(0, 2000));
    const read = await rowsRead(world, (client) =>
      upsertCustomerBatch(client, world.companyId, customers.slice(2000)),
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(100_000);
  });

  it("are profiled in one pass before an analysis", async () => {
    const world = await newcomer();
    await write(world, labelledCustomers({ count: 20_000 }));
    const answer = await app.call(world.owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(answer).toMatchObject({ status: 200, body: { customers: expect.any(Number) } });
  });

  it("are known after it, and it is not done again", async () => {
    const world = await newcomer();
    await write(world, labelledCustomers({ count: 600 }));
    const expected = () =>
      inCompany(world, async (client) => {
        const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
          "explain (format json) select from customers where company_id = $1",
          [world.companyId],
        );
        return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"];
      });
    expect(await expected()).toBe(1);
    const before = await analyzed();
    await inCompany(world, (client) => refreshStatistics(client, world.companyId));
    expect(await expected()).toBe(600);
    expect(await analyzed()).toBe(before + 1);
    await inCompany(world, (client) => refreshStatistics(client, world.companyId));
    expect(await analyzed()).toBe(before + 1);
  });

  it("are not looked for again and again where they are too few beside the others to be met", async () => {
    const world = await newcomer();
    await write(world, labelledCustomers({ count: 600 }));
    // The table as the planner knows it after years: 600 in a million are twelve of the 30,000 looked at, in ten million one.
    const tableOf = (rows: number) =>
      app.queryAsAdmin(`update pg_class set reltuples = ${rows} where oid = 'customers'::regclass`);
    const refresh = () => inCompany(world, (client) => refreshStatistics(client, world.companyId));
    const before = await analyzed();
    await tableOf(10_000_000);
    await refresh();
    expect(await analyzed()).toBe(before);
    await tableOf(1_000_000);
    await refresh();
    expect(await analyzed()).toBe(before + 1);
  });
});
