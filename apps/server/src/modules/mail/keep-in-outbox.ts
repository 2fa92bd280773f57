import type { Tx } from "#platform/db/transaction.ts";
import { oneLine } from "./compose-mail.ts";

/** A mail that was composed elsewhere and has no server to go to. */
export interface KeptMail {
  companyId: string;
  uniqueKey: string;
  to: string;
  subject: string;
  messageId: string;
  raw: Buffer;
  html: string;
  text: string;
  /** Links in it that act for its reader, word for word; readers of the outbox see them masked. */
  secrets: readonly string[];
  at: Date;
}

/** Puts a mail into the outbox, where it stays to be read; one with the same key is there already. */
export async function keepInOutbox(tx: Tx, mail: KeptMail): Promise<void> {
  await tx
    .insertInto("mails")
    .values({
      company_id: mail.companyId,
      unique_key: mail.uniqueKey,
      to_address: mail.to,
      subject: oneLine(mail.subject),
      status: "kept",
      message_id: mail.messageId,
      raw: mail.raw,
      html: mail.html,
      plain_text: mail.text,
      secrets: [...mail.secrets],
      created_at: mail.at,
    })
    .onConflict((conflict) => conflict.column("unique_key").doNothing())
    .execute();
}
