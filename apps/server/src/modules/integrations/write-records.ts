import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { upsertLinkedCustomers, writeLinkedTraits } from "#modules/customers/index.ts";
import {
  readLedgerInvoices,
  writeLedger,
  type InvoiceInput,
  type LedgerInputs,
  type LedgerKind,
  type LedgerRefusal,
} from "#modules/ledger/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { SourceRecord } from "./connector.ts";
import type { ObjectCounts } from "./integration-rows.ts";

interface Writing {
  tx: Tx;
  client: SqlClient;
  companyId: string;
  provider: IntegrationProvider;
  /** The run that reads them; null: what the system told us of. */
  runId: string | null;
  now: Date;
}

/** Why the ledger did not take a record, as whoever reads the list can act on it. */
const refusals: Readonly<Record<LedgerRefusal, string>> = {
  unknown_customer: "Its customer could not be taken in.",
  ambiguous_customer: "Several customers here have its customer's e-mail address. Merge them, then retry.",
  other_customer: "It is known here as another customer's.",
  other_currency: "It is known here in another currency.",
  overlapping_price: "Its prices lie over one another.",
  end_before_start: "It ends before it begins.",
  refund_above_paid: "More was paid back than was paid.",
  bad_amount: "An amount is below zero or no whole number of the currency's smallest unit.",
  too_many_event_types: "There are too many types of events.",
};

/**
 * Writes records of a page in the caller's transaction, with `customers` they are of, through the doors of customers and ledger:
 * the same records again change nothing. Those that cannot be taken in are listed with their reason, and leave the list once
 * they can. Counted are the page's own.
 */
export async function writeRecords(
  writing: Writing,
  page: readonly SourceRecord[],
  customers: readonly SourceRecord[],
): Promise<Record<string, ObjectCounts>> {
  const records = [...customers, ...page];
  const failed = new Map<SourceRecord, string>();
  for (const record of records) if (record.problem !== undefined) failed.set(record, record.problem);
  const fine = records.filter((record) => record.problem === undefined);
  await writeCustomers(writing, fine, failed);
  await writeLinkedTraits(
    writing.client,
    writing.companyId,
    writing.provider,
    fine.flatMap((record) => (failed.has(record) ? [] : (record.traits ?? []))),
  );
  await writeReferences(writing, fine);
  await writeKind(writing, "subscriptions", fine, (one) => one.subscriptions ?? [], failed);
  await writeKind(writing, "invoices", fine, (one) => (one.invoice ? [one.invoice] : []), failed);
  await writeAttempts(writing, fine, failed);
  await keepFailures(writing, records, failed);
  const counts: Record<string, ObjectCounts> = {};
  for (const record of page) {
    const of = (counts[record.object] ??= { read: 0, saved: 0, failed: 0 });
    of.read++;
    if (failed.has(record)) of.failed++;
    else of.saved++;
  }
  return counts;
}

async function writeCustomers(
  { client, companyId, provider, now }: Writing,
  records: readonly SourceRecord[],
  failed: Map<SourceRecord, string>,
): Promise<void> {
  const byId = new Map(
    records.flatMap((record) => (record.customer ? [[record.customer.sourceId, record] as const] : [])),
  );
  if (byId.size === 0) return;
  const inputs = [...byId.values()].flatMap(({ customer }) => (customer ? [customer] : []));
  const { ambiguous } = await upsertLinkedCustomers(client, companyId, provider, inputs, now);
  for (const id of ambiguous) {
    const record = byId.get(id);
    if (record)
      failed.set(record, "Several customers here have this e-mail address. Say which of them it is.");
  }
}

async function writeReferences(
  { tx, companyId, provider }: Writing,
  records: readonly SourceRecord[],
): Promise<void> {
  const references = records.flatMap((record) => record.references ?? []);
  if (references.length === 0) return;
  await sql`
    insert into integration_references (company_id, provider, source_id, target_id)
    select ${companyId}, ${provider}, r.s, r.t
    from unnest(${references.map(({ sourceId }) => sourceId)}::text[], ${references.map(({ targetId }) => targetId)}::text[]) as r (s, t)
    on conflict (company_id, provider, source_id) do update set target_id = excluded.target_id
    where integration_references.target_id <> excluded.target_id`.execute(tx);
}

