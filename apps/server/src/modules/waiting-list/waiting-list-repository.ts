import type { WaitingListEntry, WaitingListStatus } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

interface EntryRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  company_name: string;
  source: string;
  status: string;
  joined_at: Date;
  confirmed_at: Date | null;
  invited_at: Date | null;
  invited_until: Date | null;
  registered_at: Date | null;
}

const columns = [
  "id",
  "email",
  "first_name",
  "last_name",
  "company_name",
  "source",
  "status",
  "joined_at",
  "confirmed_at",
  "invited_at",
  "invited_until",
  "registered_at",
] as const;

function toEntry(row: EntryRow): WaitingListEntry {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: row.company_name,
    source: row.source,
    status: row.status as WaitingListStatus,
    joinedAt: row.joined_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    invitedAt: row.invited_at?.toISOString() ?? null,
    invitedUntil: row.invited_until?.toISOString() ?? null,
    registeredAt: row.registered_at?.toISOString() ?? null,
  };
}

export interface EntryFilter {
  status?: WaitingListStatus | undefined;
  search?: string | undefined;
}

function matching({ status, search = "" }: EntryFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  const term = search.trim();
  if (term !== "") {
    parts.push(sql`position(lower(${term})
      in lower(first_name || ' ' || last_name || ' ' || email || ' ' || company_name)) > 0`);
  }
  if (status !== undefined) parts.push(sql`status = ${status}`);
  return sql.join(parts, sql` and `);
}

/** A page of the list, newest first. */
export async function listEntries(tx: Tx, query: PageRequest & EntryFilter): Promise<Page<WaitingListEntry>> {
  const where = matching(query);
  return readPage(
    query,
    async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from waiting_list_entries where ${where}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<EntryRow>`
        select ${sql.join(columns.map((name) => sql.ref(name)))} from waiting_list_entries where ${where}
        order by joined_at desc, id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toEntry);
    },
  );
}

/** Everybody who matches, newest first, no more than `limit`. */
export async function readEntries(tx: Tx, filter: EntryFilter, limit: number): Promise<WaitingListEntry[]> {
  const { rows } = await sql<EntryRow>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from waiting_list_entries where ${matching(filter)}
    order by joined_at desc, id desc limit ${limit}`.execute(tx);
  return rows.map(toEntry);
}

/** One entry, held until the end of the transaction. */
export async function lockEntry(
  tx: Tx,
  by: { id: string } | { email: string },
): Promise<WaitingListEntry | undefined> {
  const all = tx.selectFrom("waiting_list_entries").select([...columns]);
  const one = "id" in by ? all.where("id", "=", by.id) : all.where("email", "=", by.email);
  const row = await one.forUpdate().executeTakeFirst();
  return row && toEntry(row);
}

/** Whoever a link lets register, while it counts and they have not. Held with `forUpdate`. */
export async function findWaitingInvitation(
  tx: Tx,
  token: string,
  now: Date,
  { forUpdate = false } = {},
): Promise<{ email: string; firstName: string; lastName: string; invitedUntil: Date } | undefined> {
  const live = tx
    .selectFrom("waiting_list_entries")
    .select(["email", "first_name as firstName", "last_name as lastName", "invited_until as invitedUntil"])
    .where("invitation_token_hash", "=", hashOpaqueToken(token))
    .where("status", "=", "Invited")
    .where("invited_until", ">", now);
  const row = await (forUpdate ? live.forUpdate() : live).executeTakeFirst();
  return row && { ...row, invitedUntil: row.invitedUntil ?? now };
}

/** Somebody has an account now, whichever way they came: their place on the list is used. */
export async function markRegistered(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .updateTable("waiting_list_entries")
    .set({ status: "Registered", registered_at: now, invitation_token_hash: null, confirm_token_hash: null })
    .where("email", "=", email)
    .where("status", "<>", "Registered")
    .execute();
}

/** Removes what a person who is deleted left on the list. */
export async function eraseWaitingOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("waiting_list_entries").where("email", "=", email).execute();
}
