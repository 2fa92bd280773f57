import { sql } from "kysely";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";

/** So many appended changes are read beside the sums; more are drawn together. */
const MOST_APPENDED = 2_000;

const DIMENSIONS = sql.raw(
  "kind, currency, day, status, decline_class, decline_reason, credit, paid_after, arm",
);
const AMOUNTS = ["cases", "in_full", "amount_minor", "recovered_minor", "messages", "own_tries"] as const;
const added = sql.join(AMOUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
const isSomething = sql.join(
  AMOUNTS.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
  sql` or `,
);
const COLUMNS = sql`company_id, ${DIMENSIONS}, ${sql.raw(AMOUNTS.join(", "))}, is_drawn_together`;

/** Whether more changes of sums wait beside them than are read as quickly as their sum. */
export async function areSumsScattered(tx: Tx, companyId: string, most = MOST_APPENDED): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from recovery_sums where company_id = ${companyId} and not is_drawn_together
      limit ${most + 1}) a`.execute(tx);
  return (rows[0]?.n ?? 0) > most;
}

/** Draws the changes of each day together into one row for each sum. What anybody reads meanwhile adds up to the same. */
export async function drawSumsTogether(db: Database, companyId: string, most?: number): Promise<void> {
  await withTenant(
    db,
    companyId,
    async (tx) => {
      await lockUntilCommit(tx, advisoryLock.recoverySums, companyId);
      if (!(await areSumsScattered(tx, companyId, most))) return;
      await sql`
        with days as (
          select distinct kind, currency, day from recovery_sums where company_id = ${companyId} and not is_drawn_together
        ), gone as (
          delete from recovery_sums s using days d where s.company_id = ${companyId}
            and s.kind = d.kind and s.currency = d.currency and s.day is not distinct from d.day
          returning s.*
        )
        insert into recovery_sums (${COLUMNS})
        select ${companyId}, ${DIMENSIONS}, ${added}, true from gone group by ${DIMENSIONS} having ${isSomething}`.execute(
        tx,
      );
    },
    EVERY_ROW,
  );
}

/**
 * Compares the sums of failed payments with the payments themselves, and which of them are judged with who was drawn first;
 * with `write` what differs is put right. Returns how many sums and payments differed, and the first of them in words.
 */
export async function rebuildRecoverySums(
  db: Database,
  companyId: string,
  { write }: { write: boolean },
): Promise<{ differing: number; first: string[] }> {
  return withTenant(
    db,
    companyId,
    async (tx) => {
      await lockUntilCommit(tx, advisoryLock.recoverySums, companyId);
      const cases = sql`
        select ${DIMENSIONS}, 1::bigint as cases, s.in_full, s.amount_minor, s.recovered_minor, s.messages, s.own_tries
        from (select c as one from recovery_cases c where c.company_id = ${companyId}) c
          cross join lateral sums_of_recovery_case(c.one) s`;
      const judged = await judgedOtherwise(tx, companyId, write);
      const { rows } = await sql<Record<string, string | number | null>>`
        select ${DIMENSIONS}, ${added} from (
          select ${DIMENSIONS}, ${sql.raw(AMOUNTS.join(", "))} from recovery_sums where company_id = ${companyId}
          union all
          select ${DIMENSIONS}, ${sql.raw(AMOUNTS.map((name) => `-${name}`).join(", "))} from (${cases}) c
        ) both_sides
        group by ${DIMENSIONS} having ${isSomething} order by ${DIMENSIONS}`.execute(tx);
      if (write && rows.length > 0) {
        // One statement sees both as they are at one moment; what changes afterwards is appended to what it writes.
        await sql`
          with gone as (delete from recovery_sums where company_id = ${companyId})
          insert into recovery_sums (${COLUMNS})
          select ${companyId}, ${DIMENSIONS}, ${added}, true from (${cases}) c group by ${DIMENSIONS}`.execute(
          tx,
        );
      }
      return {
        differing: rows.length + judged.length,
        first: [...judged.map((id) => `failed payment ${id}: who is judged`), ...rows.map(inWords)].slice(
          0,
          20,
        ),
      };
    },
    EVERY_ROW,
  );
}

const inWords = (row: Record<string, string | number | null>): string => {
  const key = Object.entries(row).flatMap(([name, value]) =>
    value === null || AMOUNTS.some((amount) => amount === name) ? [] : [String(value)],
  );
  const by = AMOUNTS.flatMap((name) => (Number(row[name]) === 0 ? [] : [`${name} by ${-Number(row[name])}`]));
  return `recovery_sums ${key.join(" ")}: ${by.join(", ")}`;
};

/** Payments that are judged and should not be, or the other way round. */
async function judgedOtherwise(tx: Tx, companyId: string, write: boolean): Promise<string[]> {
  const wrong = sql<{ id: string }>`
    select id from (
      select id, is_judged, arm is not null and row_number() over (
        partition by customer_id, currency, arm is not null order by first_failed_at, id) = 1 as should
      from recovery_cases where company_id = ${companyId}) c
    where is_judged <> should`;
  const { rows } = write
    ? await sql<{ id: string }>`
        update recovery_cases set is_judged = not is_judged
        where company_id = ${companyId} and id in (${wrong}) returning id`.execute(tx)
    : await wrong.execute(tx);
  return rows.map(({ id }) => id);
}
