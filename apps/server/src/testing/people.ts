import { randomBytes } from "node:crypto";
import type { CompanyRole, PlatformRole } from "@forestay/contracts";
import { createSession } from "#modules/auth/index.ts";
import { createCompany, createUser, type Company } from "#modules/companies/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { CompanyUser, SignedInUser } from "#platform/http/actor.ts";

/** The password of every user a test makes with one. */
export const TEST_PASSWORD = "correct horse battery";

export async function buildCompany(db: Database, name = "Test company"): Promise<Company> {
  return withSystem(db, (tx) => createCompany(tx, { name }));
}

export interface BuiltUser<U extends SignedInUser> {
  actor: U;
  email: string;
  /** Value of the session cookie. */
  cookieToken: string;
}

interface UserOptions {
  email?: string;
  platformRole?: PlatformRole;
  /** Costs a real hash (10 ms); leave it out where nobody signs in by password. */
  password?: string;
  now?: Date;
}

async function build(
  db: Database,
  options: UserOptions,
  company: { id: string; role: CompanyRole } | null,
): Promise<BuiltUser<SignedInUser>> {
  const email = options.email ?? `${randomBytes(6).toString("hex")}@example.test`;
  return withSystem(db, async (tx) => {
    const user = await createUser(tx, {
      email,
      firstName: "Test",
      lastName: "Person",
      onboardingCompleted: true,
      ...(company === null ? {} : { company }),
      ...(options.platformRole === undefined ? {} : { platformRole: options.platformRole }),
      ...(options.password === undefined ? {} : { password: options.password }),
    });
    const session = await createSession(tx, {
      userId: user.id,
      ipAddress: "127.0.0.1",
      userAgent: "test",
      now: options.now ?? new Date(),
    });
    const actor: SignedInUser = {
      userId: user.id,
      sessionId: session.sessionId,
      email,
      platformRole: options.platformRole ?? "User",
      companyId: company?.id ?? null,
      companyRole: company?.role ?? null,
    };
    return { actor, email, cookieToken: session.token };
  });
}

/** A signed-in user of a company. */
export async function buildUser(
  db: Database,
  companyId: string,
  role: CompanyRole = "Owner",
  options: UserOptions = {},
): Promise<BuiltUser<CompanyUser>> {
  return (await build(db, options, { id: companyId, role })) as BuiltUser<CompanyUser>;
}

/** A signed-in user of the platform who belongs to no company. */
export function buildPlatformUser(
  db: Database,
  platformRole: PlatformRole,
): Promise<BuiltUser<SignedInUser>> {
  return build(db, { platformRole }, null);
}
