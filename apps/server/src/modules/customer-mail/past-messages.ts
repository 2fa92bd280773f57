import type { MailContent } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hashAddress, normaliseAddress } from "./addresses.ts";
import { keepContent } from "./content/keep-content.ts";
import type { MessageSource } from "./write-messages.ts";

/** A message that has left, of the sample's past. */
export interface PastMessage {
  customerId: string;
  address: string;
  sentAt: Date;
  openedAt: Date | null;
  clickedAt: Date | null;
}

interface PastMessages {
  source: Required<MessageSource>;
  content: MailContent;
  messages: readonly PastMessage[];
}

/** Writes down messages as having left, for a past that is simulated; nothing is sent. */
export async function writePastMessages(
  tx: Tx,
  companyId: string,
  { source, content, messages }: PastMessages,
): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const contentId = await keepContent(tx, companyId, content, first.sentAt);
  const rows = messages.map(({ customerId, address, sentAt, openedAt, clickedAt }) => ({
    customer: customerId,
    address,
    hash: hashAddress(normaliseAddress(address)).toString("hex"),
    sent: sentAt,
    opened: openedAt,
    clicked: clickedAt,
  }));
  await sql`
    insert into customer_messages (company_id, unique_key, customer_id, address, fingerprint, kind, source_kind, source_id,
      step_id, content_id, tag_values, status, due_at, expires_at, attempts, sent_at, opened_at, clicked_at, clicks, created_at)
    select ${companyId}::uuid, ${`${source.kind}:${source.id}:${source.step}:`} || m.customer, m.customer, m.address,
      decode(m.hash, 'hex'), 'marketing', ${source.kind}, ${source.id}::uuid, ${source.step}, ${contentId}::uuid, '{}'::jsonb, 'sent',
      m.sent, m.sent, 1, m.sent, m.opened, m.clicked, (m.clicked is not null)::int, m.sent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(customer uuid, address text, hash text, sent timestamptz, opened timestamptz, clicked timestamptz)`.execute(
    tx,
  );
}
