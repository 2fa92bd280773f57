import type { CompanyRole, PlatformRole } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { closeLiveConnections } from "#platform/live/publish-event.ts";
import { hasActiveAdmin, hasActiveOwner, lockAdmins, lockOwners } from "./account.ts";

/** What a person may do, and where. */
export interface Access {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  companyId: string | null;
  companyRole: CompanyRole | null;
  platformRole: PlatformRole;
  isActive: boolean;
  /** Deactivated by the platform's staff: no Owner undoes that. */
  isSuspended: boolean;
}

/** Whose decision a change is: it says who may take a deactivation back. */
export type AccessChangedBy = "company" | "platform";

/** Any person, disabled ones too. */
export async function findAccess(tx: Tx, userId: string): Promise<Access | undefined> {
  const row = await tx
    .selectFrom("users")
    .select([
      "id",
      "email",
      "first_name",
      "last_name",
      "company_id",
      "company_role",
      "platform_role",
      "disabled_at",
      "disabled_by_platform",
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      companyId: row.company_id,
      companyRole: row.company_role as CompanyRole | null,
      platformRole: row.platform_role as PlatformRole,
      isActive: row.disabled_at === null,
      isSuspended: row.disabled_at !== null && row.disabled_by_platform,
    }
  );
}

/**
 * Reads a person and holds, until the transaction ends, whoever else would change Owners of that company or Admins:
 * two of the last ones cannot take the role from each other at the same moment.
 */
export async function lockAccess(tx: Tx, userId: string): Promise<Access | undefined> {
  const seen = await findAccess(tx, userId);
  if (!seen) return undefined;
  await lockAdmins(tx);
  if (seen.companyId !== null) await lockOwners(tx, seen.companyId);
  return findAccess(tx, userId);
}

/**
 * Gives a person other roles, names or state, after lockAccess. A changed role closes their live connections: what they
 * hear is decided when they connect, and an open page asks again who it is for when its connection closes. Throws
 * `forbidden` where a company would lift a suspension of the platform's, `last_owner` or `last_admin` where nobody
 * active would be left in that role.
 */
export async function changeAccess(
  tx: Tx,
  before: Access,
  after: Omit<Access, "userId" | "email" | "companyId" | "isSuspended">,
  { by, now }: { by: AccessChangedBy; now: Date },
): Promise<void> {
  if (by === "company" && before.isSuspended && after.isActive) {
    throw new AppError("forbidden", {
      message: "The platform's staff suspended this account: only they can activate it again.",
    });
  }
  await tx
    .updateTable("users")
    .set({
      first_name: after.firstName,
      last_name: after.lastName,
      company_role: after.companyRole,
      platform_role: after.platformRole,
      ...(after.isActive === before.isActive
        ? {}
        : {
            disabled_at: after.isActive ? null : now,
            disabled_by_platform: !after.isActive && by === "platform",
          }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", before.userId)
    .execute();
  if (after.companyRole !== before.companyRole || after.platformRole !== before.platformRole) {
    await closeLiveConnections(tx, { userId: before.userId });
  }
  await requireSomebodyLeft(tx, before);
}

/** Deletes a person with everything that is theirs alone, after lockAccess; throws as changeAccess does. */
export async function deletePerson(tx: Tx, before: Access): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", before.userId).execute();
  await requireSomebodyLeft(tx, before);
}

async function requireSomebodyLeft(tx: Tx, before: Access): Promise<void> {
  if (!before.isActive) return;
  const { companyId } = before;
  if (companyId !== null && before.companyRole === "Owner" && !(await hasActiveOwner(tx, companyId))) {
    throw new AppError("last_owner");
  }
  if (before.platformRole === "Admin" && !(await hasActiveAdmin(tx))) throw new AppError("last_admin");
}
