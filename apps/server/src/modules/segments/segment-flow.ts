import { SEGMENT_FLOW_WEEKS, type SegmentFlow, DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { hasLeftSql, readFilterContext, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { findSegment } from "./segment-rows.ts";

const WEEK_MS = 7 * DAY_MS;

/** Who came in and went out in the last twelve weeks, counted back from now; what a changed rule brought is no move. */
export async function readFlow(db: Database, companyId: string, id: string, now: Date): Promise<SegmentFlow> {
  return withTenant(db, companyId, async (tx) => {
    const row = await findSegment(tx, companyId, id);
    if (!row) throw new AppError("not_found", { message: "This segment does not exist." });
    const from = new Date(now.getTime() - SEGMENT_FLOW_WEEKS * WEEK_MS);
    const { rows: first } = await sql<{ since: Date | null; members: number }>`
      select (select max(at) from segment_changes where company_id = ${companyId} and segment_id = ${id} and cause = 'rule') as since,
        (select count(*) from segment_members where company_id = ${companyId} and segment_id = ${id}) as members`.execute(
      tx,
    );
    const { since = null, members = 0 } = first[0] ?? {};
    const start = since !== null && since > from ? since : from;
    const { leaving } = await readFilterContext(tx, companyId, now);
    const { rows } = await sql<{ week: number; entered: number; left: number; gone: number }>`
      select floor(extract(epoch from ${now}::timestamptz - m.at) / 604800)::int as week,
        count(*) filter (where m.entered) as entered, count(*) filter (where not m.entered) as left,
        count(*) filter (where not m.entered and ${hasLeftSql(sqlLeavingRule(leaving))}) as gone
      from segment_changes m join customers c on c.company_id = m.company_id and c.id = m.customer_id
      where m.company_id = ${companyId} and m.segment_id = ${id} and m.cause = 'customer' and m.at > ${start}
      group by 1`.execute(tx);
    const weeks = Math.max(
      1,
      Math.min(SEGMENT_FLOW_WEEKS, Math.ceil((now.getTime() - start.getTime()) / WEEK_MS)),
    );
    const sum = (pick: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, one) => total + pick(one), 0);
    return {
      since: since?.toISOString() ?? null,
      membersNow: members,
      membersThen: members - sum((one) => one.entered) + sum((one) => one.left),
      weeks: Array.from({ length: weeks }, (_, index) => {
        const week = weeks - 1 - index;
        const found = rows.find((one) => one.week === week);
        return {
          from: new Date(now.getTime() - (week + 1) * WEEK_MS).toISOString(),
          entered: found?.entered ?? 0,
          left: found?.left ?? 0,
        };
      }),
      leftUs: sum((one) => one.gone),
    };
  });
}

/** How many customers came in, or went out, in a week of the last twelve, on average; null: it has not been followed for one. */
export async function readMovesPerWeek(
  tx: Tx,
  companyId: string,
  { segmentId, hasEntered }: { segmentId: string; hasEntered: boolean },
  now: Date,
): Promise<number | null> {
  const from = new Date(now.getTime() - SEGMENT_FLOW_WEEKS * WEEK_MS);
  const { rows } = await sql<{ moves: number; since: Date | null }>`
    select count(*) filter (where m.entered = ${hasEntered} and m.cause = 'customer')::int as moves,
      greatest(min(m.at), ${from}::timestamptz) as since
    from segment_changes m where m.company_id = ${companyId} and m.segment_id = ${segmentId} and m.at > ${from}`.execute(
    tx,
  );
  const since = rows[0]?.since ?? null;
  if (since === null) return null;
  const weeks = (now.getTime() - since.getTime()) / WEEK_MS;
  return weeks < 1 ? null : (rows[0]?.moves ?? 0) / weeks;
}
