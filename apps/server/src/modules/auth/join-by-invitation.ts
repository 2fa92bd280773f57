import { recordAudit } from "#modules/audit/index.ts";
import {
  closeInvitation,
  companyOfInvitation,
  createUser,
  findInvitationByToken,
  isEmailTaken,
  markUnusable,
  readCompanySettings,
} from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { startSession } from "./finish-sign-in.ts";
import { checkNewPassword } from "./password-policy.ts";

const gone = () =>
  new AppError("not_found", {
    message: "This invitation was used, withdrawn or has expired. Ask for a new one.",
  });

/**
 * Who invited whom to which company and role, and whether the address has an account already, which whoever has the link
 * may know: then nobody joins by it, and the inviting company reads that it cannot be taken up. `not_found` for a link that
 * does not count (any more).
 */
export async function readInvitation({ db, clock }: ModuleContext, token: string) {
  const companyId = companyOfInvitation(token);
  if (companyId === null) throw gone();
  return withTenant(db, companyId, async (tx) => {
    const invitation = await findInvitationByToken(tx, companyId, token, clock.now());
    if (!invitation) throw gone();
    const hasAccount = await isEmailTaken(tx, invitation.email);
    if (hasAccount) await markUnusable(tx, invitation, clock.now());
    return {
      hasAccount,
      email: invitation.email,
      companyName: (await readCompanySettings(tx, companyId)).name,
      invitedBy: invitation.invitedBy,
      role: invitation.role,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  });
}

/**
 * Joins the inviting company with the invited role. The link came by mail, so the address is proven; where no mail leaves
 * this server, somebody in the company vouches for it.
 */
export async function acceptInvitation(
  context: ModuleContext,
  joining: {
    token: string;
    firstName: string;
    lastName: string;
    password: string;
    ipAddress: string;
    userAgent: string | undefined;
  },
): Promise<{ userId: string; sessionId: string; cookieToken: string }> {
  const { db, clock } = context;
  const companyId = companyOfInvitation(joining.token);
  if (companyId === null) throw gone();
  const { email } = await readInvitation(context, joining.token);
  await checkNewPassword(joining.password, email);
  return withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const invitation = await findInvitationByToken(tx, companyId, joining.token, now, { forUpdate: true });
    if (!invitation) throw gone();
    if (await isEmailTaken(tx, invitation.email)) {
      throw new AppError("invalid_state", {
        message: "You already have an account with this address, and an account belongs to one company.",
      });
    }
    const user = await createUser(tx, {
      email: invitation.email,
      firstName: joining.firstName,
      lastName: joining.lastName,
      password: joining.password,
      company: { id: companyId, role: invitation.role },
      // The company stands already: there is nothing left to ask.
      onboardingCompleted: true,
    });
    await closeInvitation(tx, invitation, "accepted", now);
    const { ipAddress, userAgent } = joining;
    await recordAudit(
      tx,
      { userId: user.id, companyId, ipAddress },
      {
        action: "team.joined",
        target: invitation.email,
        targetId: user.id,
        after: { companyRole: invitation.role },
      },
    );
    return startSession(context, tx, { person: { ...user, companyId }, ipAddress, userAgent }, "invitation");
  });
}
