import type { UnwrittenScore } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { readCustomerNames } from "#modules/customers/index.ts";
import type { WrittenScore } from "#modules/integrations/index.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** What was last said of a record there. */
export interface StoredScore {
  score: number | null;
  level: string | null;
  failure: string | null;
  tried_at: Date;
}

export async function readWritten(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  sourceIds: readonly string[],
): Promise<Map<string, StoredScore>> {
  const { rows } = await sql<StoredScore & { source_id: string }>`
    select source_id, score::int as score, level, failure, tried_at from written_scores
    where company_id = ${companyId} and provider = ${provider} and source_id = any(${[...sourceIds]}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ source_id: id, ...rest }) => [id, rest]));
}

/** Keeps what was written, and what could not be and why. Nothing where it was switched off or disconnected meanwhile. */
export async function keepWritten(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  scores: readonly (WrittenScore & { customerId: string })[],
  failures: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const rows = scores.map((one) => ({ ...one, failure: failures.get(one.sourceId) ?? null }));
  await sql`
    insert into written_scores as w (company_id, provider, source_id, customer_id, score, level, since, written_at, failure, tried_at)
    select ${companyId}, ${provider}, r."sourceId", r."customerId", r.score, r.level, r.since,
      case when r.failure is null then ${now}::timestamptz end, r.failure, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("sourceId" text, "customerId" uuid, score smallint, level text, since date, failure text)
    where exists (select from score_write_backs s where s.company_id = ${companyId} and s.provider = ${provider})
    on conflict (company_id, provider, source_id) do update set customer_id = excluded.customer_id, score = excluded.score,
      level = excluded.level, since = excluded.since, written_at = coalesce(excluded.written_at, w.written_at),
      failure = excluded.failure, tried_at = excluded.tried_at`.execute(tx);
}

interface State {
  problem: string | null;
  needsAccess: boolean;
  writtenAt?: Date;
}

export async function noteState(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { problem, needsAccess, writtenAt }: State,
): Promise<void> {
  await sql`update score_write_backs set problem = left(${problem}, 1000), needs_access = ${needsAccess},
      written_at = coalesce(${writtenAt ?? null}, written_at)
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
}

/** Counts of a system: records that have a score of ours, and those that could not get theirs. */
export async function countWritten(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<{ written: number; failed: number }> {
  const { rows } = await sql<{ written: number; failed: number }>`
    select count(*) filter (where written_at is not null and score is not null)::int as written,
      count(*) filter (where failure is not null)::int as failed
    from written_scores where company_id = ${companyId} and provider = ${provider}`.execute(tx);
  return rows[0] ?? { written: 0, failed: 0 };
}

/** Records whose score could not be written, newest first. */
export function listUnwritten(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  page: PageRequest,
): Promise<Page<UnwrittenScore>> {
  return readPage(
    page,
    async () => (await countWritten(tx, companyId, provider)).failed,
    async ({ limit, offset }) => {
      const { rows } = await sql<{ source_id: string; customer_id: string; failure: string; tried_at: Date }>`
        select source_id, customer_id, failure, tried_at from written_scores
        where company_id = ${companyId} and provider = ${provider} and failure is not null
        order by tried_at desc, source_id limit ${limit} offset ${offset}`.execute(tx);
      const names = await readCustomerNames(
        tx,
        companyId,
        rows.map(({ customer_id: id }) => id),
      );
      return rows.map((row) => ({
        sourceId: row.source_id,
        customerId: row.customer_id,
        label: names.get(row.customer_id)?.name ?? row.source_id,
        reason: row.failure,
        at: row.tried_at.toISOString(),
      }));
    },
  );
}
