import { accountRoutes } from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { findUserById, setNames, setPassword, withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { tellSecurityNews } from "./account-mails.ts";
import { confirmEmailChange, startEmailChange } from "./change-email.ts";
import { listSessions } from "./list-sessions.ts";
import { requireOwnPassword } from "./own-password.ts";
import { checkNewPassword } from "./password-policy.ts";
import { endOtherSessions, endSession } from "./sessions.ts";

/** Binds what a person does with their own account. */
export function bindAccountRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;

  bind(api, accountRoutes.updateProfile, ({ body, user }) =>
    withCompanyOf(db, user, async (tx) => {
      const before = await findUserById(tx, user.userId);
      if (!before) throw new AppError("unauthenticated");
      await setNames(tx, user.userId, body);
      const changes = changesOf({ firstName: before.firstName, lastName: before.lastName }, body);
      if (changes) {
        await recordAudit(tx, user, {
          action: "account.profile_changed",
          target: user.email,
          targetId: user.userId,
          ...changes,
        });
      }
      return { ...before, ...body };
    }),
  );

  bind(api, accountRoutes.changePassword, async ({ body, user }) => {
    await requireOwnPassword(context, user, body.currentPassword, "currentPassword");
    await checkNewPassword(body.newPassword, user.email, "newPassword");
    await withCompanyOf(db, user, async (tx) => {
      await setPassword(tx, user.userId, body.newPassword);
      const ended = await endOtherSessions(tx, user, "password_change", clock.now());
      await recordAudit(tx, user, {
        action: "account.password_changed",
        target: user.email,
        targetId: user.userId,
        after: { otherSessionsEnded: ended },
      });
      await tellSecurityNews(context, tx, user, {
        title: "Your password was changed",
        what: "Your password was changed, and your other sessions have been ended.",
      });
    });
    return {};
  });

  bind(api, accountRoutes.startEmailChange, async ({ body, user }) => {
    await requireOwnPassword(context, user, body.password);
    await startEmailChange(context, user, body.newEmail);
    return {};
  });
  bind(api, accountRoutes.confirmEmailChange, ({ body, user }) => confirmEmailChange(context, user, body));

  bind(api, accountRoutes.listSessions, async ({ user }) => ({
    items: await withSystem(db, (tx) => listSessions(tx, user.userId, user.sessionId, clock.now())),
  }));
  bind(api, accountRoutes.endSession, ({ params, user }) =>
    withCompanyOf(db, user, async (tx) => {
      const session = (await listSessions(tx, user.userId, user.sessionId, clock.now())).find(
        ({ id }) => id === params.id,
      );
      if (!session) throw new AppError("not_found");
      await endSession(tx, session.id, "ended_elsewhere", clock.now());
      await recordAudit(tx, user, {
        action: "session.revoked",
        target: session.device,
        targetId: session.id,
      });
      return {};
    }),
  );
  bind(api, accountRoutes.endOtherSessions, ({ user }) =>
    withCompanyOf(db, user, async (tx) => {
      const ended = await endOtherSessions(tx, user, "ended_elsewhere", clock.now());
      if (ended > 0) await recordAudit(tx, user, { action: "session.others_ended", after: { ended } });
      return { ended };
    }),
  );
}
