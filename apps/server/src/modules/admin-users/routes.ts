import { adminUserRoutes } from "@forestay/contracts";
import { listAuditOfPerson } from "#modules/audit/index.ts";
import { listSessions } from "#modules/auth/index.ts";
import { findAccess, withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { deleteUser, deleteUserWithCompany, endUserSessions, updateUser } from "./change-user.ts";
import { findAdminUser, listUsers } from "./list-users.ts";
import { readOnlyMembership } from "./only-member.ts";

const AUDIT_SHOWN = 50;

/** Binds the administration's routes. */
export function bindAdminUserRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;

  bind(api, adminUserRoutes.list, ({ query }) => withSystem(db, (tx) => listUsers(tx, query)));
  bind(api, adminUserRoutes.get, async ({ params, user }) => {
    const person = await withSystem(db, (tx) => findAccess(tx, params.id));
    if (!person) throw new AppError("not_found");
    return withCompanyOf(db, person, async (tx) => {
      const facts = await findAdminUser(tx, person.userId);
      if (!facts) throw new AppError("not_found");
      return {
        ...facts,
        onlyMemberOf: await readOnlyMembership(tx, person.companyId),
        sessions: await listSessions(tx, person.userId, user.sessionId, clock.now()),
        audit: await listAuditOfPerson(tx, person, AUDIT_SHOWN),
      };
    });
  });
  bind(api, adminUserRoutes.update, ({ params, body, user }) => updateUser(context, user, params.id, body));
  bind(api, adminUserRoutes.delete, async ({ params, user }) => {
    await deleteUser(context, user, params.id);
    return {};
  });
  bind(api, adminUserRoutes.deleteWithCompany, ({ params, body, user }) =>
    deleteUserWithCompany(context, user, params.id, body),
  );
  bind(api, adminUserRoutes.endSessions, async ({ params, user }) => ({
    ended: await endUserSessions(context, user, params.id),
  }));
}
