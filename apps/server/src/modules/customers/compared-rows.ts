import { sql, type RawBuilder } from "kysely";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { CustomerWave } from "./customer-wave.ts";
import { hasLeftSql, sqlLeavingRule, type LeavingRule } from "./leaving.ts";
import { differsFromStored, newValues, resolvedRows, runOnWave } from "./upsert-customers.ts";

/** Where comparing leaves its answer for the rest of the transaction, a row each: its outcome is create, update, unchanged or ambiguous. */
export const COMPARED_ROWS = "compared_rows";

/** What decides whether a customer has left, and its revenue: as stored (`was_`), and as the row would leave it. */
const fields: Readonly<Record<string, { type: string; before: string; after: string }>> = {
  churned: { type: "boolean", before: "c.churned", after: newValues["churned"] ?? "" },
  ended_at: { type: "timestamptz", before: "c.ended_at", after: newValues["ended_at"] ?? "" },
  subscription_status: {
    type: "smallint",
    before: "c.subscription_status",
    after: newValues["subscription_status"] ?? "",
  },
  last_seen_at: {
    type: "timestamptz",
    before: "c.last_seen_at",
    after: `coalesce(${newValues["last_activity_at"]}, ${newValues["last_login_at"]})`,
  },
  monthly_revenue_cents: {
    type: "bigint",
    before: "c.monthly_revenue_cents",
    after: newValues["monthly_revenue_cents"] ?? "",
  },
  currency: { type: "text", before: "c.currency", after: newValues["currency"] ?? "" },
};
const names = Object.keys(fields);

const createCompared = `create temp table if not exists ${COMPARED_ROWS} (
  row_number bigint not null, key_hash bigint not null, outcome text not null,
  ${Object.entries(fields)
    .map(([name, { type }]) => `was_${name} ${type}, ${name} ${type}`)
    .join(", ")},
  overwritten text[], snapshot_on date, leaving smallint, snapshot_outcome text) on commit delete rows`;

/** The head of the statement that fills COMPARED_ROWS: number, key, outcome, `outcomeFields`, then the columns named. */
export const insertCompared = (...others: readonly string[]): string =>
  `insert into ${COMPARED_ROWS} (${["row_number", "key_hash", "outcome", ...names.flatMap((name) => [`was_${name}`, name]), "overwritten", ...others].join(", ")})`;

/**
 * The stored and the new values of `fields`, of stored row `c` and staged row `r`; the new ones where `writes` holds. Last,
 * which of the attributes named by the array `watched` get another value than they have.
 */
export const outcomeFields = (writes: string, watched: string): string =>
  `${Object.values(fields)
    .map(({ before, after }) => `${before}, case when ${writes} then ${after} else ${before} end`)
    .join(", ")}, case when cardinality(${watched}) > 0 and ${writes} then array(
      select k from unnest(${watched}) k
      where c.attributes ? k and r.attributes ? k and c.attributes -> k is distinct from r.attributes -> k) end`;

// Read for its answer only, so a key may come back: every row is held against what is stored now.
const compareSql = `with ${resolvedRows},
  compared as (
    ${insertCompared()}
    select r.row_number, hashtextextended(r.row_key, 0),
      case when r.ambiguous then 'ambiguous' when r.customer_id is null then 'create'
        when ${differsFromStored} then 'update' else 'unchanged' end,
      ${outcomeFields("true", "$2::text[]")}
    from resolved r left join customers c on c.company_id = $1 and c.id = r.customer_id
  )
  select array_agg(row_number order by row_number) as ambiguous from resolved where ambiguous`;

/** Makes this transaction's table COMPARED_ROWS, empty. */
export async function startComparing(client: SqlClient): Promise<void> {
  await client.query(
    `set local client_min_messages = warning; ${createCompared}; delete from ${COMPARED_ROWS}`,
  );
}

/**
 * What upsertCustomerWaves would do with each row, changing no customer. The answer, a row each, lies in this
 * transaction's table COMPARED_ROWS: same key, same hash tells which rows of a file mean the same customer.
 */
export async function compareCustomerWaves(
  client: SqlClient,
  companyId: string,
  waves: readonly CustomerWave[],
  /** Keys of attributes of whom is to be known where another value is written over one that is there. */
  watchedKeys: readonly string[] = [],
): Promise<{ ambiguousRows: number[] }> {
  await startComparing(client);
  const ambiguousRows: number[] = [];
  for (const wave of waves) {
    const [row] = await runOnWave<{ ambiguous: number[] | null }>(client, wave, compareSql, [
      companyId,
      watchedKeys,
    ]);
    ambiguousRows.push(...(row?.ambiguous ?? []).map(Number));
  }
  return { ambiguousRows };
}

/** Of alias `r` of COMPARED_ROWS: whether the customer counts as having left before the row is written; null for a new one. */
export function hadLeftSql(rule: LeavingRule): RawBuilder<boolean | null> {
  return sql<
    boolean | null
  >`case when r.outcome <> 'create' then (select ${hasLeftSql(sqlLeavingRule(rule))} from (
    select r.was_churned as churned, r.was_ended_at as ended_at, r.was_subscription_status as subscription_status,
      r.was_last_seen_at as last_seen_at) c) end`;
}
