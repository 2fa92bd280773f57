import { randomUUID } from "node:crypto";
import { PRODUCT_NAME } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import {
  closeInvitation,
  companyOfInvitation,
  createCompany,
  createUser,
  findInvitationByToken,
  isEmailTaken,
  markUnusable,
  readCompanySettings,
  setOnboardingStep,
} from "#modules/companies/index.ts";
import { findWaitingInvitation, markRegistered } from "#modules/waiting-list/index.ts";
import { withSystem, withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { startSession } from "./finish-sign-in.ts";
import { checkNewPassword } from "./password-policy.ts";

interface Joining {
  token: string;
  firstName: string;
  lastName: string;
  password: string;
  ipAddress: string;
  userAgent: string | undefined;
}

const gone = () =>
  new AppError("not_found", {
    message: "This invitation was used, withdrawn or has expired. Ask for a new one.",
  });

const hasAccountAlready = () =>
  new AppError("invalid_state", {
    message: "You already have an account with this address, and an account belongs to one company.",
  });

/**
 * Who invited whom to which company and role, and whether the address has an account already, which whoever has the link
 * may know: then nobody joins by it, and the inviting company reads that it cannot be taken up. `not_found` for a link that
 * does not count (any more).
 */
export async function readInvitation(context: ModuleContext, token: string) {
  const { db, clock } = context;
  const companyId = companyOfInvitation(token);
  if (companyId === null) return readPlace(context, token);
  return withTenant(db, companyId, async (tx) => {
    const invitation = await findInvitationByToken(tx, companyId, token, clock.now());
    if (!invitation) throw gone();
    const hasAccount = await isEmailTaken(tx, invitation.email);
    if (hasAccount) await markUnusable(tx, invitation, clock.now());
    return {
      hasAccount,
      firstName: "",
      lastName: "",
      email: invitation.email,
      companyName: (await readCompanySettings(tx, companyId)).name,
      invitedBy: invitation.invitedBy,
      role: invitation.role,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  });
}

/** The same of somebody who waited: they are invited to a company of their own. */
function readPlace({ db, clock }: ModuleContext, token: string) {
  return withSystem(db, async (tx) => {
    const place = await findWaitingInvitation(tx, token, clock.now());
    if (!place) throw gone();
    const { email, firstName, lastName } = place;
    return {
      hasAccount: await isEmailTaken(tx, email),
      email,
      firstName,
      lastName,
      companyName: null,
      invitedBy: PRODUCT_NAME,
      role: "Owner" as const,
      expiresAt: place.invitedUntil.toISOString(),
    };
  });
}

/**
 * Joins the inviting company with the invited role. The link came by mail, so the address is proven; where no mail leaves
 * this server, somebody in the company vouches for it.
 */
export async function acceptInvitation(
  context: ModuleContext,
  joining: Joining,
): Promise<{ userId: string; sessionId: string; cookieToken: string }> {
  const { db, clock } = context;
  const companyId = companyOfInvitation(joining.token);
  const { email } = await readInvitation(context, joining.token);
  await checkNewPassword(joining.password, email);
  if (companyId === null) return takePlace(context, joining);
  return withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const invitation = await findInvitationByToken(tx, companyId, joining.token, now, { forUpdate: true });
    if (!invitation) throw gone();
    if (await isEmailTaken(tx, invitation.email)) throw hasAccountAlready();
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
    await markRegistered(tx, user.email, now);
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

/**
 * Whoever waited becomes Owner of a new company; its name is asked in onboarding. As with every invitation the link shows
 * that the address is theirs, or somebody of the platform vouches for it.
 */
function takePlace(context: ModuleContext, joining: Joining) {
  const { db, clock } = context;
  const companyId = randomUUID();
  return withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const place = await findWaitingInvitation(tx, joining.token, now, { forUpdate: true });
    if (!place) throw gone();
    if (await isEmailTaken(tx, place.email)) throw hasAccountAlready();
    await createCompany(tx, { id: companyId, name: "" });
    const { firstName, lastName, password, ipAddress, userAgent } = joining;
    const company = { id: companyId, role: "Owner" as const };
    const user = await createUser(tx, { email: place.email, firstName, lastName, password, company });
    // Name and password are known.
    await setOnboardingStep(tx, user.id, "company");
    await markRegistered(tx, user.email, now);
    await recordAudit(
      tx,
      { userId: user.id, companyId, ipAddress },
      { action: "account.registered", target: user.email, targetId: user.id },
    );
    return startSession(context, tx, { person: { ...user, companyId }, ipAddress, userAgent }, "invitation");
  });
}
