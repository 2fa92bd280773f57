import { PRODUCT_NAME, type CompanyRole } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import {
  closeInvitation,
  createInvitation,
  findInvitation,
  readCompanySettings,
  renewInvitation,
  type Invitation,
} from "#modules/companies/index.ts";
import { plainName, sendMail, webAddress } from "#modules/mail/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { countInvitation } from "./count-invitation.ts";
import { listMembers } from "./list-team.ts";

/**
 * Invites an address by mail. Whether it has an account elsewhere is not said here: only the invited person learns it,
 * at the link.
 */
export function invite(
  context: ModuleContext,
  user: CompanyUser,
  { email, role }: { email: string; role: CompanyRole },
): Promise<Invitation> {
  return withTenant(context.db, user.companyId, async (tx) => {
    const members = await listMembers(tx, user.companyId);
    if (members.some((member) => member.email === email)) {
      throw new AppError("validation_failed", { fields: { email: "This person is in your team already" } });
    }
    await countMail(context, tx, user.companyId, email);
    const { invitation, token } = await createInvitation(tx, {
      companyId: user.companyId,
      email,
      role,
      actor: user,
      now: context.clock.now(),
    });
    await mailInvitation(context, tx, invitation, token);
    await recordAudit(tx, user, {
      action: "team.invited",
      target: email,
      targetId: invitation.id,
      after: { email, companyRole: role },
    });
    return invitation;
  });
}

/** Mails an open invitation again, with a new link and a new term. */
export function resendInvitation(context: ModuleContext, user: CompanyUser, id: string): Promise<Invitation> {
  return withTenant(context.db, user.companyId, async (tx) => {
    const open = await requireInvitation(tx, user.companyId, id);
    await countMail(context, tx, user.companyId, open.email);
    const { invitation, token } = await renewInvitation(tx, open, context.clock.now());
    await mailInvitation(context, tx, invitation, token);
    await recordAudit(tx, user, { action: "team.invitation_resent", target: open.email, targetId: id });
    return invitation;
  });
}

/**
 * Makes a new link for the inviting company to pass on itself, where no mail leaves this server. It is the only one then:
 * the link mailed before stops working. Written down is the fact that it was made, not the link. Where mail does leave, a
 * link proves its address, and whoever could make one for somebody else's could sit in their account before them.
 */
export function makeInvitationLink(
  context: ModuleContext,
  user: CompanyUser,
  id: string,
): Promise<{ link: string; invitation: Invitation }> {
  if (context.config.smtpUrl !== null) {
    throw new AppError("invalid_state", {
      message: "Mail leaves this server: send the invitation again, so that its link proves the address.",
    });
  }
  return withTenant(context.db, user.companyId, async (tx) => {
    const open = await requireInvitation(tx, user.companyId, id);
    if (open.email === context.config.adminEmail) {
      throw new AppError("forbidden", {
        message: "This address is named for the platform's Admin. Only a mail to it may let somebody in.",
      });
    }
    const { invitation, token } = await renewInvitation(tx, open, context.clock.now());
    await recordAudit(tx, user, { action: "team.invitation_link_made", target: open.email, targetId: id });
    return { link: linkOf(context, token), invitation };
  });
}

/** Withdraws an open invitation; its link stops working. */
export function revokeInvitation(context: ModuleContext, user: CompanyUser, id: string): Promise<void> {
  return withTenant(context.db, user.companyId, async (tx) => {
    const open = await requireInvitation(tx, user.companyId, id);
    await closeInvitation(tx, open, "revoked", context.clock.now());
    await recordAudit(tx, user, { action: "team.invitation_revoked", target: open.email, targetId: id });
  });
}

async function requireInvitation(tx: Tx, companyId: string, id: string): Promise<Invitation> {
  const invitation = await findInvitation(tx, companyId, id);
  if (!invitation) throw new AppError("not_found");
  return invitation;
}

const countMail = ({ clock, config }: ModuleContext, tx: Tx, companyId: string, email: string) =>
  countInvitation(tx, { companyId, email, now: clock.now(), limitScale: config.rateLimitScale });

const linkOf = (context: ModuleContext, token: string) =>
  webAddress(context.config, `/register-invited?token=${token}`);

async function mailInvitation(
  context: ModuleContext,
  tx: Tx,
  invitation: Invitation,
  token: string,
): Promise<void> {
  const { name } = await readCompanySettings(tx, invitation.companyId);
  const company = name === "" ? "a company" : plainName(name);
  const inviter = plainName(invitation.invitedBy);
  const expires = invitation.expiresAt.toISOString().slice(0, 10);
  await sendMail(context, tx, {
    to: invitation.email,
    companyId: invitation.companyId,
    subject: `${inviter} invites you to ${company} on ${PRODUCT_NAME}`,
    uniqueKey: `invitation:${invitation.id}:${invitation.expiresAt.getTime()}:${token.slice(-8)}`,
    secrets: [token],
    template: {
      title: `Join ${company}`,
      paragraphs: [
        `${inviter} invites you to ${company} as ${invitation.role}.`,
        `The link is for you alone and good until ${expires}.`,
      ],
      action: {
        label: "Accept the invitation",
        url: linkOf(context, token),
      },
      footer: `You get this mail because ${inviter} entered your address to invite you. If you do not know them, leave it: without you nothing happens.`,
    },
  });
}
