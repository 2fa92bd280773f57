import type { SqlClient } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import type { CustomerWave } from "./customer-wave.ts";
import { snapshotFeaturesSql } from "./snapshot-record.ts";
import { insertCompared, outcomeFields, startComparing } from "./compared-rows.ts";
import {
  differsFromStored,
  incomingRows,
  plainPlanner,
  stageWave,
  writeStaged,
  type UpsertResult,
} from "./upsert-customers.ts";
import { tellFrom } from "./value-sources.ts";

/** What dated rows did, beside what their newest ones did to the customers. */
export interface DatedResult extends UpsertResult {
  snapshotsAdded: number;
  snapshotsChanged: number;
}

export interface DatedOptions {
  importId: string;
  /** Rows that are not the one their customer gets its values from. */
  skipRows: readonly number[];
  /** Rows that are no snapshot either: a later one has the same customer and date. */
  repeatedRows: readonly number[];
}

// The day on which something newer was said of customer `c`: by another dated import, or by a file of its upload's day.
const knownOn = `(select case when j.data_until is null then (j.created_at at time zone 'UTC')::date
    else (select max(s.taken_on) from customer_snapshots s where s.company_id = $1 and s.customer_id = c.id
      and s.import_id is not null and s.import_id <> $2) end
  from import_jobs j where j.company_id = $1 and j.id = c.last_import_id and j.id <> $2)`;

/**
 * Of the staged rows those that write a customer: the row its customer gets its values from, unless something newer was
 * said of it. A customer that is not there yet is made from the newest row at hand: its snapshots need it at once.
 */
const listOthersSql = `select array_agg(row_number) as others from (
    select r.row_number, r.ambiguous or (r.place = 1 and (c.id is null
      or (not r.is_skipped and coalesce(r.snapshot_on >= ${knownOn}, true)))) as is_writer
    from (
      select d.*, d.row_number = any($3::bigint[]) as is_skipped, row_number() over (
        partition by d.ambiguous, coalesce(d.match_id::text, 'i' || d.external_id, 'e' || d.email_key)
        order by d.row_number = any($3::bigint[]), d.snapshot_on desc, d.row_number desc) as place
      from dated_rows d
    ) r left join customers c on c.company_id = $1 and c.id = r.match_id
  ) ranked where not is_writer`;

// When the customer came is the same on every day; all else holds only what the row says of its own.
const datedRows = `
  dated as (
    select distinct on (i.match_id, i.snapshot_on) i.match_id, i.row_number, i.snapshot_on, i.plan, i.subscription_status,
      i.payment_status, i.monthly_revenue_cents, i.lifetime_value_cents, i.currency, i.attributes, i.last_activity_at,
      i.last_login_at, coalesce(i.started_at, c.started_at) as started_at
    from dated_rows i left join customers c on c.company_id = $1 and c.id = i.match_id
    where not i.ambiguous
    order by i.match_id, i.snapshot_on, i.row_number desc
  )`;
const featuresOfRow = snapshotFeaturesSql({
  row: "d",
  at: "((d.snapshot_on + 1)::timestamp at time zone 'UTC')",
  currency: "(select currency from companies where id = $1)",
});

const snapshotSql = `with ${datedRows},
  fresh as materialized (select match_id, snapshot_on, ${featuresOfRow} as features from dated d where match_id is not null),
  kept as (
    insert into import_undo_snapshots (company_id, import_id, customer_id, taken_on, features, previous_import_id)
    select $1, $2, s.customer_id, s.taken_on, s.features, s.import_id
    from fresh f join customer_snapshots s on s.company_id = $1 and s.customer_id = f.match_id and s.taken_on = f.snapshot_on
    where s.import_id is distinct from $2 and s.features is distinct from f.features
    on conflict do nothing
  ),
  written as (
    insert into customer_snapshots (company_id, customer_id, taken_on, features, import_id)
    select $1, match_id, snapshot_on, features, $2 from fresh order by match_id, snapshot_on
    on conflict (company_id, customer_id, taken_on) do update
      set features = excluded.features, import_id = excluded.import_id, rebuilt = false
      where customer_snapshots.features is distinct from excluded.features
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`;

/**
 * Writes rows that stand for a day each: a snapshot of every row, and the customer from its newest one. In the caller's
 * transaction; the same rows twice change nothing the second time. Each kind of key is one wave.
 */
