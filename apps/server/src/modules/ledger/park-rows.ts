import type { SqlClient } from "#platform/db/transaction.ts";
import type { LedgerInputs, LedgerKind, LedgerOptions } from "./ledger-record.ts";

/** Sets rows aside whose customer is not known. A row that waits already is not set aside twice. */
export async function parkRows<K extends LedgerKind>(
  client: SqlClient,
  companyId: string,
  kind: K,
  records: readonly LedgerInputs[K][],
  { source, toldAt, importId }: LedgerOptions,
): Promise<void> {
  if (records.length === 0) return;
  await client.query(
    `insert into parked_ledger_rows (company_id, kind, external_id, email_key, source, record, record_key, told_at, import_id)
     select $1, $2, nullif(record #>> '{customer,externalId}', ''), lower(nullif(record #>> '{customer,email}', '')), $3,
       record, hashtextextended(record::text, 0), $5, $6
     from jsonb_array_elements($4::jsonb) record
     on conflict do nothing`,
    [companyId, kind, source, JSON.stringify(records), toldAt, importId ?? null],
  );
}
