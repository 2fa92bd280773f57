import type { SqlClient } from "#platform/db/transaction.ts";
import type { InvoiceInput } from "./ledger-record.ts";

/** A bill as it stands, without whose it is; `paidMinor` is what came in of it. */
export type KnownInvoice = Pick<
  InvoiceInput,
  "sourceId" | "kind" | "currency" | "amountMinor" | "issuedAt"
> & {
  paidMinor: number;
};

/** Bills of a source by their ids there; those that are not known are left out. */
export async function readLedgerInvoices(
  client: SqlClient,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, KnownInvoice>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await client.query<{
    source_id: string;
    kind: InvoiceInput["kind"];
    currency: string;
    amount_minor: number;
    paid_minor: number;
    issued_at: Date;
  }>(
    `select source_id, kind, currency, amount_minor, paid_minor, issued_at from invoices
     where company_id = $1 and source = $2 and source_id = any($3::text[])`,
    [companyId, source, [...sourceIds]],
  );
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        sourceId: row.source_id,
        kind: row.kind,
        currency: row.currency,
        amountMinor: Number(row.amount_minor),
        paidMinor: Number(row.paid_minor),
        issuedAt: row.issued_at.toISOString(),
      },
    ]),
  );
}
