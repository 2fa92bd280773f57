import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hasLeftSql, leftAtSql, sqlLeavingRule, type LeavingRule } from "./leaving.ts";
import { snapshotFeaturesSql } from "./snapshot-record.ts";

/**
 * Adds a snapshot of the day `takenOn` (UTC, `YYYY-MM-DD`) of each of the next `limit` customers after `afterId` that
 * came from a file and had not left by the end of that day; one that is there already stays. `lastId` null: no more.
 */
export async function captureSnapshots(
  tx: Tx,
  companyId: string,
  {
    takenOn,
    afterId,
    limit,
    rule,
    currency,
  }: { takenOn: string; afterId: string; limit: number; rule: LeavingRule; currency: string },
): Promise<{ lastId: string | null; added: number }> {
  const leaving = sqlLeavingRule(rule);
  const endOfDay = "(page.taken_on + 1)::timestamp at time zone 'UTC'";
  const features = snapshotFeaturesSql({ row: "c", at: endOfDay, currency: "page.company_currency" });
  const { rows } = await sql<{ lastId: string | null; added: number }>`
    with page as materialized (
      select id, ${takenOn}::date as taken_on, ${currency}::text as company_currency from customers
      where company_id = ${companyId} and id > ${afterId}::uuid order by id limit ${limit}
    ), added as (
      insert into customer_snapshots (company_id, customer_id, taken_on, features)
      select c.company_id, c.id, page.taken_on, ${sql.raw(features)}
      from page join customers c on c.company_id = ${companyId} and c.id = page.id
      where c.last_import_id is not null and ${hasLeftSql(leaving)} is not true
        and coalesce(${leftAtSql(leaving)} > ${sql.raw(endOfDay)}, true)
      on conflict (company_id, customer_id, taken_on) do nothing
      returning 1
    )
    select (select id from page order by id desc limit 1) as "lastId", (select count(*) from added) as added`.execute(
    tx,
  );
  return rows[0] ?? { lastId: null, added: 0 };
}

/** The day of a company's newest snapshot (`YYYY-MM-DD`); null without any. */
export async function newestSnapshotDay(tx: Tx, companyId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("customer_snapshots")
    .select((eb) => eb.fn.max("taken_on").as("newest"))
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row?.newest ?? null;
}

/** Deletes at most `limit` snapshots of days before `before` (`YYYY-MM-DD`), oldest first; returns how many. */
export async function forgetSnapshots(
  tx: Tx,
  companyId: string,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customer_snapshots s using (
      select customer_id, taken_on from customer_snapshots
      where company_id = ${companyId} and taken_on < ${before}::date
      order by taken_on limit ${limit}
    ) old where s.company_id = ${companyId} and s.customer_id = old.customer_id and s.taken_on = old.taken_on`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}
