import { escapeIdentifier, escapeLiteral } from "pg";
import { createSession } from "#modules/auth/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { World } from "./analysis-world.ts";
import type { TestApp } from "./test-app.ts";

/** A company with all that it holds, of which another can be made in any database of the same schema. */
export interface KeptCompany {
  world: World;
  /** Rows of each of its tables that has any, as a JSON array. */
  rows: Record<string, string>;
}

/** Tables whose rows say by `company` whose they are, with the columns that can be written. */
const COMPANY_TABLES = `
  select c.relname as "table",
    case when c.relname = 'companies' then 'id' else 'company_id' end as company,
    array_agg(a.attname::text) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.oid, c.relname having c.relname = 'companies' or bool_or(a.attname = 'company_id')`;

interface CompanyTable {
  table: string;
  company: string;
  columns: string[];
}

/**
 * Keeps a company as it stands. For tests that begin after something that takes long, a training above all: it happens
 * once, for real, and each of them puts the company back as it stood then.
 */
export async function keepCompany(app: TestApp, world: World): Promise<KeptCompany> {
  const rows: KeptCompany["rows"] = {};
  for (const { table, company } of await app.queryAsAdmin<CompanyTable>(COMPANY_TABLES)) {
    const [found] = await app.queryAsAdmin<{ json: string | null }>(
      `select json_agg(t)::text as json from ${escapeIdentifier(table)} t where ${company} = $1`,
      [world.companyId],
    );
    if (found?.json) rows[table] = found.json;
  }
  return { world, rows };
}

/** Puts a kept company in place of what `app` may hold of it by now, and signs its Owner in. */
export async function putBack(app: TestApp, { world, rows }: KeptCompany): Promise<World> {
  const tables = await app.queryAsAdmin<CompanyTable>(COMPANY_TABLES);
  const inserts = tables
    .filter(({ table }) => rows[table] !== undefined)
    .map(({ table, columns }) => {
      const [name, written] = [escapeIdentifier(table), columns.map(escapeIdentifier).join()];
      return `insert into ${name} (${written}) overriding system value
        select ${written} from json_populate_recordset(null::${name}, ${escapeLiteral(rows[table] ?? "")});`;
    });
  // What triggers wrote is among the rows, and rows come in the order of their tables' names.
  await app.queryAsAdmin(
    `begin; delete from companies where id = ${escapeLiteral(world.companyId)};
     set local session_replication_role = replica; ${inserts.join("\n")} commit;`,
  );
  const { userId } = world.owner;
  const session = await withSystem(app.db, (tx) =>
    createSession(tx, { userId, ipAddress: "127.0.0.1", userAgent: "test", now: app.clock.now() }),
  );
  return { ...world, owner: { ...world.owner, sessionId: session.sessionId } };
}
