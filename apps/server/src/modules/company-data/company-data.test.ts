import { apiKeyRoutes, authRoutes, companyDataRoutes, settingsRoutes, teamRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buffer } from "node:stream/consumers";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { openCompanyExport } from "./export-company.ts";
import { deleteDueCompanies } from "./delete-company.ts";
import { readZip } from "./fixtures/read-zip.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db, "Acme")).id;
  owner = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD, now: app.clock.now() });
});

const addCustomers = (company: string, count: number, prefix: string) =>
  app.queryAsAdmin(
    `insert into customers (company_id, external_id, full_name, lifetime_value_cents, attributes)
     select $1, $3 || n, case n when 1 then '=1+1' else $3 || n end, n * 100, '{"seats": 3}' from generate_series(1, $2::int) n`,
    [company, count, prefix],
  );

describe("the export of everything", () => {
  it("is one zip of CSV, JSON lines and a schema, every row once, nothing of another company and no secret", async () => {
    await addCustomers(companyId, 4321, "mine-");
    const other = (await buildCompany(app.db, "Other")).id;
    await addCustomers(other, 5, "theirs-");
    await app.call(owner.actor, apiKeyRoutes.createApiKey, {
      body: { name: "Key", scopes: ["customers:read"] },
    });
    await app.call(owner.actor, teamRoutes.invite, {
      body: { email: "guest@example.test", role: "Viewer" },
    });

    const link = await app.call(owner.actor, companyDataRoutes.exportEverything);
    const download = await app.inject({ url: link.body.downloadPath });
    expect(download.headers["content-type"]).toBe("application/zip");
    const files = await readZip(download.rawPayload);

    const lines = files.get("jsonl/customers.jsonl")!.trim().split("\n");
    expect(lines).toHaveLength(4321);
    const customers = lines.map((line) => JSON.parse(line) as { external_id: string; full_name: string });
    expect(new Set(customers.map((customer) => customer.external_id))).toHaveLength(4321);
    expect(customers.some((customer) => customer.full_name === "=1+1")).toBe(true);
    const csv = files.get("csv/customers.csv")!.trim().split("\r\n");
    expect(csv).toHaveLength(4322);
    expect(csv.some((line) => line.includes("'=1+1"))).toBe(true);

    const schema = JSON.parse(files.get("schema.json")!) as {
      tables: { name: string; columns: { name: string }[] }[];
    };
    for (const { name, columns } of schema.tables) {
      expect(files.get(`csv/${name}.csv`)!.slice(1).split("\r\n")[0]).toBe(
        columns.map((c) => c.name).join(","),
      );
      expect(files.has(`jsonl/${name}.jsonl`), name).toBe(true);
    }
    expect(schema.tables.map((table) => table.name)).toEqual(
      expect.arrayContaining([
        "companies",
        "users",
        "customers",
        "customer_events",
        "import_jobs",
        "audit_entries",
      ]),
    );
    files.delete("schema.json");
    const everything = [...files.values()].join("\n");
    const has = (text: string) => everything.includes(text);
    expect(["theirs-", "argon2", "token_hash", "password_hash"].filter(has)).toEqual([]);
    expect([owner.email, "guest@example.test", "Acme"].every(has)).toBe(true);
  });
});

