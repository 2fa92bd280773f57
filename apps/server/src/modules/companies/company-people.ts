import type { CompanyRole, PlatformRole } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { personNameSql } from "./actors.ts";

/** Somebody of a company who can sign in. */
export interface CompanyPerson {
  userId: string;
  email: string;
  firstName: string;
  platformRole: PlatformRole;
  companyRole: CompanyRole;
}

/** Everybody of a company but disabled users, in a fixed order. */
export async function listCompanyPeople(tx: Tx, companyId: string): Promise<CompanyPerson[]> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", "email", "first_name", "platform_role", "company_role"])
    .where("company_id", "=", companyId)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    firstName: row.first_name,
    platformRole: row.platform_role as PlatformRole,
    companyRole: row.company_role as CompanyRole,
  }));
}

/** Names of all of a company's people by their id, of those who may not come in now too: rows keep naming them. */
export async function readStaffNames(tx: Tx, companyId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", personNameSql.as("name")])
    .where("company_id", "=", companyId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A company's currency and time zone, or undefined when it is gone. */
export async function findCompanyLocale(
  tx: Tx,
  companyId: string,
): Promise<{ currency: string; timeZone: string } | undefined> {
  return tx
    .selectFrom("companies")
    .select(["currency", "time_zone as timeZone"])
    .where("id", "=", companyId)
    .executeTakeFirst();
}

/** Every company by name, for commands of the operator. */
export async function findCompanyNames(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx.selectFrom("companies").select(["id", "name"]).orderBy("name").orderBy("id").execute();
}

/** Ids of all companies, for jobs that visit each of them. */
export async function listCompanyIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom("companies").select("id").orderBy("id").execute();
  return rows.map((row) => row.id);
}

export async function hasCompanies(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom("companies").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Whether anybody, a disabled user too, belongs to the company. */
export async function hasPeople(tx: Tx, companyId: string): Promise<boolean> {
  const someone = await tx
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  return someone !== undefined;
}

/** Everybody of a company, disabled users too. */
export async function listEverybody(tx: Tx, companyId: string): Promise<{ userId: string; email: string }[]> {
  return tx
    .selectFrom("users")
    .select(["id as userId", "email"])
    .where("company_id", "=", companyId)
    .execute();
}

/** Keeps when people were last here, from sessions that are removed; an earlier time than the one known changes nothing. */
export async function keepLastSeen(tx: Tx, seen: readonly { userId: string; at: Date }[]): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    update users u set last_seen_at = greatest(u.last_seen_at, last.seen_at)
    from (
      select user_id, max(seen_at) as seen_at
      from unnest(${seen.map(({ userId }) => userId)}::uuid[], ${seen.map(({ at }) => at)}::timestamptz[])
        as one (user_id, seen_at)
      group by user_id
    ) last
    where u.id = last.user_id`.execute(tx);
}
