import type { outboxMailSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { attachmentsOf, composeMail } from "./compose-mail.ts";
import { maskSecrets } from "./mask-secrets.ts";

type OutboxMail = z.input<typeof outboxMailSchema>;

/** What a reader may see: an Owner their company's mail with secrets masked, a platform Admin all of it in clear. */
export interface OutboxReader {
  /** Null = every company's. */
  companyId: string | null;
  seesSecrets: boolean;
}

/** Throws `forbidden` for everybody else. */
export function outboxReader(user: SignedInUser): OutboxReader {
  if (user.platformRole === "Admin") return { companyId: null, seesSecrets: true };
  if (user.companyRole === "Owner" && user.companyId !== null) {
    return { companyId: user.companyId, seesSecrets: false };
  }
  throw new AppError("forbidden");
}

const readable = (tx: Tx, { companyId }: OutboxReader) => {
  const mails = tx.selectFrom("mails");
  return companyId === null ? mails : mails.where("company_id", "=", companyId);
};

/**
 * A page of the outbox, newest first; `search` looks at addresses and subjects, and at no more of them than the reader
 * sees: found or not found would otherwise tell a code digit by digit.
 */
export async function listMails(
  tx: Tx,
  reader: OutboxReader,
  query: PageRequest & { search?: string | undefined },
): Promise<Page<OutboxMail>> {
  const { search } = query;
  const subject = reader.seesSecrets ? sql`subject` : sql`mask_secrets(subject, secrets)`;
  const found =
    search === undefined || search === ""
      ? readable(tx, reader)
      : readable(tx, reader).where(
          sql<boolean>`position(lower(${search}) in lower(to_address || ' ' || ${subject})) > 0`,
        );
  return readPage(
    query,
    async () => {
      const counted = found.select((eb) => eb.fn.countAll<number>().as("count"));
      return (await counted.executeTakeFirstOrThrow()).count;
    },
    async ({ limit, offset }) => {
      const rows = await found
        .select(["id", "to_address", "subject", "created_at", "status", "secrets"])
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => toOutboxMail(row, reader));
    },
  );
}

interface MailHead {
  id: string;
  to_address: string;
  subject: string;
  created_at: Date;
  status: string;
  secrets: string[];
}

const maskFor =
  ({ seesSecrets }: OutboxReader, secrets: readonly string[]) =>
  (text: string) =>
    seesSecrets ? text : maskSecrets(text, secrets);

function toOutboxMail(row: MailHead, reader: OutboxReader): OutboxMail {
  return {
    id: row.id,
    to: row.to_address,
    subject: maskFor(reader, row.secrets)(row.subject),
    createdAt: row.created_at.toISOString(),
    status: row.status as OutboxMail["status"],
  };
}

export interface OpenedMail extends OutboxMail {
  html: string;
  text: string;
  headers: string;
  /** The .eml: the true bytes, or the same mail composed again with its secrets masked. */
  raw: Buffer;
}

/** One mail whole; `not_found` when it is none of the reader's. */
export async function openMail(tx: Tx, reader: OutboxReader, id: string): Promise<OpenedMail> {
  const row = await readable(tx, reader).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const mask = maskFor(reader, row.secrets);
  const html = mask(row.html);
  const text = mask(row.plain_text);
  const headers = headersOf(row.raw);
  const raw =
    reader.seesSecrets || row.secrets.length === 0
      ? row.raw
      : await composeMail({
          from: /^From: (.*)$/im.exec(headers)?.[1] ?? "",
          to: row.to_address,
          subject: mask(row.subject),
          html,
          text,
          messageId: row.message_id,
          date: row.created_at,
          attachments: attachmentsOf(row.raw),
        });
  return { ...toOutboxMail(row, reader), html, text, headers: headersOf(raw), raw };
}

function headersOf(raw: Buffer): string {
  const end = raw.indexOf("\r\n\r\n");
  return raw.subarray(0, end === -1 ? raw.length : end).toString("utf8");
}
