import type { CompanyRole, invitationSchema, teamMemberSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Invitation } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

export type TeamMember = z.input<typeof teamMemberSchema>;

interface MemberRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  company_role: string;
  is_active: boolean;
  two_factor: boolean;
  last_seen_at: Date | null;
}

/** Everybody of a company, deactivated people last; with an id, that person alone. */
export async function listMembers(tx: Tx, companyId: string, userId?: string): Promise<TeamMember[]> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.first_name, u.last_name, u.email, u.company_role, u.disabled_at is null as is_active,
      exists (select from user_two_factor f where f.user_id = u.id and f.confirmed_at is not null) as two_factor,
      greatest(u.last_seen_at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id)) as last_seen_at
    from users u
    where u.company_id = ${companyId} ${userId === undefined ? sql`` : sql`and u.id = ${userId}`}
    order by u.disabled_at is not null, lower(u.first_name), lower(u.last_name), u.email`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    companyRole: row.company_role as CompanyRole,
    isActive: row.is_active,
    twoFactorEnabled: row.two_factor,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }));
}

/** An invitation as the API shows it. */
export function presentInvitation(invitation: Invitation): z.input<typeof invitationSchema> {
  const { id, email, role, invitedBy, createdAt, expiresAt, unusableAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isUnusable: unusableAt !== null,
  };
}
