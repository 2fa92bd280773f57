import { createHash } from "node:crypto";
import type { MailContent } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** What messages say, kept once for all that say it; returns its id. */
export async function keepContent(
  tx: Tx,
  companyId: string,
  content: MailContent,
  now: Date,
): Promise<string> {
  const json = JSON.stringify(content);
  const hash = createHash("sha256").update(json).digest();
  const { rows } = await sql<{ id: string }>`
    insert into customer_mail_contents (company_id, content_hash, content, created_at)
    values (${companyId}, ${hash}, ${json}::jsonb, ${now})
    on conflict (company_id, content_hash) do update set created_at = customer_mail_contents.created_at
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Throws where there is none: messages hold on to what they say. */
export async function readContent(tx: Tx, companyId: string, id: string): Promise<MailContent> {
  const row = await tx
    .selectFrom("customer_mail_contents")
    .select("content")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.content as unknown as MailContent;
}
