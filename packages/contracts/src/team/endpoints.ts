import type { Endpoints } from "../endpoint.ts";
import type { teamRoutes } from "./routes.ts";

export const teamEndpoints: Endpoints<typeof teamRoutes> = {
  listTeam: { method: "GET", path: "/company/team" },
  invite: { method: "POST", path: "/company/invitations", idempotent: true },
  resendInvitation: { method: "POST", path: "/company/invitations/:id/resend", idempotent: true },
  makeInvitationLink: { method: "POST", path: "/company/invitations/:id/link", idempotent: true },
  revokeInvitation: { method: "DELETE", path: "/company/invitations/:id" },
  updateMember: { method: "PUT", path: "/company/team/:id" },
  memberWork: { method: "GET", path: "/company/team/:id/work" },
  removeMember: { method: "DELETE", path: "/company/team/:id" },
  transferOwnership: { method: "POST", path: "/company/team/:id/transfer-ownership", idempotent: true },
};
