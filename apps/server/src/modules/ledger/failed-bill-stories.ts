import type { SqlClient } from "#platform/db/transaction.ts";
import { failedBillsOf, type FailedBill } from "./failed-bills.ts";

/** A try to collect a bill. */
export interface BillTry {
  readonly atMs: number;
  readonly succeeded: boolean;
  readonly declineCode: string | null;
  /** What provider and network advise beside the code, in their words. */
  readonly adviceCode: string | null;
  readonly networkAdviceCode: string | null;
}

/** A bill of which a payment failed, with every try to collect it and what its subscription says. */
export interface FailedBillStory extends FailedBill {
  readonly source: string;
  readonly sourceId: string;
  readonly standing: "open" | "paid" | "void" | "given_up";
  /** Null: it is charged at once. */
  readonly dueAt: Date | null;
  /** What the customer is sold by it; null where nobody said. */
  readonly plan: string | null;
  /** When its subscription began; null where it is of none. */
  readonly subscribedMs: number | null;
  /** When its subscription ended for want of payment. */
  readonly endedUnpaidMs: number | null;
  /** Oldest first. */
  readonly tries: readonly BillTry[];
}

interface DetailRow {
  id: string;
  source: string;
  source_id: string;
  status: number;
  due_at: Date | null;
  plan: string | null;
  started_at: Date | null;
  ended_unpaid_at: Date | null;
  tries: {
    at: string;
    succeeded: boolean;
    code: string | null;
    advice: string | null;
    network_advice: string | null;
  }[];
}

/** Bills of these customers with a payment that failed, each with all that recovery asks of it. */
export async function failedBillStories(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<FailedBillStory[]> {
  const bills = await failedBillsOf(client, companyId, customerIds);
  if (bills.length === 0) return [];
  const { rows } = await client.query<DetailRow>(
    `select i.id, i.source, i.source_id, i.status,
       -- One that is charged at once is not overdue but failed, as on its customer's row.
       case when i.due_at > i.issued_at then i.due_at end as due_at,
       (select r.plan from subscription_prices r where r.company_id = $1 and r.subscription_id = s.id
         order by r.from_at > i.issued_at, abs(extract(epoch from r.from_at - i.issued_at)) limit 1) as plan,
       s.started_at, case when s.ended_by = 'involuntary' then s.ended_at end as ended_unpaid_at,
       (select jsonb_agg(jsonb_build_object('at', p.attempted_at, 'succeeded', p.succeeded, 'code', p.decline_code,
           'advice', p.advice_code, 'network_advice', p.network_advice_code)
           order by p.attempted_at, p.id)
         from payment_attempts p where p.company_id = $1 and p.source = i.source and p.invoice_source_id = i.source_id) as tries
     from invoices i
       left join subscriptions s on s.company_id = $1 and s.source = i.source and s.source_id = i.subscription_source_id
     where i.company_id = $1 and i.id = any($2::uuid[])`,
    [companyId, bills.map(({ invoiceId }) => invoiceId)],
  );
  const details = new Map(rows.map((row) => [row.id, row]));
  return bills.flatMap((bill) => {
    const row = details.get(bill.invoiceId);
    if (row === undefined) return [];
    return {
      ...bill,
      source: row.source,
      sourceId: row.source_id,
      standing: standings[row.status] ?? "open",
      dueAt: row.due_at,
      plan: row.plan,
      subscribedMs: row.started_at?.getTime() ?? null,
      endedUnpaidMs: row.ended_unpaid_at?.getTime() ?? null,
      tries: row.tries.map(({ at, succeeded, code, advice, network_advice }) => ({
        atMs: Date.parse(at),
        succeeded,
        declineCode: code,
        adviceCode: advice,
        networkAdviceCode: network_advice,
      })),
    };
  });
}

/** Draft, Open, Paid, Void, Uncollectible. */
const standings = ["open", "open", "paid", "void", "given_up"] as const;
