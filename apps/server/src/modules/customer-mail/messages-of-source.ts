import type { CustomerMessageStatus } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import type { MessageSource } from "./write-messages.ts";

/** What became of one message. */
export interface MessageOfSource {
  uniqueKey: string;
  address: string;
  status: CustomerMessageStatus;
  /** Why it waits, or did not leave. */
  reason: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
}

/** A source's messages, oldest first; of a case or a test there are few. */
export async function messagesOfSource(
  tx: Tx,
  companyId: string,
  { kind, id }: Pick<MessageSource, "kind" | "id">,
): Promise<MessageOfSource[]> {
  const rows = await tx
    .selectFrom("customer_messages")
    .select(["unique_key", "address", "status", "reason", "sent_at", "opened_at", "clicked_at"])
    .where("company_id", "=", companyId)
    .where("source_kind", "=", kind)
    .where("source_id", "=", id)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    uniqueKey: row.unique_key,
    address: row.address,
    status: row.status as CustomerMessageStatus,
    reason: row.reason,
    sentAt: row.sent_at,
    openedAt: row.opened_at,
    clickedAt: row.clicked_at,
  }));
}
