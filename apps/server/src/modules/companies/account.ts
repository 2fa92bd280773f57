import type { PlatformRole } from "@forestay/contracts";
import { sql } from "kysely";
import { hashPassword } from "#platform/crypto/password.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { violatedUniqueConstraint } from "#platform/db/database-errors.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { normaliseEmail } from "./users.ts";

/** What the ways into an account need to know of it. */
export interface Account {
  id: string;
  email: string;
  companyId: string | null;
  passwordHash: string | null;
}

const accountColumns = ["id", "email", "company_id as companyId", "password_hash as passwordHash"] as const;

const accounts = (tx: Tx) =>
  tx
    .selectFrom("users")
    .select(accountColumns)
    // Disabled users do not sign in, nor get back in another way.
    .where("disabled_at", "is", null);

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  return accounts(tx).where("email", "=", normaliseEmail(email)).executeTakeFirst();
}

/** The same of a deactivated one too, and by whom: for whoever has shown its password. */
export async function findAccountWithState(
  tx: Tx,
  email: string,
): Promise<(Account & { disabledBy: "company" | "platform" | null }) | undefined> {
  const row = await tx
    .selectFrom("users")
    .select([...accountColumns, "disabled_at", "disabled_by_platform"])
    .where("email", "=", normaliseEmail(email))
    .executeTakeFirst();
  if (!row) return undefined;
  const { disabled_at: disabledAt, disabled_by_platform: byPlatform, ...account } = row;
  return { ...account, disabledBy: disabledAt === null ? null : byPlatform ? "platform" : "company" };
}

export async function findAccountById(tx: Tx, userId: string): Promise<Account | undefined> {
  return accounts(tx).where("id", "=", userId).executeTakeFirst();
}

/** Whether any account, a disabled one too, has this address. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", normaliseEmail(email))
    .executeTakeFirst();
  return row !== undefined;
}

export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: await hashPassword(password) });
}

/** Takes the password away: signing in needs a mailed code until a new one is set. */
export async function clearPassword(tx: Tx, userId: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: null });
}

export async function setNames(
  tx: Tx,
  userId: string,
  names: { firstName: string; lastName: string },
): Promise<void> {
  await updateUser(tx, userId, { first_name: names.firstName, last_name: names.lastName });
}

/** Gives an account another address; false when one has it already. Undoes nothing else of the transaction. */
export async function setEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  if (await isEmailTaken(tx, email)) return false;
  try {
    await updateUser(tx, userId, { email: normaliseEmail(email) });
    return true;
  } catch (error) {
    // Taken between the two statements: the transaction is over, and the caller hears the same.
    if (violatedUniqueConstraint(error) !== "users_email_key") throw error;
    return false;
  }
}

/** Gives a person the platform role Admin; lockAdmins goes before. */
export async function makeAdmin(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ platform_role: "Admin" satisfies PlatformRole })
    .where("id", "=", userId)
    .execute();
}

async function updateUser(
  tx: Tx,
  userId: string,
  values: { password_hash?: string | null; first_name?: string; last_name?: string; email?: string },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}

/** Until the transaction ends nobody else changes who is an Admin. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await lockUntilCommit(tx, advisoryLock.platformAdmins);
}

/** Until the transaction ends nobody else changes who is an Owner of this company. */
export async function lockOwners(tx: Tx, companyId: string): Promise<void> {
  await tx.selectFrom("companies").select("id").where("id", "=", companyId).forUpdate().execute();
}

/** Whether somebody active is left who has this platform role; `exceptDemo` leaves the sample company's people out. */
export async function hasActiveAdmin(tx: Tx, { exceptDemo = false } = {}): Promise<boolean> {
  const admins = tx
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select("users.id")
    .where("users.platform_role", "=", "Admin" satisfies PlatformRole)
    .where("users.disabled_at", "is", null);
  const real = admins.where((eb) =>
    eb.or([
      eb("companies.id", "is", null),
      eb("companies.is_demo", "=", false),
      eb("companies.sample_loaded_at", "is not", null),
    ]),
  );
  return (await (exceptDemo ? real : admins).limit(1).executeTakeFirst()) !== undefined;
}

/** The address of whoever has been the platform's Admin for longest; the sample company's only where there is no other. */
export async function findFirstAdminEmail(tx: Tx): Promise<string | null> {
  const admin = await tx
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select("users.email")
    .where("users.platform_role", "=", "Admin" satisfies PlatformRole)
    .where("users.disabled_at", "is", null)
    .orderBy(sql`coalesce(companies.is_demo, false)`)
    .orderBy("users.created_at")
    .orderBy("users.id")
    .limit(1)
    .executeTakeFirst();
  return admin?.email ?? null;
}

/** Whether every active Admin of the platform is a member of this company: deleting it would leave none. */
export async function holdsLastAdmin(tx: Tx, companyId: string): Promise<boolean> {
  const admins = await tx
    .selectFrom("users")
    .select("company_id")
    .where("platform_role", "=", "Admin" satisfies PlatformRole)
    .where("disabled_at", "is", null)
    .execute();
  return admins.length > 0 && admins.every((admin) => admin.company_id === companyId);
}

export async function hasActiveOwner(tx: Tx, companyId: string): Promise<boolean> {
  const owner = await tx
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Owner")
    .where("disabled_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}
