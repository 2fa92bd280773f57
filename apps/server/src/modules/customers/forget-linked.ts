import type { SqlClient } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";

/** Customers of a source: some it alone knows, and some whom something else knows as well. */
export interface LinkedOrigins {
  only: string[];
  others: string[];
}

/**
 * Customers whom a source knows, at most `limit`. It alone knows whom it brought, whom no file, no other system and no person
 * said anything of since, and into whom nobody was merged.
 */
export async function readLinkedOrigins(
  client: SqlClient,
  companyId: string,
  source: string,
  limit: number,
): Promise<LinkedOrigins> {
  const { rows } = await client.query<{ id: string; is_only: boolean }>(
    `with page as (
       select distinct customer_id as id from customer_links where company_id = $1 and source = $2
       order by customer_id limit $3
     ), own as (
       select id from customer_tellers where company_id = $1 and source = 'system' and reference = $2
     )
     select c.id, c.created_teller in (select id from own) and c.created_import_id is null and c.last_import_id is null
         and not exists (select from customer_links l
           where l.company_id = $1 and l.customer_id = c.id and l.source <> $2)
         and not exists (select from merged_customers m where m.company_id = $1 and m.customer_id = c.id)
         and not exists (select from jsonb_each_text(c.value_sources) v
           left join customer_tellers t on t.company_id = $1 and t.id = v.value
           where t.source is distinct from 'ledger' and v.value not in (select id from own)) as is_only
     from page join customers c on c.company_id = $1 and c.id = page.id`,
    [companyId, source, limit],
  );
  return {
    only: rows.filter((row) => row.is_only).map(({ id }) => id),
    others: rows.filter((row) => !row.is_only).map(({ id }) => id),
  };
}

/** Deletes customers, with every row that is their own. */
export async function deleteCustomers(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<void> {
  const { rowCount } = await client.query(
    "delete from customers where company_id = $1 and id = any($2::uuid[])",
    [companyId, [...customerIds]],
  );
  await changeCustomerTotals(client, companyId, -(rowCount ?? 0));
}

// Columns that a source may say beside name and e-mail, which stay: by them people know whom they look at.
const columns = ["plan", "monthly_revenue_cents", "started_at"] as const;

/**
 * Takes from customers what a source said of them: own columns, plan, revenue and beginning, and by what it knows them. Name and
 * e-mail stay, and so does what the ledger rules.
 */
export async function forgetLinkedValues(
  client: SqlClient,
  companyId: string,
  source: string,
  customerIds: readonly string[],
): Promise<void> {
  const isSaid = (name: string) =>
    `(c.field_sources ->> '${name}' = $2 and not coalesce(c.file_values ? '${name}', false))`;
  await client.query(
    `with own as (select id from customer_tellers where company_id = $1 and source = 'system' and reference = $2),
     said as (
       select c.id, coalesce((select array_agg(substr(v.key, 12)) from jsonb_each_text(c.value_sources) v
         where v.key like 'attributes.%' and v.value in (select id from own)), '{}') as keys
       from customers c where c.company_id = $1 and c.id = any($3::uuid[])
     )
     update customers c set
       attributes = c.attributes - s.keys,
       ${columns.map((name) => `${name} = case when ${isSaid(name)} then null else c.${name} end`).join(", ")},
       file_values = case when c.file_values is null then null else c.file_values || coalesce((
         select jsonb_object_agg(f.key, null::text) from jsonb_each_text(c.field_sources) f
         where f.value = $2 and c.file_values ? f.key), '{}') end,
       field_sources = (select jsonb_object_agg(key, value) from jsonb_each_text(c.field_sources) where value <> $2),
       updated_at = now()
     from said s where c.company_id = $1 and c.id = s.id`,
    [companyId, source, [...customerIds]],
  );
  await client.query(
    "delete from customer_links where company_id = $1 and source = $2 and customer_id = any($3::uuid[])",
    [companyId, source, [...customerIds]],
  );
}

/** Forgets own columns that no file brought and no customer has any more. */
export async function forgetUnusedColumns(client: SqlClient, companyId: string): Promise<void> {
  await client.query(
    `delete from customer_attributes a where a.company_id = $1 and a.created_import_id is null
       and not exists (select from customers c where c.company_id = $1 and c.attributes ? a.key)`,
    [companyId],
  );
}
