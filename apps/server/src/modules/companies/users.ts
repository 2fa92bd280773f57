import type { CompanyRole, PlatformRole, User } from "@forestay/contracts";
import { hashPassword } from "#platform/crypto/password.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A user as the API shows one. */
export type UserProfile = User;

export interface NewUser {
  email: string;
  firstName?: string;
  lastName?: string;
  platformRole?: PlatformRole;
  /** Both or neither: platform staff may belong to no company. */
  company?: { id: string; role: CompanyRole };
  /** Without one the person cannot sign in by password yet. */
  password?: string;
  /** False unless given: the person is then sent to /onboarding. */
  onboardingCompleted?: boolean;
}

/** One spelling per address: what people type differs in case and spaces. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Adds a user. Fails on the unique key `users_email_key` when the address is taken. */
export async function createUser(tx: Tx, user: NewUser): Promise<{ id: string; email: string }> {
  return tx
    .insertInto("users")
    .values({
      email: normaliseEmail(user.email),
      first_name: user.firstName ?? "",
      last_name: user.lastName ?? "",
      platform_role: user.platformRole ?? "User",
      company_id: user.company?.id ?? null,
      company_role: user.company?.role ?? null,
      password_hash: user.password === undefined ? null : await hashPassword(user.password),
      onboarding_completed_at: user.onboardingCompleted ? new Date() : null,
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
}

/** A user with their company, as the API shows them. */
export async function findUserById(tx: Tx, userId: string): Promise<UserProfile | undefined> {
  const row = await tx
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.platform_role",
      "users.company_role",
      "users.onboarding_completed_at",
      "companies.id as companyId",
      "companies.name as companyName",
      "companies.currency",
      "companies.time_zone",
      "companies.is_demo",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    platformRole: row.platform_role as PlatformRole,
    companyRole: row.company_role as CompanyRole | null,
    onboardingCompleted: row.onboarding_completed_at !== null,
    company:
      row.companyId === null
        ? null
        : {
            id: row.companyId,
            name: row.companyName ?? "",
            currency: row.currency ?? "USD",
            timeZone: row.time_zone ?? "UTC",
            isDemo: row.is_demo ?? false,
          },
  };
}
