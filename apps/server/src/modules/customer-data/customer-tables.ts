import { sql } from "kysely";
import { listCompanyTables } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Every table with rows of a company that names customers, from the catalogue; of customers themselves another. */
export async function listTablesOfCustomers(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'customer_id'`.execute(tx);
  const withCustomers = new Set(rows.map(({ name }) => name));
  return (await listCompanyTables(tx)).filter((table) => withCustomers.has(table));
}

/** Tables with rows of a company that can say anything at all: with texts or JSON in them. */
export async function listTablesWithTexts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and udt_name in ('text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', '_text', '_varchar')`.execute(
    tx,
  );
  const withTexts = new Set(rows.map(({ name }) => name));
  return (await listCompanyTables(tx)).filter((table) => withTexts.has(table));
}

/** The columns of these tables' primary keys, in their order. */
export async function readPrimaryKeys(tx: Tx, tables: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as "table", array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])
    group by c.relname`.execute(tx);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** A key that no two rows of a table share. */
export interface UniqueKey {
  table: string;
  /** Beside the company and the customer. */
  columns: string[];
  /** Of which rows; null: all. */
  condition: string | null;
}

/** The unique keys of these tables in which a customer is a part: two rows of two customers may be one of one. */
export async function listKeysOfCustomers(tx: Tx, tables: readonly string[]): Promise<UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select c.relname as "table", pg_get_expr(i.indpred, i.indrelid) as condition,
      coalesce(array_agg(a.attname::text) filter (where a.attname not in ('company_id', 'customer_id')), '{}') as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])
    group by i.indexrelid, c.relname, i.indpred, i.indrelid
    having bool_or(a.attname = 'customer_id')`.execute(tx);
  return rows;
}
