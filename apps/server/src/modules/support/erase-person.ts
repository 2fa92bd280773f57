import { DELETED_PERSON } from "@forestay/contracts/words";
import { sql } from "kysely";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Takes a deleted person's name and words out of support: their own sessions go with them by their key; here goes their
 * name where they answered others, and what they wrote by the contact form. Before the person's row is deleted.
 */
export async function eraseFromSupport(tx: Tx, person: { userId: string; email: string }): Promise<void> {
  await tx
    .updateTable("support_messages")
    .set({ sender_name: DELETED_PERSON })
    .where("sender_user_id", "=", person.userId)
    .execute();
  await tx
    .updateTable("support_notes")
    .set({ author_name: DELETED_PERSON })
    .where("author_user_id", "=", person.userId)
    .execute();
  await tx
    .updateTable("support_sessions")
    .set({ assigned_admin_name: DELETED_PERSON })
    .where("assigned_admin_id", "=", person.userId)
    .execute();
  await tx.deleteFrom("support_contacts").where("email", "=", person.email).execute();
}

/** Takes an erased customer out of what a company's people wrote to support, and were answered. */
export async function forgetInSupport(tx: Tx, companyId: string, words: PersonWords): Promise<void> {
  await forgetWords(
    tx,
    companyId,
    {
      table: "support_sessions",
      texts: [
        "topic",
        "initial_message",
        "last_message",
        "escalation_reason",
        "close_reason",
        "helpful_comment",
      ],
      json: ["original_context", "current_context", "transcript"],
    },
    words,
  );
  const where = sql`session_id in (select id from support_sessions where company_id = ${companyId})`;
  await forgetWords(
    tx,
    companyId,
    { table: "support_messages", where, texts: ["content"], json: ["metadata"] },
    words,
  );
  await forgetWords(tx, companyId, { table: "support_notes", where, texts: ["body"] }, words);
}
