import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { Change } from "./connector.ts";

export interface WaitingChange {
  event_id: string;
  object: string;
  source_id: string;
}

/** Keeps what a system told us, once however often it tells; true where it is news. */
export async function keepChange(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { eventId, object, sourceId, occurredAt }: Change,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
    values (${companyId}, ${provider}, ${eventId}, ${object}, ${sourceId}, ${occurredAt}, ${now})
    on conflict do nothing`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** What was told and not taken in, oldest first; the rest comes with the next look. */
export async function readWaiting(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<WaitingChange[]> {
  const { rows } = await sql<WaitingChange>`
    select event_id, object, source_id from integration_inbox
    where company_id = ${companyId} and provider = ${provider} and handled_at is null
    order by received_at limit 5000`.execute(tx);
  return rows;
}

export async function markHandled(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  changes: readonly WaitingChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await sql`update integration_inbox set handled_at = ${now}
    where company_id = ${companyId} and provider = ${provider}
      and event_id = any(${changes.map(({ event_id: id }) => id)}::text[])`.execute(tx);
}
