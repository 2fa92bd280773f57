import { randomUUID } from "node:crypto";
import { CODE_TTL_MINUTES, PRODUCT_NAME } from "@forestay/contracts";
import { sendMail, webAddress, type MailTemplate } from "#modules/mail/index.ts";
import { notify } from "#modules/notifications/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { CodePurpose } from "./verification-codes.ts";

export interface Recipient {
  email: string;
  /** Null for somebody who belongs to no company (yet). */
  companyId: string | null;
}

const IGNORE = "If this was not you, you can ignore this mail; nobody can use the code without it.";
const FOOTER = "You get this mail because somebody entered your address.";

// The code stands in the body only: subjects are listed, exported, searched, and shown on locked screens.
const codeTemplates: Record<CodePurpose, { subject: string; title: string; lead: string }> = {
  sign_in: {
    subject: `Your ${PRODUCT_NAME} code`,
    title: "Your sign-in code",
    lead: `Enter this code to go on. It is good for ${CODE_TTL_MINUTES} minutes.`,
  },
  reset: {
    subject: `Set a new ${PRODUCT_NAME} password`,
    title: "Set a new password",
    lead: `Enter this code with your new password. It is good for ${CODE_TTL_MINUTES} minutes.`,
  },
  change_email: {
    subject: `Confirm your new ${PRODUCT_NAME} address`,
    title: "Confirm your new address",
    lead: `Enter this code to use this address from now on. It is good for ${CODE_TTL_MINUTES} minutes.`,
  },
};

/** Where the latest code of an address is found in the outbox. */
export const codeMailPrefix = (purpose: CodePurpose) => `code:${purpose}:`;

/** Mails a code. */
export async function mailCode(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  purpose: CodePurpose,
  code: string,
): Promise<void> {
  const { subject, title, lead } = codeTemplates[purpose];
  await sendMail(context, tx, {
    to: to.email,
    companyId: to.companyId,
    subject,
    uniqueKey: codeMailPrefix(purpose) + randomUUID(),
    secrets: [code],
    template: { title, paragraphs: [lead, IGNORE], code, footer: FOOTER },
  });
}

/** Instead of a reset code, so that an unknown address takes as long and shows as little as a known one. */
export async function mailNoAccount(context: ModuleContext, tx: Tx, email: string): Promise<void> {
  await mailNotice(context, tx, { email, companyId: null }, `Your ${PRODUCT_NAME} password`, {
    title: "There is no account with this address",
    paragraphs: [
      "Somebody asked to set a new password for this address, but no account uses it.",
      "If it was you, try the address you signed up with, or sign up.",
    ],
    action: { label: "Sign up", url: webAddress(context.config, "/register") },
    footer: FOOTER,
  });
}

/** Instead of the code, to an address that already has an account of its own. */
export async function mailAddressTaken(context: ModuleContext, tx: Tx, to: Recipient): Promise<void> {
  await mailNotice(context, tx, to, `Your ${PRODUCT_NAME} address`, {
    title: "This address already has an account",
    paragraphs: [
      "Somebody tried to move another account to this address. Nothing has changed: an address belongs to one account.",
    ],
    footer: FOOTER,
  });
}

/**
 * Tells a person what happened to their account, so that they notice when it was not them: in the app and by mail, as
 * they chose. Platform staff without a company have no notifications and get the mail.
 */
export async function tellSecurityNews(
  context: ModuleContext,
  tx: Tx,
  person: { userId: string; email: string; companyId: string | null },
  news: { title: string; what: string },
): Promise<void> {
  if (person.companyId === null) return mailSecurityNotice(context, tx, person, news);
  await notify(tx, context, {
    companyId: person.companyId,
    recipients: { userIds: [person.userId] },
    kind: "security",
    type: "Warning",
    title: news.title,
    message: `${news.what} If this was not you, ${ADVICE}.`,
    actionUrl: "/settings",
    actionText: "Review your account",
  });
}

const ADVICE = "set a new password now and end your other sessions";

/** The same to one address, whatever was chosen: the old one of an account that moved, for one. */
export async function mailSecurityNotice(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  news: { title: string; what: string },
): Promise<void> {
  await mailNotice(context, tx, to, news.title, {
    title: news.title,
    paragraphs: [news.what, `If this was not you, ${ADVICE}.`],
    action: { label: "Reset password", url: webAddress(context.config, "/reset-password") },
    footer: "You get this mail whenever the way into your account changes.",
  });
}

async function mailNotice(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  subject: string,
  template: MailTemplate,
): Promise<void> {
  await sendMail(context, tx, {
    to: to.email,
    companyId: to.companyId,
    subject,
    uniqueKey: `account:${randomUUID()}`,
    template,
  });
}
