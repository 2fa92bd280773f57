import { InvoiceStatus } from "@forestay/contracts/vocabulary";
import type { SqlClient } from "#platform/db/transaction.ts";

/** Bills of one month and currency that were to be paid. */
export interface MonthOfBills {
  /** YYYY-MM, by the day of issue in the company's zone. */
  readonly month: string;
  readonly currency: string;
  readonly bills: number;
  /** Of these, the ones of which a payment failed. */
  readonly failed: number;
}

/** How many bills were to be paid since a moment: what failed is held against them. Drafts and void ones are none. */
export async function billsByMonth(
  client: SqlClient,
  companyId: string,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<MonthOfBills[]> {
  const { rows } = await client.query<MonthOfBills>(
    `select to_char(i.issued_at at time zone $3, 'YYYY-MM') as month, i.currency, count(*)::int as bills, count(f.source)::int as failed
     from invoices i
       left join (select distinct source, invoice_source_id, currency from payment_attempts
         where company_id = $1 and not succeeded and attempted_at >= $2 and invoice_source_id is not null) f
         on f.source = i.source and f.invoice_source_id = i.source_id and f.currency = i.currency
     where i.company_id = $1 and i.issued_at >= $2 and i.kind = 'invoice' and i.status not in (${InvoiceStatus.Draft}, ${InvoiceStatus.Void})
       and i.amount_minor > 0
     group by 1, 2`,
    [companyId, since, timeZone],
  );
  return rows;
}
