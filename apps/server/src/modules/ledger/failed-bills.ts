import type { FailedInvoice } from "@forestay/metrics";
import type { SqlClient } from "#platform/db/transaction.ts";

/** A bill of which a payment failed, as recovery is counted (packages/metrics). */
export interface FailedBill extends Omit<FailedInvoice, "firstMessageMs"> {
  readonly invoiceId: string;
  readonly customerId: string;
  /** Of what came in, given back. */
  readonly refundedMinor: number;
  /** More may come in: neither paid, void nor given up. */
  readonly isOpen: boolean;
}

interface BillRow {
  invoice_id: string;
  customer_id: string;
  status: number;
  currency: string;
  paid_minor: number;
  refunded_minor: number;
  paid_at: Date | null;
  failed_minor: number;
  failed_at: Date;
  cancelled_at: Date | null;
}

/**
 * Bills of these customers with a payment that failed, by the first failure. Paid is when the bill says so, else when a later
 * payment came through; an end that was asked for is the customer's, one for want of payment is none.
 */
export async function failedBillsOf(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<FailedBill[]> {
  const { rows } = await client.query<BillRow>(
    `select i.id as invoice_id, i.customer_id, i.status, i.currency, i.paid_minor, i.refunded_minor,
       coalesce(i.paid_at, (select min(p.attempted_at) from payment_attempts p where p.company_id = $1 and p.source = i.source
         and p.invoice_source_id = i.source_id and p.succeeded and p.attempted_at >= f.attempted_at)) as paid_at,
       f.amount_minor as failed_minor, f.attempted_at as failed_at,
       case when s.ended_by is distinct from 'involuntary' then coalesce(s.cancel_requested_at, s.ended_at) end as cancelled_at
     from (select distinct on (source, invoice_source_id) source, invoice_source_id, attempted_at, amount_minor, currency
         from payment_attempts where company_id = $1 and customer_id = any($2::uuid[]) and not succeeded
           and invoice_source_id is not null
         order by source, invoice_source_id, attempted_at, id) f
       join invoices i on i.company_id = $1 and i.source = f.source and i.source_id = f.invoice_source_id
         and i.currency = f.currency and i.customer_id = any($2::uuid[])
       left join subscriptions s on s.company_id = $1 and s.source = i.source and s.source_id = i.subscription_source_id`,
    [companyId, customerIds],
  );
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    customerId: row.customer_id,
    currency: row.currency,
    amountMinor: row.failed_minor,
    firstFailedMs: row.failed_at.getTime(),
    paid:
      row.paid_minor > 0 && row.paid_at !== null
        ? { atMs: row.paid_at.getTime(), amountMinor: row.paid_minor }
        : null,
    refundedMinor: row.refunded_minor,
    cancelledMs: row.cancelled_at?.getTime() ?? null,
    isOpen: row.status === 1,
  }));
}
