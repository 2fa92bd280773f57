import type { SqlClient } from "#platform/db/transaction.ts";
import { findEventTypes } from "./event-types.ts";
import { findNamedCustomers, NAMED_CUSTOMERS } from "./find-customers.ts";
import type {
  LedgerCounts,
  LedgerInputs,
  LedgerKind,
  LedgerOptions,
  LedgerRefusal,
} from "./ledger-record.ts";
import { requireCustomers, type LedgerWave } from "./ledger-wave.ts";
import { stageEvents } from "./write-events.ts";
import { rowsOfWave, writeRows, type LedgerRows } from "./write-rows.ts";

/**
 * Where comparing leaves its answer for the rest of the transaction, a row each: `row_number`; `key_hash`, the same for rows that
 * speak of the same; `outcome`; `code` of one that is refused; `customer_hash` where a customer would be made, the same for the same one.
 */
export const COMPARED_LEDGER_ROWS = "compared_ledger_rows";

const createCompared = `create temp table if not exists ${COMPARED_LEDGER_ROWS} (
  row_number bigint not null, key_hash bigint not null,
  outcome text not null check (outcome in ('create', 'update', 'unchanged', 'parked', 'refused')),
  code text, customer_hash bigint) on commit delete rows`;

/**
 * What writeLedgerWave would do with each row, writing none: the same counts and refusals, and the answer row by row in this
 * transaction's table COMPARED_LEDGER_ROWS. What waves before would have written is not seen: same key, same hash tells.
 */
export async function compareLedgerWave(
  client: SqlClient,
  companyId: string,
  wave: LedgerWave,
  options: LedgerOptions,
): Promise<LedgerCounts> {
  await client.query(
    `set local client_min_messages = warning; ${createCompared}; delete from ${COMPARED_LEDGER_ROWS}`,
  );
  if (wave.kind === "events") return compareEvents(client, companyId, wave, options);
  const { counts, outcomes } = await writeRows(client, companyId, rowsOfWave(wave), options, {
    dryRun: true,
  });
  await client.query(
    `insert into ${COMPARED_LEDGER_ROWS} (row_number, key_hash, outcome, code, customer_hash)
     select "rowNumber", hashtextextended(key, 0), outcome, code, hashtextextended("madeCustomer", 0)
     from jsonb_to_recordset($1::jsonb)
       as r ("rowNumber" bigint, key text, outcome text, code text, "madeCustomer" text)`,
    // PostgreSQL's JSON takes no zero byte.
    [JSON.stringify(outcomes).replaceAll(String.raw`\u0000`, " ")],
  );
  return counts;
}

/**
 * What writeLedger would do with each record, writing none: `create` and `update`, `unchanged`, `parked`, or why it is refused. In
 * the order of the records.
 */
export async function compareLedger<K extends Exclude<LedgerKind, "events">>(
  client: SqlClient,
  companyId: string,
  kind: K,
  records: readonly LedgerInputs[K][],
  options: LedgerOptions,
): Promise<("create" | "update" | "unchanged" | "parked" | LedgerRefusal)[]> {
  if (records.length === 0) return [];
  const rows = records.map((record, rowNumber) => ({ rowNumber, record }));
  requireCustomers(rows);
  const given = { kind, rows } as LedgerRows;
  const { outcomes } = await writeRows(client, companyId, given, options, { dryRun: true });
  const byRow = new Map(outcomes.map((one) => [one.rowNumber, one]));
  return rows.map(({ rowNumber }) => {
    const one = byRow.get(rowNumber);
    return one === undefined || one.outcome === "refused" ? (one?.code ?? "unknown_customer") : one.outcome;
  });
}

const compareEventsSql = `insert into ${COMPARED_LEDGER_ROWS} (row_number, key_hash, outcome, code, customer_hash)
  select row_number,
    hashtextextended(concat_ws(' ', coalesce(match_id::text, customer_key), extract(epoch from occurred_at), key), 0),
    case when code is not null then 'refused' when waits then 'parked'
      when is_stored or place > 1 then 'unchanged' else 'create' end,
    code, case when code is null and not waits and match_id is null then hashtextextended(customer_key, 0) end
  from (
    select p.*, n.match_id,
      case when ($2::smallint[])[p.type_place] is null then 'too_many_event_types'
        when n.ambiguous then 'ambiguous_customer'
        when n.match_id is null and $3 = 'reject' then 'unknown_customer' end as code,
      n.match_id is null and $3 = 'park' as waits,
      exists (select from events e where e.company_id = $1 and e.customer_id = n.match_id
        and e.occurred_at = p.occurred_at and e.key = p.key) as is_stored,
      row_number() over (partition by coalesce(n.match_id::text, p.customer_key), p.occurred_at, p.key order by p.row_number) as place
    from pending_ledger_events p join ${NAMED_CUSTOMERS} n on n.customer_key = p.customer_key
  ) compared`;

async function compareEvents(
  client: SqlClient,
  companyId: string,
  wave: LedgerWave,
  options: LedgerOptions,
): Promise<LedgerCounts> {
  await stageEvents(client, companyId, wave, options.skipRows);
  const { made } = await findNamedCustomers(client, companyId, options, { dryRun: true });
  const types = await findEventTypes(client, companyId, wave.eventTypes, { dryRun: true });
  await client.query(compareEventsSql, [companyId, types, options.unknownCustomers]);
  const { rows: counted } = await client.query<{ outcome: string; count: number }>(
    `select outcome, count(*) as count from ${COMPARED_LEDGER_ROWS} group by outcome`,
  );
  const { rows: refused } = await client.query<{ rowNumber: number; code: LedgerRefusal }>(
    `select row_number as "rowNumber", code from ${COMPARED_LEDGER_ROWS} where code is not null order by row_number`,
  );
  const count = (which: string) => counted.find(({ outcome }) => outcome === which)?.count ?? 0;
  return {
    created: count("create"),
    updated: 0,
    unchanged: count("unchanged"),
    parked: count("parked"),
    customersCreated: made,
    refused,
  };
}
