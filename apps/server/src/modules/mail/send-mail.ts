import { randomUUID } from "node:crypto";
import { PRODUCT_NAME, type WebPath } from "@forestay/contracts";
import type { Config } from "#config";
import type { Clock } from "#platform/clock.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { composeMail, oneLine, type MailAttachment } from "./compose-mail.ts";
import { deliverMail } from "./deliver-mail.ts";
import { renderMail, type MailTemplate } from "./mail-template.ts";

export interface OutgoingMail {
  to: string;
  subject: string;
  template: MailTemplate;
  /** Whose Owner reads it in the outbox; null for mail to somebody who belongs to no company yet. */
  companyId: string | null;
  /** However often its cause runs, one mail leaves per key: `digest:<user>:<day>`. */
  uniqueKey: string;
  /** Codes and sign-in links in it, word for word; readers of the outbox see them masked. */
  secrets?: readonly string[];
  /** Not before this time (quiet hours). */
  notBefore?: Date;
  attachments?: readonly MailAttachment[];
  /** Of mails that come again and again: where one POST ends them. */
  unsubscribeUrl?: string;
}

export interface MailContext {
  config: Config;
  clock: Clock;
  jobs: JobQueue;
}

/**
 * Writes a mail in the caller's transaction; it goes out after the commit, or stays in the outbox where no SMTP server
 * is set. Returns its id, or null when a mail with this key exists already.
 */
export async function sendMail(context: MailContext, tx: Tx, mail: OutgoingMail): Promise<string | null> {
  const { config, clock, jobs } = context;
  const id = randomUUID();
  const domain = mailDomain(config);
  const messageId = `<${id}@${domain}>`;
  const now = clock.now();
  const body = renderMail(mail.template);
  const raw = await composeMail({
    ...body,
    from: senderOf(config),
    to: mail.to,
    subject: mail.subject,
    messageId,
    date: now,
    ...(mail.attachments === undefined ? {} : { attachments: mail.attachments }),
    ...(mail.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: mail.unsubscribeUrl }),
  });
  const leaves = config.smtpUrl !== null;
  const inserted = await tx
    .insertInto("mails")
    .values({
      id,
      company_id: mail.companyId,
      unique_key: mail.uniqueKey,
      to_address: mail.to,
      subject: oneLine(mail.subject),
      status: leaves ? "queued" : "kept",
      message_id: messageId,
      raw,
      html: body.html,
      plain_text: body.text,
      secrets: [...(mail.secrets ?? [])],
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("unique_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return null;
  if (leaves) {
    await jobs.enqueue(
      tx,
      deliverMail,
      { mailId: id },
      mail.notBefore === undefined ? {} : { runAt: mail.notBefore },
    );
  }
  return id;
}

/** Absolute address of a screen, or of a call that a mail program makes itself, for links in mail. */
export function webAddress(config: Config, path: WebPath | `/api/${string}`): string {
  return (config.appUrl ?? `http://localhost:${config.port}`).replace(/\/$/, "") + path;
}

export const senderOf = (config: Config) =>
  config.mailFrom ?? `${PRODUCT_NAME} <no-reply@${mailDomain(config)}>`;

/** The domain that the product itself writes from. */
export function mailDomain(config: Config): string {
  const own = config.mailFrom === null ? null : /@([^>]+)>?$/.exec(config.mailFrom)?.[1];
  if (own != null) return own;
  return config.appUrl === null ? "localhost" : new URL(config.appUrl).hostname;
}
