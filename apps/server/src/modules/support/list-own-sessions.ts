import type { RouteResponseInput, SupportSession, supportRoutes } from "@forestay/contracts";
import { sql } from "kysely";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findOpenSession, sessionColumns, type SessionRow } from "./session-rows.ts";
import { listOnlineStaff } from "./staff/presence.ts";
import { findSupportAddress } from "./support-address.ts";
import { toSession } from "./to-session.ts";

/** A person's sessions, newest first; the search looks at topics and at what was said. */
export async function listOwnSessions(
  tx: Tx,
  userId: string,
  query: PageRequest & { search?: string | undefined },
): Promise<Page<SupportSession>> {
  const term = query.search?.trim().toLowerCase() ?? "";
  const where = sql`s.user_id = ${userId} ${
    term === ""
      ? sql``
      : sql`and (position(${term} in lower(s.topic)) > 0 or exists (select from support_messages m
          where m.session_id = s.id and position(${term} in lower(m.content)) > 0))`
  }`;
  return readPage(
    query,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from support_sessions s where ${where}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<SessionRow>`
        select ${sessionColumns} from support_sessions s where ${where}
        order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toSession);
    },
  );
}

/** What a person's pages ask for first: their open session, and whether somebody is there. */
export async function readActive(
  context: ModuleContext,
  userId: string,
): Promise<RouteResponseInput<typeof supportRoutes.active>> {
  const supportEmail = await findSupportAddress(context);
  return withSystem(context.db, async (tx) => {
    const row = await findOpenSession(tx, userId);
    const online = await listOnlineStaff(tx, context.clock.now());
    return {
      session: row ? toSession(row) : null,
      isStaffOnline: online.some(({ adminId }) => adminId !== userId),
      supportEmail,
    };
  });
}
