import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { sql } from "kysely";
import type { LedgerKind } from "./ledger-record.ts";

/** Somebody whose rows wait until they are a customer. */
export interface ParkedPerson {
  externalId: string | null;
  email: string | null;
  rows: number;
}

/** For whom rows of a source wait: how many people, how many rows, and `limit` of them with the most. */
export async function listParkedPeople(
  tx: Tx,
  companyId: string,
  source: string,
  limit: number,
): Promise<{ people: number; rows: number; most: ParkedPerson[] }> {
  const { rows } = await sql<ParkedPerson & { people: number; total: number }>`
    select external_id as "externalId", max(record #>> '{customer,email}') as email, count(*) as rows,
      (count(*) over ())::integer as people, (sum(count(*)) over ())::integer as total
    from parked_ledger_rows where company_id = ${companyId} and source = ${source}
    group by external_id, case when external_id is null then email_key end
    order by count(*) desc, external_id, email limit ${limit}`.execute(tx);
  return {
    people: rows[0]?.people ?? 0,
    rows: rows[0]?.total ?? 0,
    most: rows.map(({ externalId, email, rows: count }) => ({ externalId, email, rows: Number(count) })),
  };
}

/** Forgets rows of a source that have waited since before a moment; how many they were. */
export async function forgetParkedRows(
  client: SqlClient,
  companyId: string,
  source: string,
  before: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    "delete from parked_ledger_rows where company_id = $1 and source = $2 and told_at < $3",
    [companyId, source, before],
  );
  return rowCount ?? 0;
}

/** A row that waits for its customer. */
export interface ParkedRow {
  id: string;
  externalId: string | null;
  email: string | null;
  /** What its source calls it; of an event its type. */
  name: string | null;
  toldAt: Date;
  importId: string | null;
}

/** Rows of a kind that wait, the newest first, from after the one of this id on; and how many wait in all. */
export async function listParkedRows(
  tx: Tx,
  companyId: string,
  kind: LedgerKind,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: ParkedRow[]; count: number }> {
  const { rows } = await sql<ParkedRow>`
    select id, external_id as "externalId", record #>> '{customer,email}' as email,
      coalesce(record ->> 'type', record ->> 'sourceId') as name, told_at as "toldAt", import_id as "importId"
    from parked_ledger_rows where company_id = ${companyId} and kind = ${kind}
      and ${after === undefined ? sql`true` : sql`id < ${after}`}
    order by id desc limit ${limit}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from parked_ledger_rows where company_id = ${companyId} and kind = ${kind}`.execute(
    tx,
  );
  return { rows, count: counted.rows[0]!.count };
}
