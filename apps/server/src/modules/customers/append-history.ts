import type { SqlClient } from "#platform/db/transaction.ts";
import { copyLine } from "./copy-line.ts";
import { copyInto } from "./copy-text.ts";
import type { CustomerEventInput, CustomerSnapshotInput } from "./customer-record.ts";

const createPendingEvents = `create temp table if not exists pending_events (
  customer_id uuid not null, type text, title text, detail text, amount_cents bigint, currency text,
  occurred_at timestamptz, data jsonb) on commit delete rows`;
const createPendingSnapshots = `create temp table if not exists pending_snapshots (
  customer_id uuid not null, taken_on date, features jsonb) on commit delete rows`;

/** Adds events to the timelines of existing customers, in the caller's transaction. */
export async function appendEvents(
  client: SqlClient,
  companyId: string,
  events: Iterable<CustomerEventInput>,
): Promise<number> {
  await client.query(
    `set local client_min_messages = warning; ${createPendingEvents}; delete from pending_events`,
  );
  await copyInto(client, "pending_events", eventLines(events));
  const { rowCount } = await client.query(
    `insert into customer_events (company_id, customer_id, type, title, detail, amount_cents, currency, occurred_at, data)
     select $1, customer_id, type, title, detail, amount_cents, currency, occurred_at, data
     from pending_events order by customer_id, occurred_at`,
    [companyId],
  );
  return rowCount ?? 0;
}

/** Records what was known about customers on a day; a second snapshot of the same day replaces the first. */
export async function appendSnapshots(
  client: SqlClient,
  companyId: string,
  snapshots: Iterable<CustomerSnapshotInput>,
): Promise<number> {
  await client.query(
    `set local client_min_messages = warning; ${createPendingSnapshots}; delete from pending_snapshots`,
  );
  await copyInto(client, "pending_snapshots", snapshotLines(snapshots));
  const { rowCount } = await client.query(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features)
     select $1, customer_id, taken_on, features from pending_snapshots order by customer_id, taken_on
     on conflict (company_id, customer_id, taken_on) do update set features = excluded.features, rebuilt = false`,
    [companyId],
  );
  return rowCount ?? 0;
}

function* eventLines(events: Iterable<CustomerEventInput>): Generator<string> {
  for (const event of events) {
    yield copyLine([
      event.customerId,
      event.type,
      event.title,
      event.detail,
      event.amountCents,
      event.currency,
      event.occurredAt,
      JSON.stringify(event.data ?? {}),
    ]);
  }
}

function* snapshotLines(snapshots: Iterable<CustomerSnapshotInput>): Generator<string> {
  for (const snapshot of snapshots) {
    yield copyLine([snapshot.customerId, snapshot.takenOn, JSON.stringify(snapshot.features)]);
  }
}