describe("what belongs to a company", () => {
  /** Tables without a company's id, and why neither the export nor the deletion of a company looks at them itself. */
  const withoutCompany: Record<string, string> = {
    companies: "the company itself: exported, and deleted with all that points to it",
    sessions: "a person's: sign-ins, no data of the company; goes with the person",
    verification_codes: "an address's: spent in minutes, deleted by address",
    user_two_factor: "a person's secret, never exported; goes with the person",
    two_factor_recovery_codes: "a person's secrets, never exported; go with the person",
    mfa_challenges: "a person's, spent in minutes; goes with the person",
    idempotency_keys: "answers sealed under their key for a day; go with the person",
    rate_limit_counters: "hashes that count, forgotten in a day",
    platform_audit_entries: "the platform's own log: ids and actions of companies that are gone",
    live_outbox: "news on their way, gone in seconds",
    support_messages: "of support_sessions, and go with them",
    support_attachments: "of support_sessions, and go with them",
    support_notes: "staff's own, of support_sessions, and go with them",
    support_canned_replies: "the platform's own",
    support_presence: "a person's of the platform's staff; goes with the person",
    support_contacts: "an address's, written to the platform; deleted with the person of that address",
    outbound_buckets:
      "how often an account elsewhere is called, forgotten in a day; knows none of our companies",
    outgoing_holds: "said of the whole installation: a restored copy sends nothing",
    demo_calendar: "the platform's own: when its staff hold demos",
    demo_bookings: "the platform's: visitors who book a demo, of no company yet",
    waiting_list_entries: "the platform's: visitors who ask to be let in, of no company yet",
    schema_migrations: "the schema's own history",
  };
  const secretName = /hash|secret|token|sealed|password|credential|cipher|^raw$/;

  it("is exported table by table or left out with a reason, and no column that holds a secret is in it", async () => {
    const link = await app.call(owner.actor, companyDataRoutes.exportEverything);
    const files = await readZip((await app.inject({ url: link.body.downloadPath })).rawPayload);
    const schema = JSON.parse(files.get("schema.json")!) as {
      leftOut: { tables: Record<string, string> };
      tables: { name: string; columns: { name: string }[] }[];
    };
    const exported = schema.tables.map((table) => table.name);
    const accountedFor = [
      ...exported,
      ...Object.keys(schema.leftOut.tables),
      ...Object.keys(withoutCompany).filter((name) => name !== "companies"),
    ];
    const all = await app.queryAsAdmin<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    expect(accountedFor.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(Object.values(schema.leftOut.tables).every((reason) => reason.length > 10)).toBe(true);
    const suspicious = schema.tables.flatMap(({ name, columns }) =>
      columns.filter((column) => secretName.test(column.name)).map((column) => `${name}.${column.name}`),
    );
    expect(suspicious).toEqual([]);
  });

  it("goes with it: every table that names a company or a person hangs on them by a key that deletes", async () => {
    const links = await app.queryAsAdmin<{ child: string; parent: string; deletes: boolean }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'c' as deletes
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const goes = new Set(["companies"]);
    for (let grown = true; grown;) {
      grown = false;
      for (const { child, parent, deletes } of links) {
        if (!deletes || !goes.has(parent) || goes.has(child)) continue;
        goes.add(child);
        grown = true;
      }
    }
    const holders = await app.queryAsAdmin<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name in ('company_id', 'user_id') and t.table_type = 'BASE TABLE'`,
    );
    const stays = holders.map(({ name }) => name).filter((name) => !goes.has(name));
    expect(stays).toEqual(deletedByHand);
  });
  /** Without such a key, for speed; the deletion counts what is left and does not commit while that is anything. */
  const deletedByHand = ["import_row_keys"];
});

it("ends a download that cannot be read, and not the process", async () => {
  await app.queryAsAdmin("revoke select on customer_totals from forestay_app");
  try {
    const stream = await openCompanyExport(app.db, companyId, app.clock.now());
    await expect(buffer(stream)).rejects.toThrow("customer_totals");
  } finally {
    await app.queryAsAdmin("grant select on customer_totals to forestay_app");
  }
});

describe("deleting the company", () => {
  const request = (typedName: string, password: string) =>
    app.call(owner.actor, companyDataRoutes.requestDeletion, { body: { typedName, password } });
  const tables = () =>
    app.queryAsAdmin<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
    );

  it("asks for the name, typed, and the password, and says both at the field", async () => {
    expect((await request("acme", TEST_PASSWORD)).body).toMatchObject({
      fields: { typedName: "Type “Acme” to confirm" },
    });
    expect((await request("Acme", "wrong one")).body).toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect((await app.call(owner.actor, settingsRoutes.getSettings)).body.deletionAt).toBeNull();
  });

  it("is refused while its members are the platform's only Admins", async () => {
    const admin = await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    const refused = await request("Acme", TEST_PASSWORD);
    expect([refused.status, refused.body]).toMatchObject([403, { code: "last_admin" }]);
    await app.queryAsAdmin("delete from users where id = $1", [admin.actor.userId]);
  });

  it("waits a week, during which it can be kept", async () => {
    const asked = await request("Acme", TEST_PASSWORD);
    expect(asked.body.deletionAt).toBe(new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString());
    const [mail] = await app.queryAsAdmin<{ subject: string }>(
      "select subject from mails where to_address = $1 and subject like 'Acme%'",
      [owner.email],
    );
    expect(mail?.subject).toContain("will be deleted");
    const kept = await app.call(owner.actor, companyDataRoutes.cancelDeletion);
    expect(kept.body.deletionAt).toBeNull();
  });

  it("then leaves no row of it in any table, no file, no session, and the other company as it was", async () => {
    const other = (await buildCompany(app.db, "Other")).id;
    await addCustomers(other, 3, "theirs-");
    await addCustomers(companyId, 10, "mine-");
    // What an import that was at work leaves behind hangs on no key.
    await app.queryAsAdmin(
      "insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome) values ($1, gen_random_uuid(), 1, 1, 'create')",
      [companyId],
    );
    const run = () => app.runJob(deleteDueCompanies, {});
    await request("Acme", TEST_PASSWORD);
    await run();
    expect((await app.call(owner.actor, settingsRoutes.getSettings)).status).toBe(200);
    app.clock.advance(7 * DAY_MS);
    await run();
    expect((await app.call(owner.actor, authRoutes.me)).status).toBe(401);
    for (const { name } of await tables()) {
      const [row] = await app.queryAsAdmin<{ n: number }>(
        `select count(*)::int as n from ${name} where company_id = $1`,
        [companyId],
      );
      expect([name, row?.n]).toEqual([name, 0]);
    }
    const [company] = await app.queryAsAdmin<{ n: number }>(
      "select count(*)::int as n from companies where id = $1",
      [companyId],
    );
    expect(company?.n).toBe(0);
    const [left] = await app.queryAsAdmin<{ n: number }>(
      "select count(*)::int as n from customers where company_id = $1",
      [other],
    );
    expect(left?.n).toBe(3);
    const told = await app.queryAsAdmin(
      "select actor, via from platform_audit_entries where target_id = $1",
      [companyId],
    );
    expect(told).toEqual([{ actor: "Forestay", via: "job" }]);
  });
});
