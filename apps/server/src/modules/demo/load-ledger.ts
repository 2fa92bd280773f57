import {
  refreshStaleCustomers,
  writeLedger,
  type LedgerInputs,
  type LedgerKind,
  type LedgerOptions,
} from "#modules/ledger/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { DemoLedger, DemoSubscription } from "./simulator/ledger/ledger-rows.ts";
import { simulateLedger } from "./simulator/ledger/simulate-ledger.ts";
import type { DemoCustomer } from "./simulator/simulate-customer.ts";

/** Apart from the seeds of the lives, so that neither moves the other. */
const LEDGER_SEED = 4_071;
/** How the ledger's rows say where they come from. */
export const SAMPLE_SOURCE = "sample";
const CURRENCY = "USD";
const iso = (timeMs: number) => new Date(timeMs).toISOString();
const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : iso(timeMs));

/**
 * Writes the ledger of simulated customers who are stored already, through the door that everybody's ledger takes.
 * @param now End of the company's last month; everything was told then.
 * @throws Error when a row is refused, as the simulator then contradicts itself.
 */
export async function writeSimulatedLedger(
  client: SqlClient,
  companyId: string,
  customers: readonly DemoCustomer[],
  now: Date,
): Promise<void> {
  const told = customers.map((customer) => ({
    customer: { externalId: customer.account.externalId },
    ledger: simulateLedger(customer, LEDGER_SEED, now.getTime()),
  }));
  const rowsOf = <T>(rows: (ledger: DemoLedger, customer: { externalId: string }) => T[]) =>
    told.flatMap(({ ledger, customer }) => rows(ledger, customer));
  const write = <K extends LedgerKind>(kind: K, records: LedgerInputs[K][]) =>
    writeAll(client, companyId, kind, records, {
      source: SAMPLE_SOURCE,
      toldAt: now,
      unknownCustomers: "reject",
      summary: "later",
    });
  await write(
    "subscriptions",
    rowsOf((ledger, customer) => ledger.subscriptions.flatMap((one) => pricesOf(one, customer))),
  );
  await write("invoices", rowsOf(invoicesOf));
  await write("payment_attempts", rowsOf(attemptsOf));
  await write("events", rowsOf(eventsOf));
  // Once a customer, not once a kind.
  while (await refreshStaleCustomers(client, companyId, { now })) continue;
}

async function writeAll<K extends LedgerKind>(
  client: SqlClient,
  companyId: string,
  kind: K,
  records: readonly LedgerInputs[K][],
  options: LedgerOptions,
): Promise<void> {
  const { refused } = await writeLedger(client, companyId, kind, records, options);
  const [first] = refused;
  if (first)
    throw new Error(`${refused.length} ${kind} of the sample were refused, the first as ${first.code}`);
}

function pricesOf(
  { prices, ...one }: DemoSubscription,
  customer: { externalId: string },
): LedgerInputs["subscriptions"][] {
  return prices.map(({ plan, seats, amountCents, every, fromMs, untilMs }) => ({
    customer,
    sourceId: one.sourceId,
    status: one.status,
    startedAt: iso(one.startedAtMs),
    endedAt: isoOrNull(one.endedAtMs),
    trialEndsAt: isoOrNull(one.trialEndsAtMs),
    cancelRequestedAt: isoOrNull(one.cancelRequestedAtMs),
    renewsAt: isoOrNull(one.renewsAtMs),
    endedBy: one.endedBy,
    endReason: one.endReason,
    price: {
      plan,
      currency: CURRENCY,
      amountMinor: amountCents,
      every: { unit: every, count: 1 },
      quantity: seats,
    },
    priceFrom: iso(fromMs),
    priceUntil: isoOrNull(untilMs),
  }));
}

const invoicesOf = ({ invoices }: DemoLedger, customer: { externalId: string }): LedgerInputs["invoices"][] =>
  invoices.map((invoice) => ({
    customer,
    sourceId: invoice.sourceId,
    kind: "invoice",
    subscriptionSourceId: invoice.subscriptionSourceId,
    status: invoice.status,
    currency: CURRENCY,
    amountMinor: invoice.amountCents,
    paidMinor: invoice.paidCents,
    refundedMinor: invoice.refundedCents,
    issuedAt: iso(invoice.issuedAtMs),
    dueAt: iso(invoice.dueAtMs),
    paidAt: isoOrNull(invoice.paidAtMs),
  }));

const attemptsOf = (
  { attempts }: DemoLedger,
  customer: { externalId: string },
): LedgerInputs["payment_attempts"][] =>
  attempts.map((attempt) => ({
    customer,
    sourceId: attempt.sourceId,
    invoiceSourceId: attempt.invoiceSourceId,
    attemptedAt: iso(attempt.attemptedAtMs),
    succeeded: attempt.succeeded,
    currency: CURRENCY,
    amountMinor: attempt.amountCents,
    declineCode: attempt.declineCode,
  }));

const eventsOf = ({ events }: DemoLedger, customer: { externalId: string }): LedgerInputs["events"][] =>
  events.map(({ type, occurredAtMs, value }) => ({ customer, type, occurredAt: iso(occurredAtMs), value }));
