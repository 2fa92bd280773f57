import type { SqlClient } from "#platform/db/transaction.ts";

/** A try to collect any bill of a customer, whoever made it. */
export interface RecentTry {
  readonly customerId: string;
  readonly source: string;
  readonly invoiceSourceId: string;
  readonly atMs: number;
  readonly succeeded: boolean;
  readonly declineCode: string | null;
  readonly adviceCode: string | null;
  readonly networkAdviceCode: string | null;
  /** As the provider calls the card's network; null where nobody said. */
  readonly cardBrand: string | null;
  /** Tells one card from another without being its number. */
  readonly cardKey: string | null;
}

/** Tries of these customers' cards since a moment, oldest first: networks count all of a card, not those of one bill. */
export async function recentTries(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  since: Date,
): Promise<RecentTry[]> {
  const { rows } = await client.query<{
    customer_id: string;
    source: string;
    invoice_source_id: string;
    attempted_at: Date;
    succeeded: boolean;
    decline_code: string | null;
    advice_code: string | null;
    network_advice_code: string | null;
    card_brand: string | null;
    card_key: string | null;
  }>(
    `select customer_id, source, invoice_source_id, attempted_at, succeeded, decline_code, advice_code, network_advice_code,
       card_brand, card_key from payment_attempts
     where company_id = $1 and customer_id = any($2::uuid[]) and attempted_at >= $3 order by attempted_at, id`,
    [companyId, customerIds, since],
  );
  return rows.map((row) => ({
    customerId: row.customer_id,
    source: row.source,
    invoiceSourceId: row.invoice_source_id,
    atMs: row.attempted_at.getTime(),
    succeeded: row.succeeded,
    declineCode: row.decline_code,
    adviceCode: row.advice_code,
    networkAdviceCode: row.network_advice_code,
    cardBrand: row.card_brand,
    cardKey: row.card_key,
  }));
}

/** Of these customers those who have a payment that their bank took back, which is not decided. */
export async function customersInDispute(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ customer_id: string }>(
    `select distinct customer_id from payment_attempts
     where company_id = $1 and customer_id = any($2::uuid[]) and dispute_state in ('open', 'unknown')`,
    [companyId, customerIds],
  );
  return new Set(rows.map((row) => row.customer_id));
}
