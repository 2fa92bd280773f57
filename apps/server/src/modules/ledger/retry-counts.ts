import type { SqlClient } from "#platform/db/transaction.ts";

/** Tries of bills whose last one failed, counted by what that was declined for, by their number and the hour. */
export interface RetryCount {
  /** Of the try before it, in the words of its provider. */
  readonly declineCode: string | null;
  readonly adviceCode: string | null;
  readonly networkAdviceCode: string | null;
  /** 1 is the first one after the payment failed; the eighth and later are counted together. */
  readonly n: number;
  /** The beginning of an hour in UTC. */
  readonly hour: Date;
  readonly tries: number;
  readonly succeeded: number;
}

/**
 * How payments that were tried after a failure went, of a company's bills since a moment, whoever tried: also a customer who pays
 * with the card on file. One with another card is left out: its customer made it succeed, at a time of their own.
 */
export async function retryCounts(client: SqlClient, companyId: string, since: Date): Promise<RetryCount[]> {
  const { rows } = await client.query<{
    code: string | null;
    advice: string | null;
    network_advice: string | null;
    n: number;
    hour: Date;
    tries: number;
    succeeded: number;
  }>(
    `select code, advice, network_advice, least(k - 1, 8)::int as n, date_trunc('hour', attempted_at) as hour,
       count(*)::int as tries, count(*) filter (where succeeded)::int as succeeded
     from (
       select attempted_at, succeeded, card_key, row_number() over w as k, lag(succeeded) over w as before_succeeded,
         lag(decline_code) over w as code, lag(advice_code) over w as advice,
         lag(network_advice_code) over w as network_advice, lag(card_key) over w as card_before
       from payment_attempts
       where company_id = $1 and attempted_at >= $2 and invoice_source_id is not null
       window w as (partition by source, invoice_source_id order by attempted_at, id)) t
     where k > 1 and not before_succeeded and (card_key is null or card_before is null or card_key = card_before)
     group by 1, 2, 3, 4, 5`,
    [companyId, since],
  );
  return rows.map((row) => ({
    declineCode: row.code,
    adviceCode: row.advice,
    networkAdviceCode: row.network_advice,
    n: row.n,
    hour: row.hour,
    tries: row.tries,
    succeeded: row.succeeded,
  }));
}
