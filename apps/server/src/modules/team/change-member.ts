import type { CompanyRole, MemberWork } from "@forestay/contracts";
import { DELETED_PERSON } from "@forestay/contracts/words";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { endSessionsOfUser, requireOwnPassword } from "#modules/auth/index.ts";
import { changeAccess, lockAccess, type Access } from "#modules/companies/index.ts";
import { countWorkOf, handOverWork } from "#modules/work/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { erasePerson } from "./erase-person.ts";
import { listMembers, type TeamMember } from "./list-team.ts";

/**
 * Changes a member's role, or deactivates and reactivates them. Throws `last_owner`, and `forbidden` where the
 * platform suspended them; another company's id is 404.
 */
export function updateMember(
  { db, clock }: ModuleContext,
  user: CompanyUser,
  memberId: string,
  change: { companyRole: CompanyRole; isActive: boolean },
): Promise<TeamMember> {
  return withTenant(db, user.companyId, async (tx) => {
    const before = await lockMember(tx, user.companyId, memberId);
    // Their account is the platform's too: only an Admin edits Admin.
    if (
      before.platformRole === "Admin" &&
      user.platformRole !== "Admin" &&
      before.isActive !== change.isActive
    ) {
      throw new AppError("forbidden", { message: "Only an Admin can deactivate an Admin." });
    }
    await changeAccess(tx, before, { ...before, ...change }, { by: "company", now: clock.now() });
    if (before.isActive && !change.isActive) {
      await endSessionsOfUser(tx, memberId, "disabled", clock.now());
    }
    const changes = changesOf({ companyRole: before.companyRole, isActive: before.isActive }, change);
    if (changes) {
      await recordAudit(tx, user, {
        action: "team.member_changed",
        target: before.email,
        targetId: memberId,
        ...changes,
      });
    }
    const [member] = await listMembers(tx, user.companyId, memberId);
    if (!member) throw new AppError("not_found");
    return member;
  });
}

/** What is a member's: customers they look after, open tasks and open risk cases. */
export function readMemberWork(
  { db }: Pick<ModuleContext, "db">,
  user: CompanyUser,
  memberId: string,
): Promise<MemberWork> {
  return withTenant(db, user.companyId, async (tx) => {
    const [member] = await listMembers(tx, user.companyId, memberId);
    if (!member) throw new AppError("not_found");
    return countWorkOf(tx, user.companyId, memberId);
  });
}

/**
 * Deletes a member's account for good, with their name under what they did: whoever only is to lose access is deactivated. What is
 * theirs is given to `handTo`; without, it is nobody's. Throws `last_owner`, `validation_failed` for a `handTo` who is no other
 * active member, and `forbidden` for oneself and for the platform's staff, who are not the company's to delete.
 */
export function removeMember(
  { db, clock, events }: ModuleContext,
  user: CompanyUser,
  memberId: string,
  handTo: string | undefined,
): Promise<void> {
  return withTenant(db, user.companyId, async (tx) => {
    const member = await lockMember(tx, user.companyId, memberId);
    if (memberId === user.userId) {
      throw new AppError("forbidden", { message: "Another Owner has to remove you." });
    }
    if (member.platformRole !== "User") {
      throw new AppError("forbidden", {
        message: "This person is of the platform's staff: only an Admin can delete their account.",
      });
    }
    const work = await countWorkOf(tx, user.companyId, memberId);
    const [heir] = handTo === undefined ? [] : await listMembers(tx, user.companyId, handTo);
    if (handTo !== undefined) {
      if (!heir?.isActive || handTo === memberId)
        throw new AppError("validation_failed", {
          fields: { handTo: "Choose another member who is active" },
        });
      await handOverWork({ tx, clock, events }, user, { from: memberId, to: handTo });
    }
    await endSessionsOfUser(tx, memberId, "disabled", clock.now());
    await erasePerson(tx, member);
    // After erasing: this entry says that, not who.
    await recordAudit(tx, user, {
      action: "team.member_removed",
      target: DELETED_PERSON,
      targetId: memberId,
      before: { companyRole: member.companyRole },
      ...(heir === undefined ? {} : { after: { handedTo: heir.email, ...work } }),
    });
  });
}

/** Makes another member Owner and the caller Staff, in one step. */
export async function transferOwnership(
  context: ModuleContext,
  user: CompanyUser,
  memberId: string,
  password: string,
): Promise<void> {
  const { db, clock } = context;
  // Asked first: a wrong password must not tell whether the id exists.
  await requireOwnPassword(context, user, password);
  await withTenant(db, user.companyId, async (tx) => {
    const heir = await lockMember(tx, user.companyId, memberId);
    const owner = await lockMember(tx, user.companyId, user.userId);
    if (heir.userId === owner.userId || !heir.isActive) {
      throw new AppError("invalid_state", { message: "Choose another member who is active." });
    }
    const change = { by: "company", now: clock.now() } as const;
    await changeAccess(tx, heir, { ...heir, companyRole: "Owner" }, change);
    await changeAccess(tx, owner, { ...owner, companyRole: "Staff" }, change);
    await recordAudit(tx, user, {
      action: "team.ownership_transferred",
      target: heir.email,
      targetId: heir.userId,
      before: { owner: owner.email, companyRole: heir.companyRole },
      after: { owner: heir.email, companyRole: "Owner" },
    });
  });
}

async function lockMember(tx: Tx, companyId: string, userId: string): Promise<Access> {
  const member = await lockAccess(tx, userId);
  // Users are no tenant table: the company is compared here.
  if (member?.companyId !== companyId) throw new AppError("not_found");
  return member;
}
