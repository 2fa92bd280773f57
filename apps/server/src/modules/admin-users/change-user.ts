import type { AdminUser, adminUserRoutes, AuditAction, RouteBody } from "@forestay/contracts";
import { DELETED_PERSON, typeToConfirm } from "@forestay/contracts/words";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { endSessionsOfUser } from "#modules/auth/index.ts";
import {
  changeAccess,
  findAccess,
  listCompanyPeople,
  lockAccess,
  personName,
  withCompanyOf,
  type Access,
} from "#modules/companies/index.ts";
import { refuseLastAdmin, scheduleDeletion } from "#modules/company-data/index.ts";
import { erasePerson } from "#modules/team/index.ts";
import { notify } from "#modules/notifications/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findAdminUser } from "./list-users.ts";
import { hasOneMember } from "./only-member.ts";

type Change = RouteBody<typeof adminUserRoutes.update>;

/**
 * Changes a person's names, roles or state. Nobody changes their own roles or state, and platform roles and who is
 * Owner of a company an Admin alone decides: a Moderator would otherwise be one step from any company's data, or make
 * accomplices. Throws `forbidden`, `last_owner` or `last_admin`.
 */
export function updateUser(
  context: ModuleContext,
  admin: SignedInUser,
  userId: string,
  change: Change,
): Promise<AdminUser> {
  const { clock } = context;
  return onPerson(context, admin, userId, async (tx, before) => {
    requireAdminFor(admin, change.platformRole !== before.platformRole);
    if (change.companyRole !== before.companyRole) {
      requireAdminForOwner(admin, before.companyRole === "Owner" || change.companyRole === "Owner");
    }
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
    await changeAccess(tx, before, change, { by: "platform", now: clock.now() });
    // After it: the last Admin hears why they stay.
    if (userId === admin.userId && !isSameAccess(before, change)) {
      throw new AppError("forbidden", { message: "Somebody else has to change your own roles and state." });
    }
    if (before.isActive && !change.isActive) await endSessionsOfUser(tx, userId, "disabled", clock.now());
    const { userId: _id, email: _email, companyId: _company, ...was } = before;
    const changes = changesOf<Change>(was, change);
    if (changes) await audit(tx, admin, before, "admin.user_changed", changes);
    await tellOwners(context, tx, before, change);
    const user = await findAdminUser(tx, userId);
    if (!user) throw new AppError("not_found");
    return user;
  });
}

/** Deletes a person for good; the last Admin and a company's last Owner stay. */
export function deleteUser(context: ModuleContext, admin: SignedInUser, userId: string): Promise<void> {
  const { clock } = context;
  return onPerson(context, admin, userId, async (tx, before) => {
    requireAdminForOwner(admin, before.companyRole === "Owner");
    await endSessionsOfUser(tx, userId, "ended_by_admin", clock.now());
    await erasePerson(tx, before);
    // After erasing: this entry says that, not who.
    await recordAudit(tx, admin, {
      action: "admin.user_deleted",
      target: DELETED_PERSON,
      targetId: userId,
      before: { companyRole: before.companyRole, platformRole: before.platformRole },
      companyId: before.companyId,
    });
    await tellOwners(context, tx, before, null);
  });
}

/**
 * Schedules the deletion of a company's only member with the company, which nobody could open without them. It takes the
 * company's own grace period, in which they can keep it. Throws `invalid_state` where there are others.
 */
export async function deleteUserWithCompany(
  context: ModuleContext,
  admin: SignedInUser,
  userId: string,
  { typedName }: { typedName: string },
): Promise<{ deletionAt: string }> {
  const found = await withSystem(context.db, (tx) => findAccess(tx, userId));
  if (found?.companyId) await refuseLastAdmin(context, found.companyId);
  return onPerson(context, admin, userId, async (tx, person) => {
    requireAdminForOwner(admin, true);
    if (userId === admin.userId) {
      throw new AppError("forbidden", { message: "Somebody else has to delete your own company." });
    }
    const { companyId, email } = person;
    if (companyId === null || !(await hasOneMember(tx, companyId))) {
      throw new AppError("invalid_state", { message: "This person is not the only member of a company." });
    }
    if (typedName.trim() !== email) {
      throw new AppError("validation_failed", { fields: { typedName: typeToConfirm(email) } });
    }
    const words = "The platform's staff";
    const deletionAt = await scheduleDeletion(context, tx, { companyId, by: admin, words });
    return { deletionAt: deletionAt.toISOString() };
  });
}

/** Signs a person out everywhere; returns how many sessions were open. */
export function endUserSessions(
  context: ModuleContext,
  admin: SignedInUser,
  userId: string,
): Promise<number> {
  const { clock } = context;
  return onPerson(context, admin, userId, async (tx, before) => {
    const ended = await endSessionsOfUser(tx, userId, "ended_by_admin", clock.now());
    await audit(tx, admin, before, "admin.sessions_ended", { after: { ended } });
    return ended;
  });
}

/** Opens the person's company's transaction, locks the person, and refuses a Moderator who touches an Admin. */
async function onPerson<T>(
  { db }: ModuleContext,
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

function requireAdminFor(admin: SignedInUser, touchesPlatformRole: boolean): void {
  if (touchesPlatformRole && admin.platformRole !== "Admin") {
    throw new AppError("forbidden", {
      message: "Only an Admin grants platform roles, takes them, or edits an Admin.",
    });
  }
}

function requireAdminForOwner(admin: SignedInUser, touchesOwner: boolean): void {
  if (touchesOwner && admin.platformRole !== "Admin") {
    throw new AppError("forbidden", { message: "Only an Admin decides who is Owner of a company." });
  }
}

const isSameAccess = (before: Access, change: Change) =>
  before.companyRole === change.companyRole &&
  before.platformRole === change.platformRole &&
  before.isActive === change.isActive;

const isActiveOwner = (access: Pick<Access, "companyRole" | "isActive"> | null) =>
  access !== null && access.companyRole === "Owner" && access.isActive;

/** Who owns a company changed without the company: its Owners, the former one among them, are to notice. */
async function tellOwners(
  context: ModuleContext,
  tx: Tx,
  before: Access,
  after: Pick<Access, "companyRole" | "isActive"> | null,
): Promise<void> {
  const { companyId } = before;
  if (companyId === null || isActiveOwner(before) === isActiveOwner(after)) return;
  const owners = (await listCompanyPeople(tx, companyId)).filter(
    ({ companyRole }) => companyRole === "Owner",
  );
  const name = personName(before);
  const isMore = isActiveOwner(after);
  await notify(tx, context, {
    companyId,
    recipients: { userIds: [...owners.map(({ userId }) => userId), before.userId] },
    kind: "security",
    type: "Warning",
    title: isMore ? "Your company has another Owner" : "Your company lost an Owner",
    message: isMore
      ? `The platform's staff gave ${name} the role of Owner, or their account back. If you did not ask for it, write to them.`
      : `The platform's staff took the role of Owner from ${after === null ? "a person they deleted" : name}, or their account. If you did not ask for it, write to them.`,
    actionUrl: "/settings?section=team",
    actionText: "Review your team",
  });
}

function audit(
  tx: Tx,
  admin: SignedInUser,
  person: Access,
  action: AuditAction,
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
