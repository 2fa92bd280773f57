import type { SqlClient } from "#platform/db/transaction.ts";

/** Where a company's rows come by the thousand. */
const BULK_TABLES: readonly string[] = ["customers", "customer_snapshots"];
/** From so many rows on a wrong way through them is felt. */
export const MANY_ROWS = 500;
/** Fewer than these expected where there are so many. */
const FAR_TOO_FEW = MANY_ROWS / 5;
/** Of a company's rows so many have to be met by an analysis to be told apart from chance. */
const MET_AT_LEAST = 5;

/**
 * Has the planner learn of a company whose rows its statistics do not know yet. Where it expects a single one, every
 * index that begins with the company looks as good as the right one, and a look-up by key reads all of the company's
 * rows: 7,000 customers become 49 million. The server's own analysis comes up to a minute later. Other tables than those of
 * customers are named by their owner.
 */
export async function refreshStatistics(
  client: SqlClient,
  companyId: string,
  tables: readonly string[] = BULK_TABLES,
): Promise<void> {
  for (const table of tables) {
    if (!(await isUnknown(client, table, companyId))) continue;
    // Not waited for where somebody else is at it already: then it is done soon.
    await client.query(`analyze (skip_locked) ${table}`);
  }
}

async function isUnknown(client: SqlClient, table: string, companyId: string): Promise<boolean> {
  // An analysis looks at 300 rows for each step of its target, drawn from all of the table.
  const { rows: tables } = await client.query<{ is_new: boolean; rows_for_each: number }>(
    `select reltuples < 0 as is_new, reltuples::float8 / (300 * current_setting('default_statistics_target')::int) as rows_for_each
     from pg_class where oid = $1::regclass`,
    [table],
  );
  // Of a table that was never looked at it expects one in 200 of all rows, which may be many and is wrong still.
  const isNew = tables[0]?.is_new === true;
  const { rows: plans } = await client.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) select from ${table} where company_id = $1`,
    [companyId],
  );
  if (!isNew && (plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0) >= FAR_TOO_FEW) return false;
  // Too few beside all the others to be met: another analysis would tell as little as the last, and be asked for again at once.
  const fewest = Math.max(MANY_ROWS, Math.ceil(MET_AT_LEAST * (tables[0]?.rows_for_each ?? 0)));
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from (select from ${table} where company_id = $1 limit ${fewest}) counted`,
    [companyId],
  );
  return Number(rows[0]?.count) === fewest;
}
