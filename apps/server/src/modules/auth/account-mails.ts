import { randomUUID } from "node:crypto";
import { CODE_TTL_MINUTES, PRODUCT_NAME } from "@forestay/contracts";
import { sendMail, webAddress, type MailTemplate } from "#modules/mail/index.ts";
import { notify } from "#modules/notifications/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { CodePurpose } from "./verification-codes.ts";

/** How long an old address can take its account back: somebody on holiday should read of it in time. */
export const RESTORE_DAYS = 7;

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

const ALWAYS = "You get this mail whenever the way into your account changes.";
const ADVICE = "set a new password now and end your other sessions";

/** To the address that an account moved away from: it signs in no more, so its way back is in the mail. */
export async function mailAddressMoved(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  newEmail: string,
  token: string,
): Promise<void> {
  await mailNotice(
    context,
    tx,
    to,
    "Your address was changed",
    {
      title: "Your address was changed",
      paragraphs: [
        `Your account now uses ${newEmail}. This address no longer signs in.`,
        `If this was not you, take the account back: it gets this address again, every session ends and the password stops working. The link is for you alone and good for ${RESTORE_DAYS} days.`,
      ],
      action: {
        label: "This was not me",
        url: webAddress(context.config, `/restore-address?token=${token}`),
      },
      footer: ALWAYS,
    },
    [token],
  );
}

/** To the address that loses an account again. */
export async function mailAddressRestored(
  context: ModuleContext,
  tx: Tx,
  from: Recipient,
  email: string,
): Promise<void> {
  await mailNotice(context, tx, from, "Your address was changed back", {
    title: "Your address was changed back",
    paragraphs: [
      `The account uses ${email} again, on the word of that address. This address no longer signs in, and all sessions have ended.`,
    ],
    footer: ALWAYS,
  });
}

/** The same to somebody whom no company tells. */
async function mailSecurityNotice(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  news: { title: string; what: string },
): Promise<void> {
  await mailNotice(context, tx, to, news.title, {
    title: news.title,
    paragraphs: [news.what, `If this was not you, ${ADVICE}.`],
    action: { label: "Reset password", url: webAddress(context.config, "/login?reset") },
    footer: ALWAYS,
  });
}

async function mailNotice(
  context: ModuleContext,
  tx: Tx,
  to: Recipient,
  subject: string,
  template: MailTemplate,
  secrets: readonly string[] = [],
): Promise<void> {
  await sendMail(context, tx, {
    to: to.email,
    companyId: to.companyId,
    subject,
    uniqueKey: `account:${randomUUID()}`,
    secrets,
    template,
  });
}
