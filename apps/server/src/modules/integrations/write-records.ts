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
import { awaitReferences, keepRefunds, readReferences, writeReferences } from "./references.ts";

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
  await writeReferences(
    writing.tx,
    writing.companyId,
    writing.provider,
    fine.flatMap((record) => record.references ?? []),
    writing.now,
  );
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

async function writeKind<K extends LedgerKind>(
  writing: Writing,
  kind: K,
  records: readonly SourceRecord[],
  inputsOf: (record: SourceRecord) => LedgerInputs[K][],
  failed: Map<SourceRecord, string>,
): Promise<void> {
  await writeRows(
    writing,
    kind,
    records.flatMap((record) => inputsOf(record).map((input) => ({ record, input }))),
    failed,
  );
}

async function writeRows<K extends LedgerKind>(
  { client, companyId, provider, now }: Writing,
  kind: K,
  rows: readonly { record: SourceRecord; input: LedgerInputs[K] }[],
  failed: Map<SourceRecord, string>,
): Promise<void> {
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
  const { tx, companyId, provider, now } = writing;
  const billOf = await readReferences(
    tx,
    companyId,
    provider,
    records.flatMap(({ attempt }) => attempt?.invoiceSourceId ?? []),
  );
  await writeKind(
    writing,
    "payment_attempts",
    records,
    ({ attempt }) =>
      attempt ? [{ ...attempt, invoiceSourceId: billOf.get(attempt.invoiceSourceId ?? "") ?? null }] : [],
    failed,
  );
  // Told before its bill: read again once the bill names it.
  const awaiting = records.flatMap(({ object, sourceId, attempt }) =>
    attempt?.invoiceSourceId != null && !billOf.has(attempt.invoiceSourceId)
      ? [{ reference: attempt.invoiceSourceId, object, sourceId }]
      : [],
  );
  await awaitReferences(tx, companyId, provider, awaiting, now);
  await writeRefunds(writing, records, billOf, failed);
}

/** What was paid back of bills: of each the sum of what was paid back of its payments. */
async function writeRefunds(
  writing: Writing,
  records: readonly SourceRecord[],
  billOf: ReadonlyMap<string, string>,
  failed: Map<SourceRecord, string>,
): Promise<void> {
  const { tx, client, companyId, provider } = writing;
  const refunds = new Map<string, number>();
  const recordOf = new Map<string, SourceRecord>();
  for (const record of records) {
    const { attempt, refund, invoice } = record;
    if (invoice) recordOf.set(invoice.sourceId, record);
    const bill = billOf.get(attempt?.invoiceSourceId ?? "");
    // One that failed has nothing to give back, and another one of the same payment may have.
    if (attempt?.invoiceSourceId == null || bill === undefined || !attempt.succeeded) continue;
    refunds.set(attempt.invoiceSourceId, refund?.refundedMinor ?? 0);
    recordOf.set(bill, record);
  }
  if (recordOf.size === 0) return;
  const minorOf = await keepRefunds(tx, companyId, provider, refunds, [...recordOf.keys()]);
  const bills = await readLedgerInvoices(client, companyId, provider, [...minorOf.keys()]);
  const rows = [...recordOf].flatMap(([bill, record]): { record: SourceRecord; input: InvoiceInput }[] => {
    const [known, minor] = [bills.get(bill), minorOf.get(bill)];
    const [customer] = record.ofCustomers;
    if (known === undefined || minor === undefined || customer === undefined) return [];
    const { paidMinor, ...rest } = known;
    const refundedMinor = Math.min(minor, paidMinor);
    return [{ record, input: { ...rest, customer: { sourceId: customer }, refundedMinor } }];
  });
  await writeRows(writing, "invoices", rows, failed);
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
