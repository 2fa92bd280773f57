import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { withSystem, withTenant, withTenantClient } from "./transaction.ts";

let database: TestDatabase;
const companyA = randomUUID();
const companyB = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.queryAsAdmin(`
    create table scraps (company_id uuid not null, id int not null, words text, primary key (company_id, id));
    select protect_tenant_table('scraps');`);
  for (const companyId of [companyA, companyB]) {
    await withTenant(database.db, companyId, (tx) =>
      sql`insert into scraps values (${companyId}, 1, ${`of ${companyId}`})`.execute(tx),
    );
  }
});
afterAll(() => database.drop());

const countScraps = sql<{ count: number }>`select count(*) as count from scraps`;

describe("a tenant transaction", () => {
  it("sees its own company's rows only, whatever the query forgets to filter", async () => {
    const rows = await withTenant(database.db, companyA, (tx) =>
      sql<{ company_id: string }>`select company_id from scraps`.execute(tx),
    );
    expect(rows.rows).toEqual([{ company_id: companyA }]);
  });

  it("cannot write, move or delete another company's row", async () => {
    const insert = withTenant(database.db, companyA, (tx) =>
      sql`insert into scraps values (${companyB}, 2, 'intruder')`.execute(tx),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
    const move = withTenant(database.db, companyA, (tx) =>
      sql`update scraps set company_id = ${companyB}`.execute(tx),
    );
    await expect(move).rejects.toThrow(/row-level security/);
    const removed = await withTenant(database.db, companyA, (tx) =>
      sql`delete from scraps where company_id = ${companyB}`.execute(tx),
    );
    expect(removed.numAffectedRows).toBe(0n);
  });

  it("leaves nothing behind on its connection: without a company no row is seen", async () => {
    for (let i = 0; i < 20; i++) {
      await withTenant(database.db, companyA, (tx) => countScraps.execute(tx));
      const { rows } = await withSystem(database.db, (tx) => countScraps.execute(tx));
      expect(rows[0]?.count).toBe(0);
    }
  });

  it("keeps companies apart when their transactions run at the same time", async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const companyId = i % 2 === 0 ? companyA : companyB;
        return withTenant(database.db, companyId, async (tx) => {
          await sql`select pg_sleep(0.001)`.execute(tx);
          const { rows } = await sql<{ company_id: string }>`select company_id from scraps`.execute(tx);
          return rows.every((row) => row.company_id === companyId) && rows.length === 1;
        });
      }),
    );
    expect(seen).toEqual(Array.from({ length: 40 }, () => true));
  });

  it("rolls back on a throw and frees its connection", async () => {
    for (let i = 0; i < 20; i++) {
      const attempt = withTenant(database.db, companyA, async (tx) => {
        await sql`insert into scraps values (${companyA}, 99, 'gone')`.execute(tx);
        throw new Error("changed my mind");
      });
      await expect(attempt).rejects.toThrow("changed my mind");
    }
    const { rows } = await withTenant(database.db, companyA, (tx) => countScraps.execute(tx));
    expect(rows[0]?.count).toBe(1);
  });

  it("does not report success when a swallowed error had aborted it", async () => {
    const attempt = withTenant(database.db, companyA, async (tx) => {
      await sql`select 1/0`.execute(tx).catch(() => {});
    });
    await expect(attempt).rejects.toThrow(/aborted/);
  });

  it("refuses a query that a missing await lets run after its end", async () => {
    const leaked = await withTenant(database.db, companyA, async (tx) => ({ tx }));
    await expect(countScraps.execute(leaked.tx)).rejects.toThrow(/has ended/);
  });

  it("refuses a company id that is not a UUID", async () => {
    expect(() => withTenant(database.db, "'; drop table scraps; --", async () => {})).toThrow(/UUID/);
  });

  it("shares one connection between the query builder and the raw client", async () => {
    const same = await withTenantClient(database.db, companyA, async ({ tx, client }) => {
      const builder = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const raw = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return builder.rows[0]?.pid === raw.rows[0]?.pid;
    });
    expect(same).toBe(true);
  });

  it("cancels a statement that takes too long", async () => {
    const slow = withTenant(database.db, companyA, (tx) => sql`select pg_sleep(10)`.execute(tx), {
      statementTimeoutMs: 50,
    });
    await expect(slow).rejects.toThrow(/statement timeout/);
  });
});
