import type { AdminUser, adminUserRoutes, RouteBody } from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { endSessionsOfUser } from "#modules/auth/index.ts";
import {
  changeAccess,
  findAccess,
  lockAccess,
  withCompanyOf,
  type Access,
} from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { erasePerson } from "./erase-person.ts";
import { findAdminUser } from "./list-users.ts";

type Change = RouteBody<typeof adminUserRoutes.update>;

/** Changes a person's names, roles or state. Throws `forbidden`, `last_owner` or `last_admin`. */
export function updateUser(
  { db, clock }: ModuleContext,
  admin: SignedInUser,
  userId: string,
  change: Change,
): Promise<AdminUser> {
  return onPerson({ db }, admin, userId, async (tx, before) => {
    requireAdminFor(admin, change.platformRole === "Admin");
    if ((before.companyId === null) !== (change.companyRole === null)) {
      throw new AppError("validation_failed", {
        fields: {
          companyRole:
            before.companyId === null
              ? "This person belongs to no company"
              : "A member of a company has a role in it",
        },
      });
    }
    await changeAccess(tx, before, change, clock.now());
    if (before.isActive && !change.isActive) await endSessionsOfUser(tx, userId, "disabled", clock.now());
    const { userId: _id, email: _email, companyId: _company, ...was } = before;
    const changes = changesOf<Change>(was, change);
    if (changes) await audit(tx, admin, before, "admin.user_changed", changes);
    const user = await findAdminUser(tx, userId);
    if (!user) throw new AppError("not_found");
    return user;
  });
}

/** Deletes a person for good; the last Admin and a company's last Owner stay. */
export function deleteUser({ db, clock }: ModuleContext, admin: SignedInUser, userId: string): Promise<void> {
  return onPerson({ db }, admin, userId, async (tx, before) => {
    await endSessionsOfUser(tx, userId, "ended_by_admin", clock.now());
    await erasePerson(tx, before);
    // After erasing: this entry says that, not who.
    await recordAudit(tx, admin, {
      action: "admin.user_deleted",
      target: "Deleted person",
      targetId: userId,
      before: { companyRole: before.companyRole, platformRole: before.platformRole },
      companyId: before.companyId,
    });
  });
}

/** Signs a person out everywhere; returns how many sessions were open. */
export function endUserSessions(
  { db, clock }: ModuleContext,
  admin: SignedInUser,
  userId: string,
): Promise<number> {
  return onPerson({ db }, admin, userId, async (tx, before) => {
    const ended = await endSessionsOfUser(tx, userId, "ended_by_admin", clock.now());
    await audit(tx, admin, before, "admin.sessions_ended", { after: { ended } });
    return ended;
  });
}

/** Opens the person's company's transaction, locks the person, and refuses a Moderator who touches an Admin. */
async function onPerson<T>(
  { db }: Pick<ModuleContext, "db">,
  admin: SignedInUser,
  userId: string,
  work: (tx: Tx, person: Access) => Promise<T>,
): Promise<T> {
  const found = await withSystem(db, (tx) => findAccess(tx, userId));
  if (!found) throw new AppError("not_found");
  return withCompanyOf(db, found, async (tx) => {
    const person = await lockAccess(tx, userId);
    if (!person || person.companyId !== found.companyId) throw new AppError("not_found");
    requireAdminFor(admin, person.platformRole === "Admin");
    return work(tx, person);
  });
}

function requireAdminFor(admin: SignedInUser, touchesAdmin: boolean): void {
  if (touchesAdmin && admin.platformRole !== "Admin") {
    throw new AppError("forbidden", { message: "Only an Admin grants or edits Admin." });
  }
}

function audit(
  tx: Tx,
  admin: SignedInUser,
  person: Access,
  action: `admin.${string}`,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return recordAudit(tx, admin, {
    action,
    target: person.email,
    targetId: person.userId,
    companyId: person.companyId,
    ...changes,
  });
}
