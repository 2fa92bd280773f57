import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { countLinked } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { integrationFailed, integrationRead, integrationSynced } from "./events.ts";
import { followSoon } from "./follow-news.ts";
import { readWaiting } from "./inbox.ts";
import {
  findIntegration,
  findRun,
  updateIntegration,
  updateRun,
  type IntegrationRow,
  type RunPlace,
  type RunRow,
} from "./integration-rows.ts";
import { tellLost } from "./lose-access.ts";
import { nextSyncAt } from "./next-sync.ts";

/** So many runs in a row may fail before a person is asked to look; what passes by itself is asked again all the same. */
const FAILURES_UNTIL_ERROR = 5;

interface RunKey {
  companyId: string;
  provider: IntegrationProvider;
  runId: string;
}
type Context = Pick<ModuleContext, "db" | "clock" | "events" | "jobs">;

/** Ends a run that read to its end: the system is connected, and asked again by its frequency. */
export async function endRun(
  { db, clock, events, jobs }: Context,
  { companyId, provider, runId }: RunKey,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const row = await findIntegration(tx, companyId, provider, { lock: true });
    const run = await findRun(tx, companyId, runId, { lock: true });
    if (!row || run?.status !== "running") return;
    await updateRun(tx, run, { status: "done", ended_at: now, place: null });
    await updateIntegration(tx, companyId, provider, {
      status: "Connected",
      failures_in_a_row: 0,
      last_error: null,
      rests_until: null,
      linked_customers: await countLinked(tx, companyId, provider),
      ...(run.kind !== "retry" && {
        last_sync_at: now,
        followed_until: run.follows_from,
        next_sync_at: nextSyncAt(companyId, row.frequency, now),
      }),
    });
    if ((await readWaiting(tx, companyId, provider)).length > 0)
      await followSoon(tx, jobs, companyId, provider);
    await events.emit(tx, integrationSynced, { companyId, provider });
    if (run.kind === "first") await events.emit(tx, integrationRead, { companyId, provider });
  });
}

interface Failure {
  /** Trying again by itself would not mend it: a person has to. */
  isFinal: boolean;
  isExpired?: boolean;
  /** How long the system asked to be left alone. */
  waitMs?: number;
  /** It knows no place that holds: that it moved is no way ahead. */
  hasNoPlace?: boolean;
  /** What happened and what to do. */
  message: string;
}

/** Ends a run that could not go on; what came in stays, and so does how far changes were followed. */
export async function failRun(
  { db, clock, events }: Context,
  { companyId, provider, runId }: RunKey,
  { isFinal, isExpired = false, hasNoPlace = false, message, waitMs }: Failure,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const row = await findIntegration(tx, companyId, provider, { lock: true });
    const run = await findRun(tx, companyId, runId, { lock: true });
    if (!row || run?.status !== "running") return;
    await updateRun(tx, run, { status: "failed", ended_at: now, error: message });
    const hasMoved = !hasNoPlace && (await isFurther(tx, run));
    // Asked to wait, or further than before: it works, only slowly.
    const isFailure = isFinal || (!hasMoved && waitMs === undefined);
    const failures = hasMoved ? 0 : row.failures_in_a_row + (isFailure ? 1 : 0);
    const needsPerson = isFinal || failures >= FAILURES_UNTIL_ERROR;
    const status = isExpired ? "TokenExpired" : needsPerson ? "Error" : "Connected";
    await updateIntegration(tx, companyId, provider, {
      status,
      failures_in_a_row: failures,
      last_error: message,
      next_sync_at: isFinal ? null : goesOnAt(row, now, waitMs),
      ...(waitMs !== undefined && { rests_until: goesOnAt(row, now, waitMs) }),
    });
    // Once, not with each hour of a long outage.
    if (!isFinal && !(isFailure && failures === FAILURES_UNTIL_ERROR)) return;
    if (isExpired) await tellLost(tx, events, row, { runId, message });
    else await events.emit(tx, integrationFailed, { companyId, provider, runId, isExpired, message });
  });
}

/** Whether a reading of everything is further than the one that it goes on from. */
async function isFurther(tx: Tx, { company_id: companyId, provider, id, place }: RunRow): Promise<boolean> {
  if (place === null) return false;
  const { rows } = await sql<{ place: RunPlace | null }>`
    select place from integration_runs where company_id = ${companyId} and provider = ${provider} and id < ${id}
    order by id desc limit 1`.execute(tx);
  const before = rows[0]?.place;
  return before?.object !== place.object || before.page !== place.page;
}

/** When a run that something passing ended is followed by another: when the system said, else by the frequency. */
function goesOnAt(row: IntegrationRow, now: Date, waitMs: number | undefined): Date | null {
  return waitMs === undefined
    ? nextSyncAt(row.company_id, row.frequency, now)
    : new Date(now.getTime() + waitMs);
}
