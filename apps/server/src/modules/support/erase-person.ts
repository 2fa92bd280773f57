import { DELETED_PERSON } from "@forestay/contracts/words";
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
