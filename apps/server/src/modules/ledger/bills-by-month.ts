import type { SqlClient } from "#platform/db/transaction.ts";

/** Bills of one month and currency that were to be paid. */
export interface MonthOfBills {
  /** YYYY-MM, by the day of issue in the company's zone. */
  readonly month: string;
  readonly currency: string;
  readonly bills: number;
}

/** How many bills were to be paid since a moment: what failed is held against them. Drafts and void ones are none. */
export async function billsByMonth(
  client: SqlClient,
  companyId: string,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<MonthOfBills[]> {
  const { rows } = await client.query<MonthOfBills>(
    `select to_char(issued_at at time zone $3, 'YYYY-MM') as month, currency, count(*)::int as bills from invoices
     where company_id = $1 and issued_at >= $2 and kind = 'invoice' and status in (1, 2, 4) and amount_minor > 0
     group by 1, 2`,
    [companyId, since, timeZone],
  );
  return rows;
}
