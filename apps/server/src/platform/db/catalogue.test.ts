import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";

/**
 * Tables that belong to no company, each with its reason. Everything else must be a tenant table; adding a line here
 * is a decision about isolation, not a way to quiet this test.
 */
const nonTenantTables: Record<string, string> = {
  companies: "the tenants themselves",
  users: "read at sign-in, before the company is known",
  sessions: "as users",
  verification_codes: "sent to an address that may belong to nobody yet",
  user_two_factor: "as users",
  two_factor_recovery_codes: "as users",
  mfa_challenges: "as sessions, read before the company is known",
  platform_audit_entries: "what concerns no company: platform staff, companies that are gone",
  rate_limit_counters: "counters by hashed account, address or id",
  idempotency_keys: "belongs to a user",
  outbound_buckets: "how often an account elsewhere is called, which knows none of our companies",
  live_outbox: "live events on their way between processes, read by each for the clients of all companies",
  mails: "a code goes to an address of no company yet; an Admin reads all mail",
  demo_calendar: "the platform's own: when its staff hold demos",
  demo_bookings: "visitors', who belong to no company yet; read by the platform's staff alone",
  waiting_list_entries: "visitors, who belong to no company yet; read by the platform's staff alone",
  download_tickets: "read by its token, before the company is known",
  integration_accounts:
    "whose an account at another system is: asked by its news, before the company is known",
  outgoing_holds: "said of the whole installation: a restored copy sends nothing",
  support_sessions:
    "between a person and the platform's staff, who read those of all companies; a person finds their own by who they are",
  support_messages: "as support_sessions",
  support_attachments: "as support_sessions",
  support_notes: "staff's, of a session",
  support_canned_replies: "the platform's own",
  support_presence: "platform staff",
  support_contacts: "written by whoever comes, of no company",
  schema_migrations: "the schema's own history",
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface TableRow {
  name: string;
  has_company: boolean;
  rls: boolean;
  forced: boolean;
  owner: string;
}

const listTables = () =>
  database.queryAsAdmin<TableRow>(`
    select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
      pg_get_userbyid(c.relowner) as owner,
      exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped and a.attnotnull) as has_company
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`);

describe("the database's catalogue", () => {
  it("knows every table as a tenant table or as a listed exception", async () => {
    const tables = await listTables();
    const tenant = tables.filter((table) => !(table.name in nonTenantTables));
    expect(tenant.filter((table) => !table.has_company).map((table) => table.name)).toEqual([]);
    const names = tables.map((table) => table.name);
    expect(Object.keys(nonTenantTables).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("forces row-level security on every tenant table, with one policy for reading and writing", async () => {
    const tenant = (await listTables()).filter((table) => !(table.name in nonTenantTables));
    expect(tenant.filter((table) => !table.rls || !table.forced).map((table) => table.name)).toEqual([]);
    const policies = await database.queryAsAdmin<{
      tablename: string;
      cmd: string;
      qual: string;
      with_check: string;
    }>("select tablename, cmd, qual, with_check from pg_policies where schemaname = 'public'");
    for (const { name } of tenant) {
      const own = policies.filter((policy) => policy.tablename === name);
      expect(own, name).toHaveLength(1);
      expect(own[0]?.cmd).toBe("ALL");
      expect(own[0]?.qual).toContain("NULLIF(current_setting('app.company_id'::text, true), ''::text)");
      expect(own[0]?.with_check).toBe(own[0]?.qual);
    }
  });

  it("leads every primary key, unique key, index and foreign key of a tenant table with company_id", async () => {
    const offenders = await database.queryAsAdmin<{ name: string }>(
      `select c.relname || ': ' || i.relname as name
       from pg_index x
       join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where n.nspname = 'public' and not c.relname = any($1)
         and (x.indisunique or x.indisprimary) and x.indkey[0] <> a.attnum
       union all
       select c.relname || ': ' || k.conname
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where n.nspname = 'public' and k.contype = 'f' and not c.relname = any($1) and k.conkey[1] <> a.attnum`,
      [Object.keys(nonTenantTables)],
    );
    expect(offenders.map((row) => row.name)).toEqual([]);
    const withoutKey = await database.queryAsAdmin<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p')
         and not exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary)`,
    );
    expect(withoutKey.map((row) => row.name)).toEqual([]);
  });

  it("gives the app's role nothing to own, nothing to bypass and no way to change the schema", async () => {
    const [role] = await database.queryAsAdmin(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
         has_schema_privilege('forestay_app', 'public', 'create') as may_create
       from pg_roles r where rolname = 'forestay_app'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      owned: 0,
      memberships: 0,
      may_create: false,
    });
  });

  it("catches a tenant table that forgot its walls", async () => {
    await database.queryAsAdmin("create table forgotten (id uuid primary key, company_id uuid not null)");
    const forgotten = (await listTables()).find((table) => table.name === "forgotten");
    expect(forgotten).toMatchObject({ has_company: true, rls: false, forced: false });
    await database.queryAsAdmin("drop table forgotten");
  });
});
