import { DAY_MS, supportLimits } from "@forestay/contracts";
import type { RouteQuery, RouteResponseInput, StaffSession, supportStaffRoutes } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { pageOf } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { sessionColumns, type SessionRow } from "../session-rows.ts";
import { toStaffSession } from "../to-session.ts";
import { listOnlineStaff } from "./presence.ts";

type Query = RouteQuery<typeof supportStaffRoutes.sessions>;
type Answer = RouteResponseInput<typeof supportStaffRoutes.sessions>;

const statusOf = { waiting: "Pending", ai: "AiActive", admin: "AdminActive" } as const;
const isOpen = sql`s.status in ('Pending', 'AiActive', 'AdminActive')`;
const inOrder = sql`array_position(array['Pending', 'AiActive', 'AdminActive', 'TimedOut'], s.status),
  case when s.status = 'AiActive' then -s.escalation_level end, s.status_since, s.id`;

/**
 * The queue: who waits first and longest, then whom the assistant answers by level, then whom a person does, then what
 * timed out within a day. `counts` are of all of them, whatever is asked for.
 */
export async function listStaffSessions(tx: Tx, userId: string, query: Query, now: Date): Promise<Answer> {
  const timedOut = sql`(s.status = 'TimedOut' and s.closed_at > ${new Date(now.getTime() - DAY_MS)})`;
  const { rows: counted } = await sql<{ status: string; count: number; longest: Date | null }>`
    select s.status, count(*) as count, min(s.status_since) as longest from support_sessions s
    where ${isOpen} or ${timedOut} group by s.status`.execute(tx);
  const ofStatus = (status: string) => counted.find((one) => one.status === status);
  const counts = {
    waiting: ofStatus("Pending")?.count ?? 0,
    ai: ofStatus("AiActive")?.count ?? 0,
    admin: ofStatus("AdminActive")?.count ?? 0,
    timedOut: ofStatus("TimedOut")?.count ?? 0,
  };
  const open = counts.waiting + counts.ai + counts.admin;

  const parts: RawBuilder<unknown>[] = [
    query.status === undefined ? sql`(${isOpen} or ${timedOut})` : sql`s.status = ${statusOf[query.status]}`,
  ];
  if (query.mine) parts.push(sql`s.assigned_admin_id = ${userId}`);
  const term = query.search?.trim() ?? "";
  if (term !== "") {
    parts.push(sql`position(lower(${term}) in lower(s.user_name || ' ' || s.user_email || ' ' || s.topic || ' ' ||
      s.initial_message || ' ' || coalesce(s.company_name, ''))) > 0`);
  }
  const where = sql.join(parts, sql` and `);
  const isNarrowed = query.mine === true || term !== "";
  const totalCount = isNarrowed
    ? await countWhere(tx, where)
    : query.status === undefined
      ? open + counts.timedOut
      : counts[query.status];
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from support_sessions s where ${where}
    order by ${inOrder} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(tx);
  return {
    ...pageOf(rows.map(toStaffSession), totalCount, query),
    counts: { open, ...counts },
    longestWaitSince: ofStatus("Pending")?.longest?.toISOString() ?? null,
    online: await listOnlineStaff(tx, now),
  };
}

/** The open sessions in the queue's order, and no ended one: as many as one answer of the hub brings. */
export async function listOpenSessions(tx: Tx): Promise<StaffSession[]> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from support_sessions s where ${isOpen}
    order by ${inOrder} limit ${supportLimits.activeSessions}`.execute(tx);
  return rows.map(toStaffSession);
}

async function countWhere(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support_sessions s where ${where}`.execute(tx);
  return rows[0]?.count ?? 0;
}
