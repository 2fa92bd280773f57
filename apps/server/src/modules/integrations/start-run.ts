import type { IntegrationProvider, SyncKind } from "@forestay/contracts/vocabulary";
import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { idsOf, nameOf, type Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { connectorOf } from "./providers.ts";
import { findRunning, updateIntegration, type IntegrationRow, type RunRow } from "./integration-rows.ts";
import { syncJob } from "./run-sync.ts";

interface Start {
  kind: SyncKind;
  /** Null: the schedule. */
  startedBy: Actor | null;
  now: Date;
  /** Of a retry; null: all. */
  failureIds?: readonly string[] | null;
}

/** What the next run has to be: everything, where nothing was read yet or changes are no longer listed there. */
export function nextKind(
  { provider, followed_until: until }: IntegrationRow,
  now: Date,
): "first" | "changes" {
  if (until === null) return "first";
  return now.getTime() - until.getTime() > connectorOf(provider).changesKeptDays * DAY_MS
    ? "first"
    : "changes";
}

/** Starts a run in the caller's transaction, which has locked the connection; false where one is under way. */
export async function startRun(
  tx: Tx,
  jobs: JobQueue,
  row: IntegrationRow,
  { kind, startedBy, now, failureIds = null }: Start,
): Promise<boolean> {
  const { company_id: companyId, provider } = row;
  if (await findRunning(tx, companyId, provider)) return false;
  // A reading of everything that stopped goes on where it stopped, and follows changes from when it began.
  const stopped =
    kind === "first" ? await findStoppedFirst(tx, companyId, provider, row.followed_until) : undefined;
  const asked = startedBy === null ? { userId: null, apiKeyId: null } : idsOf(startedBy);
  const { rows } = await sql<{ id: string }>`
    insert into integration_runs (company_id, provider, kind, started_by_user_id, started_by_api_key_id, started_by, status, started_at, follows_from, place, counts)
    values (${companyId}, ${provider}, ${kind}, ${asked.userId}, ${asked.apiKeyId}, left(${startedBy === null ? sql`'schedule'` : nameOf(startedBy)}, 200), 'running', ${now},
      ${stopped?.follows_from ?? now}, ${stopped?.place ? JSON.stringify(stopped.place) : null}::jsonb,
      ${JSON.stringify(stopped?.counts ?? {})}::jsonb)
    returning id`.execute(tx);
  const runId = rows[0]?.id;
  if (runId === undefined) throw new Error("A run was not written");
  await updateIntegration(tx, companyId, provider, { status: "Syncing", next_sync_at: null });
  await jobs.enqueue(
    tx,
    syncJob,
    { companyId, provider, runId, failureIds: failureIds === null ? null : [...failureIds] },
    { groupKey: `${companyId}:${provider}` },
  );
  return true;
}

async function findStoppedFirst(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  followedUntil: Date | null,
): Promise<RunRow | undefined> {
  if (followedUntil !== null) return undefined;
  const { rows } = await sql<RunRow>`
    select * from integration_runs where company_id = ${companyId} and provider = ${provider}
    order by id desc limit 1`.execute(tx);
  const [last] = rows;
  return last?.kind === "first" && last.status !== "done" && last.place !== null ? last : undefined;
}

/** What stopped before its end begins anew: it would go on with what was asked for then. */
export async function forgetPlaces(tx: Tx, companyId: string, provider: IntegrationProvider): Promise<void> {
  await sql`update integration_runs set place = null
    where company_id = ${companyId} and provider = ${provider} and status <> 'running' and place is not null`.execute(
    tx,
  );
}
