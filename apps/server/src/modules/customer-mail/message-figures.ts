import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { MessageSource } from "./write-messages.ts";

interface StepFigures {
  step: string | null;
  sent: number;
  clicked: number;
  unsubscribed: number;
}

/** What became of a source's messages: in customers, in messages, and by step. What is kept in the outbox counts as sent. */
export interface MessageFigures {
  customers: {
    sent: number;
    delivered: number;
    opened: number;
    clicked: number;
    bounced: number;
    complained: number;
    unsubscribed: number;
    suppressed: number;
  };
  messages: number;
  steps: StepFigures[];
}

const LEFT = sql`m.status in ('sent', 'kept', 'unknown')`;

export async function readMessageFigures(
  tx: Tx,
  companyId: string,
  { kind, id }: Pick<MessageSource, "kind" | "id">,
): Promise<MessageFigures> {
  const { rows } = await sql<MessageFigures["customers"] & { messages: number }>`
    select count(distinct m.customer_id) filter (where ${LEFT} or m.status = 'failed')::int as sent,
      count(distinct m.customer_id) filter (where ${LEFT})::int as delivered,
      count(distinct m.customer_id) filter (where m.opened_at is not null)::int as opened,
      count(distinct m.customer_id) filter (where m.clicked_at is not null)::int as clicked,
      count(distinct m.customer_id) filter (where m.status = 'failed')::int as bounced,
      count(distinct m.customer_id) filter (where m.complained_at is not null)::int as complained,
      count(distinct m.customer_id) filter (where m.unsubscribed_at is not null)::int as unsubscribed,
      count(distinct m.customer_id) filter (where m.status = 'suppressed')::int as suppressed,
      count(*) filter (where ${LEFT})::int as messages
    from customer_messages m where m.company_id = ${companyId} and m.source_kind = ${kind} and m.source_id = ${id}`.execute(
    tx,
  );
  const { messages = 0, ...customers } = rows[0] ?? {
    sent: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    suppressed: 0,
  };
  const steps = await sql<StepFigures>`
    select m.step_id as step, count(*) filter (where ${LEFT})::int as sent,
      count(*) filter (where m.clicked_at is not null)::int as clicked,
      count(*) filter (where m.unsubscribed_at is not null)::int as unsubscribed
    from customer_messages m where m.company_id = ${companyId} and m.source_kind = ${kind} and m.source_id = ${id}
    group by m.step_id`.execute(tx);
  return { customers, messages, steps: steps.rows };
}
