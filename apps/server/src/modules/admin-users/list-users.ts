import type { AdminUser, CompanyRole, PlatformRole } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

interface UserRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  platform_role: string;
  company_role: string | null;
  company_name: string | null;
  is_active: boolean;
  onboarded: boolean;
  two_factor: boolean;
  created_at: Date;
  last_seen_at: Date | null;
}

const selectUsers = sql`
  select u.id, u.first_name, u.last_name, u.email, u.platform_role, u.company_role, c.name as company_name,
    u.disabled_at is null as is_active, u.onboarding_completed_at is not null as onboarded, u.created_at,
    exists (select from user_two_factor f where f.user_id = u.id and f.confirmed_at is not null) as two_factor,
    greatest(u.last_seen_at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id)) as last_seen_at
  from users u left join companies c on c.id = u.company_id`;

function toAdminUser(row: UserRow): AdminUser {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    platformRole: row.platform_role as PlatformRole,
    companyRole: row.company_role as CompanyRole | null,
    companyName: row.company_name,
    isActive: row.is_active,
    onboardingCompleted: row.onboarded,
    twoFactorEnabled: row.two_factor,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

/** A page of all people, newest first; the search looks at names, addresses and companies. */
export async function listUsers(
  tx: Tx,
  query: PageRequest & { searchTerm?: string | undefined; role?: PlatformRole | undefined },
): Promise<Page<AdminUser>> {
  const { searchTerm = "", role } = query;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  const term = searchTerm.trim();
  if (term !== "") {
    parts.push(sql`position(lower(${term})
      in lower(u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || coalesce(c.name, ''))) > 0`);
  }
  if (role !== undefined) parts.push(sql`u.platform_role = ${role}`);
  const where = sql.join(parts, sql` and `);
  return readPage(
    query,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from users u left join companies c on c.id = u.company_id where ${where}`.execute(
        tx,
      );
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<UserRow>`${selectUsers} where ${where}
        order by u.created_at desc, u.id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toAdminUser);
    },
  );
}

export async function findAdminUser(tx: Tx, userId: string): Promise<AdminUser | undefined> {
  const { rows } = await sql<UserRow>`${selectUsers} where u.id = ${userId}`.execute(tx);
  return rows[0] && toAdminUser(rows[0]);
}
