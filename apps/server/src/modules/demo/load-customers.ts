import { DAY_MS, SubscriptionStatus } from "@forestay/contracts";
import {
  appendEvents,
  appendSnapshots,
  defineAttributes,
  findCustomerIds,
  upsertCustomerBatch,
  type CustomerEventInput,
  type CustomerInput,
  type CustomerSnapshotInput,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { writeSampleCampaigns } from "./load-campaigns.ts";
import { writeSimulatedLedger } from "./load-ledger.ts";
import type { DemoEvent } from "./simulator/month-events.ts";
import type { DemoCustomer } from "./simulator/simulate-customer.ts";

const CUSTOMERS_PER_WRITE = 500;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

const attributes = [
  { key: "company", label: "Company", kind: "text" },
  { key: "seats", label: "Seats", kind: "number" },
  { key: "billing", label: "Billing", kind: "text" },
  { key: "industry", label: "Industry", kind: "text" },
  { key: "country", label: "Country", kind: "text" },
  { key: "acquisition_channel", label: "Acquisition channel", kind: "text" },
] as const;

interface LoadOptions {
  /** Writes their ledger too, as it is told at the end of the company's last month. */
  ledgerAt?: Date;
  /** Writes what they were in of campaigns too, as it is known now. */
  campaigns?: { today: Date; now: Date };
  /** Told after each part, with the customers written so far; outside the transaction that writes them. */
  onProgress?: (written: number) => Promise<void>;
  /** The last step of the same transaction; a throw takes everything back. */
  finish?: (tx: Tx) => Promise<void>;
}

/** Writes simulated customers with their snapshots and timelines, all in one transaction. */
export async function loadSimulatedCustomers(
  db: Database,
  companyId: string,
  customers: Iterable<DemoCustomer>,
  { ledgerAt, campaigns, onProgress, finish }: LoadOptions = {},
): Promise<void> {
  let written = 0;
  const lived: DemoCustomer[] = [];
  const idOfAll = new Map<string, string>();
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      await defineAttributes(tx, companyId, attributes);
      for (const batch of batches(customers, CUSTOMERS_PER_WRITE)) {
        await upsertCustomerBatch(client, companyId, batch.map(toCustomer), { teller: { source: "sample" } });
        const idOf = await findCustomerIds(
          client,
          companyId,
          batch.map(({ account }) => account.externalId),
        );
        await appendSnapshots(client, companyId, snapshotsOf(batch, idOf));
        await appendEvents(client, companyId, eventsOf(batch, idOf, ledgerAt !== undefined));
        if (ledgerAt) await writeSimulatedLedger(client, companyId, batch, ledgerAt);
        if (campaigns) {
          lived.push(...batch);
          for (const [externalId, id] of idOf) idOfAll.set(externalId, id);
        }
        written += batch.length;
        await onProgress?.(written);
      }
      if (campaigns) await writeSampleCampaigns(tx, companyId, lived, { ...campaigns, idOf: idOfAll });
      await finish?.(tx);
    },
    { statementTimeoutMs: 0 },
  );
}

function toCustomer(customer: DemoCustomer): CustomerInput {
  const { account } = customer;
  const lastSeen = customer.lastLoginAtMs === null ? null : iso(customer.lastLoginAtMs);
  return {
    externalId: account.externalId,
    email: account.email,
    fullName: account.fullName,
    lifetimeValueCents: customer.lifetimeValueCents,
    // Of whoever left, what they paid until then.
    monthlyRevenueCents: customer.monthlyRevenueCents,
    currency: "USD",
    plan: customer.plan,
    subscriptionStatus:
      customer.endedAtMs === null ? customer.subscriptionStatus : SubscriptionStatus.Cancelled,
    paymentStatus: customer.paymentStatus,
    startedAt: iso(account.startedAtMs),
    endedAt: customer.endedAtMs === null ? null : iso(customer.endedAtMs),
    lastActivityAt: lastSeen,
    lastLoginAt: lastSeen,
    attributes: {
      company: account.company,
      seats: customer.seats,
      billing: account.billing === "annual" ? "Annual" : "Monthly",
      industry: account.industry,
      country: account.country,
      acquisition_channel: account.channel,
    },
    createdAt: iso(account.startedAtMs),
  };
}

function* snapshotsOf(
  batch: readonly DemoCustomer[],
  idOf: ReadonlyMap<string, string>,
): Generator<CustomerSnapshotInput> {
  for (const { account, months } of batch) {
    const customerId = idOf.get(account.externalId);
    if (customerId === undefined) continue;
    for (const { atMs, features } of months) {
      // A snapshot stands for the end of its day; months end at midnight UTC, so that is the day before.
      yield { customerId, takenOn: iso(atMs - DAY_MS).slice(0, 10), features };
    }
  }
}

/** What a ledger tells, which the timeline reads as well: it is not told twice. */
const toldByLedger: ReadonlySet<string> = new Set([
  "login",
  "feature_used",
  "invoice_paid",
  "payment_failed",
] satisfies DemoEvent["type"][]);

function* eventsOf(
  batch: readonly DemoCustomer[],
  idOf: ReadonlyMap<string, string>,
  hasLedger: boolean,
): Generator<CustomerEventInput> {
  for (const { account, events } of batch) {
    const customerId = idOf.get(account.externalId);
    if (customerId === undefined) continue;
    for (const { type, atMs, title, detail, amountCents } of events) {
      if (hasLedger && toldByLedger.has(type)) continue;
      yield {
        customerId,
        type,
        title,
        detail,
        amountCents: amountCents ?? null,
        currency: amountCents === undefined ? null : "USD",
        occurredAt: iso(atMs),
      };
    }
  }
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
