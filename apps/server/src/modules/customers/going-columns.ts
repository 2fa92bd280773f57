import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** What takes own columns away: an import that is undone, or a system whose data is deleted. */
export type ColumnsCause = { importId: string } | { source: string };

/**
 * Own columns that nobody has any more once an import is undone or what a system brought is deleted, in the order they came. One
 * pass over the company's customers.
 */
export async function listGoingColumns(
  tx: Tx,
  companyId: string,
  cause: ColumnsCause,
): Promise<{ key: string; label: string }[]> {
  const { rows } =
    "importId" in cause
      ? await sql<{ key: string; label: string }>`
        select a.key, a.label from customer_attributes a
        where a.company_id = ${companyId} and a.created_import_id = ${cause.importId} and a.key not in (
          select k.key from customers c
          left join import_undo u on u.company_id = c.company_id and u.import_id = ${cause.importId} and u.customer_id = c.id
          cross join jsonb_object_keys(case when u.customer_id is null then c.attributes else u.previous -> 'attributes' end)
            as k (key)
          where c.company_id = ${companyId} and c.created_import_id is distinct from ${cause.importId}
            and jsonb_typeof(case when u.customer_id is null then c.attributes else u.previous -> 'attributes' end) = 'object')
        order by a.created_at, a.position, a.key`.execute(tx)
      : await sql<{ key: string; label: string }>`
        with own as (
          select id from customer_tellers where company_id = ${companyId} and source = 'system' and reference = ${cause.source})
        select a.key, a.label from customer_attributes a
        where a.company_id = ${companyId} and a.created_import_id is null
          and exists (select from customers c where c.company_id = ${companyId} and c.attributes ? a.key)
          and a.key not in (
            select k.key from customers c cross join jsonb_object_keys(c.attributes) as k (key)
            where c.company_id = ${companyId}
              and coalesce(coalesce(c.value_sources ->> ('attributes.' || k.key), c.created_teller) in (select id from own), false)
                is false)
        order by a.created_at, a.position, a.key`.execute(tx);
  return rows;
}
