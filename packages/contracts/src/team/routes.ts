import { z } from "zod";
import { ownPasswordBody } from "../auth/schemas.ts";
import { companyRoleSchema } from "../policies/schemas.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { invitationSchema, inviteBody, teamMemberSchema } from "./schemas.ts";

export const teamRoutes = {
  listTeam: defineRoute({
    method: "GET",
    path: "/company/team",
    summary: "Members and open invitations",
    policy: "company:read",
    response: z.object({
      members: z.array(teamMemberSchema),
      invitations: z.array(invitationSchema),
      /** False where mail stays in the built-in outbox: an invitation's link is then passed on by hand. */
      mailLeaves: z.boolean(),
    }),
    rateLimit: "read",
    tags: ["Team"],
  }),
  invite: defineRoute({
    method: "POST",
    path: "/company/invitations",
    summary: "Invite a person by e-mail",
    policy: "company:invite",
    body: inviteBody,
    response: invitationSchema,
    status: 201,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  resendInvitation: defineRoute({
    method: "POST",
    path: "/company/invitations/:id/resend",
    summary: "Mail the invitation again with a new link",
    policy: "company:invite",
    params: idParams,
    response: invitationSchema,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  makeInvitationLink: defineRoute({
    method: "POST",
    path: "/company/invitations/:id/link",
    summary:
      "Where no mail leaves: a new link to pass on oneself, answered once; the one before stops working",
    policy: "company:invite",
    params: idParams,
    response: z.object({ link: z.string(), invitation: invitationSchema }),
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  revokeInvitation: defineRoute({
    method: "DELETE",
    path: "/company/invitations/:id",
    summary: "Withdraw an invitation; its link stops working",
    policy: "company:invite",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Team"],
  }),
  updateMember: defineRoute({
    method: "PUT",
    path: "/company/team/:id",
    summary: "Change a member's role, or deactivate and reactivate them; the last Owner stays",
    policy: "company:manage",
    params: idParams,
    body: z.object({ companyRole: companyRoleSchema, isActive: z.boolean() }),
    response: teamMemberSchema,
    peopleOnly: true,
    rateLimit: "write",
    tags: ["Team"],
  }),
  transferOwnership: defineRoute({
    method: "POST",
    path: "/company/team/:id/transfer-ownership",
    summary: "Make a member Owner and become Staff",
    policy: "company:manage",
    params: idParams,
    body: ownPasswordBody,
    response: emptyResponse,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
};