export async function upsertDatedWaves(
  client: SqlClient,
  companyId: string,
  waves: readonly CustomerWave[],
  { importId, fileName, skipRows, repeatedRows }: DatedOptions & { fileName: string },
): Promise<DatedResult> {
  const total: DatedResult = {
    created: 0,
    updated: 0,
    unchanged: 0,
    ambiguousRows: [],
    snapshotsAdded: 0,
    snapshotsChanged: 0,
  };
  if (waves.length === 0) return total;
  await changeCustomerTotals(client, companyId, 0);
  await tellFrom(client, companyId, { source: "import", reference: importId, label: fileName });
  for (const wave of waves) {
    await stageDated(client, companyId, wave, repeatedRows);
    const { rows: found } = await client.query<{ others: number[] | null }>(listOthersSql, [
      companyId,
      importId,
      skipRows,
    ]);
    await stageWave(client, companyId, wave, [...repeatedRows, ...(found[0]?.others ?? [])]);
    const result = await writeStaged(client, companyId, importId);
    total.created += result.created;
    total.updated += result.updated - result.updatedOwn;
    total.ambiguousRows.push(...result.ambiguousRows);
    await stageDated(client, companyId, wave, repeatedRows);
    const { rows } = await client.query<{ added: number; changed: number }>(snapshotSql, [
      companyId,
      importId,
    ]);
    total.snapshotsAdded += Number(rows[0]?.added ?? 0);
    total.snapshotsChanged += Number(rows[0]?.changed ?? 0);
  }
  if (total.created > 0) await changeCustomerTotals(client, companyId, total.created);
  return total;
}

/**
 * Lays a wave out in this session's table `dated_rows`, each row with the customer it means. Found by lookups of keys;
 * what comes after joins thousands of rows with themselves and wants the planner's own choice, and statistics for it.
 */
async function stageDated(
  client: SqlClient,
  companyId: string,
  wave: CustomerWave,
  skipRows: readonly number[],
): Promise<void> {
  await stageWave(client, companyId, wave, skipRows);
  await client.query(
    `create temp table if not exists dated_rows (like pending_customers, match_id uuid, ambiguous boolean, kept_key text)
       on commit delete rows; delete from dated_rows`,
  );
  await client.query(`with ${incomingRows} insert into dated_rows select * from incoming`, [companyId]);
  await client.query(`${plainPlanner}; analyze dated_rows`);
}

const writes = `coalesce(r.snapshot_on >= ${knownOn}, true)`;
const compareSql = `with ${datedRows},
  compared as (
    ${insertCompared("snapshot_on", "leaving", "snapshot_outcome")}
    select r.row_number, hashtextextended(coalesce(r.kept_key, 'i' || r.external_id, 'e' || r.email_key), 0),
      case when r.ambiguous then 'ambiguous' when r.match_id is null then 'create'
        when ${writes} and ${differsFromStored} then 'update' else 'unchanged' end,
      ${outcomeFields(writes, "$3::text[]")}, r.snapshot_on, r.leaving,
      case when s.features is null then 'added' when d.row_number is null then 'same'
        when s.features is distinct from ${featuresOfRow} then 'changed' else 'same' end
    from dated_rows r
    left join customers c on c.company_id = $1 and c.id = r.match_id
    left join dated d on d.row_number = r.row_number
    left join customer_snapshots s on s.company_id = $1 and s.customer_id = r.match_id and s.taken_on = r.snapshot_on
  )
  select array_agg(row_number order by row_number) as ambiguous from dated_rows where ambiguous`;

/** What upsertDatedWaves would do with each row, changing nothing; the answer lies in COMPARED_ROWS as compareCustomerWaves leaves it. */
export async function compareDatedWaves(
  client: SqlClient,
  companyId: string,
  importId: string,
  waves: readonly CustomerWave[],
  watchedKeys: readonly string[] = [],
): Promise<{ ambiguousRows: number[] }> {
  await startComparing(client);
  const ambiguousRows: number[] = [];
  for (const wave of waves) {
    await stageDated(client, companyId, wave, []);
    const { rows } = await client.query<{ ambiguous: number[] | null }>(compareSql, [
      companyId,
      importId,
      watchedKeys,
    ]);
    ambiguousRows.push(...(rows[0]?.ambiguous ?? []).map(Number));
  }
  return { ambiguousRows };
}
