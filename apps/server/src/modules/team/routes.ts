import { teamRoutes } from "@forestay/contracts";
import { listInvitations } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readMemberWork, removeMember, transferOwnership, updateMember } from "./change-member.ts";
import { invite, makeInvitationLink, resendInvitation, revokeInvitation } from "./invite.ts";
import { listMembers, presentInvitation } from "./list-team.ts";

/** Binds the company's people and its invitations. */
export function bindTeamRoutes(api: Api, context: ModuleContext): void {
  bind(api, teamRoutes.listTeam, ({ user }) =>
    withTenant(context.db, user.companyId, async (tx) => ({
      members: await listMembers(tx, user.companyId),
      invitations: (await listInvitations(tx, user.companyId)).map(presentInvitation),
      mailLeaves: context.config.smtpUrl !== null,
    })),
  );
  bind(api, teamRoutes.invite, async ({ body, user }) =>
    presentInvitation(await invite(context, user, body)),
  );
  bind(api, teamRoutes.resendInvitation, async ({ params, user }) =>
    presentInvitation(await resendInvitation(context, user, params.id)),
  );
  bind(api, teamRoutes.makeInvitationLink, async ({ params, user }) => {
    const { link, invitation } = await makeInvitationLink(context, user, params.id);
    return { link, invitation: presentInvitation(invitation) };
  });
  bind(api, teamRoutes.revokeInvitation, async ({ params, user }) => {
    await revokeInvitation(context, user, params.id);
    return {};
  });
  bind(api, teamRoutes.updateMember, ({ params, body, user }) =>
    updateMember(context, user, params.id, body),
  );
  bind(api, teamRoutes.memberWork, ({ params, user }) => readMemberWork(context, user, params.id));
  bind(api, teamRoutes.removeMember, async ({ params, query, user }) => {
    await removeMember(context, user, params.id, query.handTo);
    return {};
  });
  bind(api, teamRoutes.transferOwnership, async ({ params, body, user }) => {
    await transferOwnership(context, user, params.id, body.password);
    return {};
  });
}
