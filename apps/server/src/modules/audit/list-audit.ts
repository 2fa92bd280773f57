import type { auditEntrySchema } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

export type AuditEntry = z.input<typeof auditEntrySchema>;

export interface AuditFilter {
  /** Beginning of an action: 'import' finds 'import.confirmed'. */
  action?: string | undefined;
  /** Part of the actor's name. */
  actor?: string | undefined;
  /** First and last day, in the company's time zone. */
  from?: string | undefined;
  to?: string | undefined;
}

interface AuditRow {
  id: string;
  occurred_at: Date;
  actor: string;
  via: string;
  action: string;
  target: string | null;
  ip_address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const columns = sql`id, occurred_at, actor, via, action, target, ip_address, before, after`;

function conditions(companyId: string, { action, actor, from, to }: AuditFilter): RawBuilder<unknown> {
  const parts = [sql`company_id = ${companyId}`];
  if (action) parts.push(sql`starts_with(action, ${action})`);
  if (actor) parts.push(sql`position(lower(${actor}) in lower(actor)) > 0`);
  const zone = sql`(select time_zone from companies where id = ${companyId})`;
  if (from) parts.push(sql`occurred_at >= ${from}::timestamp at time zone ${zone}`);
  if (to) parts.push(sql`occurred_at < (${to}::timestamp + interval '1 day') at time zone ${zone}`);
  return sql.join(parts, sql` and `);
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    occurredAt: row.occurred_at.toISOString(),
    actor: row.actor,
    via: row.via as AuditEntry["via"],
    action: row.action,
    target: row.target,
    ipAddress: row.ip_address,
    before: row.before,
    after: row.after,
  };
}

/** A page of a company's log, newest first. */
export async function listAudit(
  tx: Tx,
  companyId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  const where = conditions(companyId, filter);
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from audit_entries where ${where}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<AuditRow>`select ${columns} from audit_entries where ${where}
        order by occurred_at desc, id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toEntry);
    },
  );
}

/** The next entries of a walk over the whole log, newest first; `after` is the last one of the walk so far. */
export async function readAudit(
  tx: Tx,
  companyId: string,
  filter: AuditFilter,
  { after, limit }: { after: AuditEntry | undefined; limit: number },
): Promise<AuditEntry[]> {
  // The id is enough to find the place: milliseconds alone would lose entries of the same one.
  const beyond = after
    ? sql`and (occurred_at, id) < (select occurred_at, id from audit_entries
        where company_id = ${companyId} and id = ${after.id})`
    : sql``;
  const { rows } = await sql<AuditRow>`select ${columns} from audit_entries
    where ${conditions(companyId, filter)} ${beyond}
    order by occurred_at desc, id desc limit ${limit}`.execute(tx);
  return rows.map(toEntry);
}

const ACCOUNT_ACTIONS = ["account", "session", "two_factor", "team", "admin"];

/**
 * The latest entries about a person's account, for the platform's staff: what was done to it, and what the person did
 * to accounts. Nothing about customers. `tx` is of the person's company, if they have one.
 */
export async function listAuditOfPerson(
  tx: Tx,
  person: { userId: string; companyId: string | null },
  limit: number,
): Promise<AuditEntry[]> {
  const about = sql`(target_id = ${person.userId} or actor_user_id = ${person.userId})
    and split_part(action, '.', 1) = any(${ACCOUNT_ACTIONS})`;
  const ofCompany =
    person.companyId === null
      ? sql``
      : sql`union all select ${columns} from audit_entries where company_id = ${person.companyId} and ${about}`;
  const { rows } = await sql<AuditRow>`
    select ${columns} from (select ${columns} from platform_audit_entries where ${about} ${ofCompany}) entry
    order by occurred_at desc, id desc limit ${limit}`.execute(tx);
  return rows.map(toEntry);
}