async function writeKind<K extends LedgerKind>(
  { client, companyId, provider, now }: Writing,
  kind: K,
  records: readonly SourceRecord[],
  inputsOf: (record: SourceRecord) => LedgerInputs[K][],
  failed: Map<SourceRecord, string>,
): Promise<void> {
  const rows = records.flatMap((record) => inputsOf(record).map((input) => ({ record, input })));
  if (rows.length === 0) return;
  const { refused } = await writeLedger(
    client,
    companyId,
    kind,
    rows.map(({ input }) => input),
    { source: provider, toldAt: now, unknownCustomers: "reject", summary: "later", now },
  );
  for (const { rowNumber, code } of refused) {
    const record = rows[rowNumber]?.record;
    if (record) failed.set(record, refusals[code]);
  }
}

/** Tries to collect, each with its bill where the bill is known, and what was paid back of bills. */
async function writeAttempts(
  writing: Writing,
  records: readonly SourceRecord[],
  failed: Map<SourceRecord, string>,
): Promise<void> {
  const { tx, client, companyId, provider } = writing;
  const named = records.flatMap(({ attempt, refund }) =>
    [attempt?.invoiceSourceId, refund?.reference].filter((id) => id != null),
  );
  if (named.length === 0) return;
  const { rows } = await sql<{ source_id: string; target_id: string }>`
    select source_id, target_id from integration_references
    where company_id = ${companyId} and provider = ${provider} and source_id = any(${named}::text[])`.execute(
    tx,
  );
  const billOf = new Map(rows.map((row) => [row.source_id, row.target_id]));
  await writeKind(
    writing,
    "payment_attempts",
    records,
    ({ attempt }) =>
      attempt ? [{ ...attempt, invoiceSourceId: billOf.get(attempt.invoiceSourceId ?? "") ?? null }] : [],
    failed,
  );
  const refunded = new Map(
    records.flatMap(({ refund }) => {
      const bill = refund && billOf.get(refund.reference);
      return refund && bill ? [[bill, refund.refundedMinor] as const] : [];
    }),
  );
  const bills = await readLedgerInvoices(client, companyId, provider, [...refunded.keys()]);
  await writeKind(
    writing,
    "invoices",
    records,
    ({ refund, ofCustomers: [customer] }): InvoiceInput[] => {
      const bill = refund && bills.get(billOf.get(refund.reference) ?? "");
      if (!refund || !bill || customer === undefined) return [];
      const { paidMinor, ...known } = bill;
      const refundedMinor = Math.min(refund.refundedMinor, paidMinor);
      return [{ ...known, customer: { sourceId: customer }, refundedMinor }];
    },
    failed,
  );
}

async function keepFailures(
  { tx, companyId, provider, runId, now }: Writing,
  records: readonly SourceRecord[],
  failed: ReadonlyMap<SourceRecord, string>,
): Promise<void> {
  const list = [...failed].map(([{ object, sourceId, label }, reason]) => ({
    object,
    sourceId,
    label,
    reason,
  }));
  await sql`
    delete from integration_errors e using unnest(${records.map((one) => one.object)}::text[],
      ${records.map((one) => one.sourceId)}::text[]) as r (object, id)
    where e.company_id = ${companyId} and e.provider = ${provider} and e.object = r.object and e.source_id = r.id`.execute(
    tx,
  );
  if (list.length === 0) return;
  await sql`
    insert into integration_errors (company_id, provider, object, source_id, label, reason, run_id, at)
    select ${companyId}, ${provider}, r.object, r."sourceId", left(r.label, 500), r.reason, ${runId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r (object text, "sourceId" text, label text, reason text)
    on conflict (company_id, provider, object, source_id) do update
      set reason = excluded.reason, run_id = excluded.run_id, at = excluded.at, label = excluded.label`.execute(
    tx,
  );
}
