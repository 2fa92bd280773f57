import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

interface Reference {
  sourceId: string;
  targetId: string;
}

/** A record that names another one by a reference that nothing has told yet. */
export interface Awaiting {
  reference: string;
  object: string;
  sourceId: string;
}

/** Targets by what points at them; those that are not known are left out. */
export async function readReferences(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ source_id: string; target_id: string }>`
    select source_id, target_id from integration_references
    where company_id = ${companyId} and provider = ${provider} and source_id = any(${[...sourceIds]}::text[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.source_id, row.target_id]));
}

/** Writes references down; records that waited for one of them become news, so that they are read again. */
export async function writeReferences(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  references: readonly Reference[],
  now: Date,
): Promise<void> {
  if (references.length === 0) return;
  const sourceIds = references.map(({ sourceId }) => sourceId);
  await sql`
    insert into integration_references (company_id, provider, source_id, target_id)
    select distinct on (r.s) ${companyId}::uuid, ${provider}, r.s, r.t
    from unnest(${sourceIds}::text[], ${references.map(({ targetId }) => targetId)}::text[]) as r (s, t)
    on conflict (company_id, provider, source_id) do update set target_id = excluded.target_id
    where integration_references.target_id <> excluded.target_id`.execute(tx);
  await sql`
    with come as (
      delete from integration_awaited where company_id = ${companyId} and provider = ${provider}
        and reference = any(${sourceIds}::text[]) returning reference, object, source_id)
    insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
    select ${companyId}, ${provider}, left('awaited:' || reference || ':' || object || ':' || source_id, 500), object, source_id, ${now}, ${now}
    from come on conflict (company_id, provider, event_id) do update set handled_at = null`.execute(tx);
}

/** Keeps which records wait for a bill's reference; where bills are not read none will come. */
export async function awaitReferences(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  awaiting: readonly Awaiting[],
  now: Date,
): Promise<void> {
  if (awaiting.length === 0) return;
  await sql`
    insert into integration_awaited (company_id, provider, reference, object, source_id, created_at)
    select ${companyId}, ${provider}, r.reference, r.object, r."sourceId", ${now}
    from jsonb_to_recordset(${JSON.stringify(awaiting)}::jsonb) as r (reference text, object text, "sourceId" text)
    where not exists (select from integrations
      where company_id = ${companyId} and provider = ${provider} and 'invoices' = any(excluded_objects))
    on conflict do nothing`.execute(tx);
}

export async function forgetReferences(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`delete from integration_references
    where company_id = ${companyId} and provider = ${provider} and source_id = any(${[...sourceIds]}::text[])`.execute(
    tx,
  );
}

/**
 * Keeps what was paid back of payments, in minor units by reference, and answers with what was paid back of each bill that
 * these payments or `bills` name: the sum of all its payments, where it is not known to be nothing as before.
 */
export async function keepRefunds(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  refunds: ReadonlyMap<string, number>,
  bills: readonly string[],
): Promise<Map<string, number>> {
  const { rows: changed } = await sql<{ target_id: string }>`
    update integration_references r set refunded_minor = g.minor
    from unnest(${[...refunds.keys()]}::text[], ${[...refunds.values()]}::bigint[]) as g (id, minor)
    where r.company_id = ${companyId} and r.provider = ${provider} and r.source_id = g.id and r.refunded_minor <> g.minor
    returning r.target_id`.execute(tx);
  const { rows: sums } = await sql<{ target_id: string; minor: number }>`
    select target_id, sum(refunded_minor)::bigint as minor from integration_references
    where company_id = ${companyId} and provider = ${provider} and refunded_minor > 0
      and target_id = any(${[...changed.map((row) => row.target_id), ...bills]}::text[])
    group by target_id`.execute(tx);
  return new Map([
    ...changed.map((row) => [row.target_id, 0] as const),
    ...sums.map((row) => [row.target_id, Number(row.minor)] as const),
  ]);
}
