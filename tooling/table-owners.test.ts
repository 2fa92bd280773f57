import { describe, expect, it } from "vitest";
import type { TableGrant } from "./table-grants.ts";
import { checkTables } from "./walls/check-tables.ts";

const owners = {
  "modules/customers": ["customers"],
  "modules/companies": ["users"],
  "modules/imports": ["import_jobs"],
};
const schema =
  "export interface DB {\n  customers: Customers;\n  import_jobs: ImportJobs;\n  users: Users;\n}\n";

function saidOf(
  source: string,
  { file = "modules/imports/run.ts", grants = [] as TableGrant[] } = {},
): string[] {
  const sources = new Map([
    ["apps/server/src/platform/db/schema.gen.ts", schema],
    [`apps/server/src/${file}`, source],
  ]);
  return checkTables(sources, { owners, grants }).problems.map((problem) => problem.split("\n")[0] ?? "");
}
const refused = (access: string, table: string) => [
  `tables-have-owners: apps/server/src/modules/imports/run.ts:1 ${access}s ${table}`,
];

describe("tables have owners", () => {
  it.each([
    ['tx.selectFrom("customers")', "read", "customers"],
    ['tx.selectFrom("customers as c")', "read", "customers"],
    ['tx.selectFrom(["import_jobs", "users"])', "read", "users"],
    ['tx.selectFrom("import_jobs").innerJoin("users", "users.id", "import_jobs.by")', "read", "users"],
    ['tx.selectFrom("import_jobs").leftJoin("users as u", "u.id", "import_jobs.by")', "read", "users"],
    ['tx.insertInto("customers")', "write", "customers"],
    ['tx.updateTable("users")', "write", "users"],
    ['tx.deleteFrom("customers")', "write", "customers"],
    ['sql`select 1 from ${sql.table("users")}`', "read", "users"],
    ["tx.selectFrom(`customers`)", "read", "customers"],
    ['const { selectFrom } = tx; selectFrom("customers")', "read", "customers"],
  ])("the builder's %s is refused", (source, access, table) => {
    expect(saidOf(source)).toEqual(refused(access, table));
  });

  it.each([
    ["sql`select * from customers where id = ${id}`", "read", "customers"],
    ["sql`select * from import_jobs j join users u on u.id = j.by`", "read", "users"],
    ["sql`select * from import_jobs j, users u where u.id = j.by`", "read", "users"],
    ["sql`select (select email from users where id = ${id})`", "read", "users"],
    ["sql`insert into customers (id) values (1)`", "write", "customers"],
    ["sql`update only customers c set x = 1`", "write", "customers"],
    ["sql`delete from public.customers`", "write", "customers"],
    ['client.query("copy customers (id) from stdin")', "write", "customers"],
    [
      "const page = `with page as (select 1) select * from page join customers c on true`;",
      "read",
      "customers",
    ],
    ["sql`delete from import_jobs using customers c where true`", "read", "customers"],
    ["sql`select * from (select 1) a, customers c`", "read", "customers"],
    ["sql`select * from unnest(${ids}::uuid[]) u(id), customers`", "read", "customers"],
    ["sql`select * from ${own} o, customers c where true`", "read", "customers"],
    ["sql`insert into customers(id) select 1`", "write", "customers"],
    ["sql`with customers as (select 1) select * from customers`", "read", "customers"],
    ["join(sql`customers`)", "read", "customers"],
    ['forget({ table: "customers", column: "name" })', "write", "customers"],
  ])("%s is refused", (source, access, table) => {
    expect(saidOf(source)).toEqual(refused(access, table));
  });

  it.each([
    ['tx.selectFrom("import_jobs")'],
    ["sql`with own as (select 1) select * from own`"],
    ["sql`select extract(epoch from users_at) from import_jobs j, lateral (select 1) l order by users`"],
    ["sql`create temporary table pending_customers (id uuid)`"],
    ["sql`select * from pending_customers`"],
    ["sql`select customers from import_jobs`"],
    ["// select * from customers"],
    ['const told = { customers: [], users: ["from", "join"] };'],
  ])("%s passes", (source) => {
    expect(saidOf(source)).toEqual([]);
  });

  it.each(["tx.selectFrom(table)", "tx.deleteFrom(isOld ? one : other)", "tx.insertInto(`${room}_rows`)"])(
    "%s is refused: nobody can see whose table it is",
    (source) => {
      expect(saidOf(source)).toEqual([
        `tables-are-named: apps/server/src/modules/imports/run.ts:1 ${source.includes("select") ? "read" : "write"}s a table that it works out`,
      ]);
    },
  );

  it("the line says file, line, table, owner and what to do", () => {
    const sources = new Map([
      ["apps/server/src/platform/db/schema.gen.ts", schema],
      ["apps/server/src/modules/imports/run.ts", "\n\nsql`update customers set x = 1`;"],
    ]);
    expect(checkTables(sources, { owners, grants: [] }).problems).toEqual([
      "tables-have-owners: apps/server/src/modules/imports/run.ts:3 writes customers\n" +
        "    it is modules/customers's: ask at its door (transaction and companyId as parameters), or grant it in tooling/table-grants.ts and say why",
    ]);
  });

  it("the owner, a test and who was granted may; a grant to read is none to write", () => {
    const grants: TableGrant[] = [
      { to: "modules/imports", tables: ["users"], access: "read", reason: "one statement instead of two" },
    ];
    const reading = 'tx.selectFrom("users")';
    expect(saidOf(reading, { file: "modules/companies/people.ts" })).toEqual([]);
    expect(saidOf(reading, { file: "modules/imports/run.test.ts" })).toEqual([]);
    expect(saidOf(reading, { grants })).toEqual([]);
    expect(saidOf(`${reading}; tx.updateTable("users")`, { grants })).toEqual(refused("write", "users"));
    expect(saidOf("", { grants })).toEqual(["grants-are-used: modules/imports no longer names users"]);
    const wide: TableGrant[] = [{ ...grants[0]!, access: "write" }];
    expect(saidOf(reading, { grants: wide })).toEqual(["grants-are-used: modules/imports only reads users"]);
  });

  it("platform and the composition own nothing of the modules either", () => {
    expect(saidOf('tx.selectFrom("users")', { file: "platform/http/health.ts" })).toHaveLength(1);
    expect(saidOf('tx.selectFrom("users")', { file: "demo-start.ts" })).toHaveLength(1);
  });

  it("a table that nobody owns is refused, and an owned one that is not there", () => {
    const sources = new Map([
      ["apps/server/src/platform/db/schema.gen.ts", "export interface DB {\n  invoices: Invoices;\n}\n"],
    ]);
    const { problems } = checkTables(sources, { owners: { "modules/ledger": ["payments"] }, grants: [] });
    expect(problems.map((problem) => problem.split("\n")[0])).toEqual([
      "every-table-has-an-owner: invoices",
      "owned-tables-exist: payments",
    ]);
  });
});
