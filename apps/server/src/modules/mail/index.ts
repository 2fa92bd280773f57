import type { ServerModule } from "#platform/server-module.ts";
import { deliverMail } from "./deliver-mail.ts";
import { bindOutboxRoutes } from "./routes.ts";

export { eraseMailsSaying, eraseMailsTo } from "./erase-mails.ts";
export { findLatestSecret } from "./latest-secret.ts";
export type { MailSection, MailTemplate } from "./mail-template.ts";
export { plainName } from "./plain-name.ts";
export { mailDomain, sendMail, webAddress, type OutgoingMail } from "./send-mail.ts";
export { quotePiece, writeAlternative, writeQuoted, type MailHead } from "./write-alternative.ts";
export { keepInOutbox } from "./keep-in-outbox.ts";
export { signMail } from "./sign-mail.ts";
export { checkSmtp, openSmtpLine, type Delivery, type SmtpLine } from "./smtp-delivery.ts";

/** Mail: written with its cause, delivered once, kept where no server is set. */
export const mailModule: ServerModule = {
  name: "mail",
  routes: bindOutboxRoutes,
  jobs: [deliverMail],
};
