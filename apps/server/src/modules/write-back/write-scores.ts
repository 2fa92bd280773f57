import {
  RiskLevel,
  riskLevelLabel,
  scoreTakers,
  type IntegrationProvider,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { analysisCompleted } from "#modules/analyses/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { listLinkedScores, type LinkedScore } from "#modules/customers/index.ts";
import {
  findScoreWriting,
  integrationSynced,
  ProviderError,
  type ScoreWriter,
  type WrittenScore,
} from "#modules/integrations/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { keepWritten, noteState, readWritten, type StoredScore } from "./written-rows.ts";

type Run = JobRun<{ companyId: string }>;

/** Customers that are looked at together. */
const LOOKED_AT = 1000;
/** A record that could not be written is not tried more often than this by itself: most are gone there. */
const AGAIN_AFTER_MS = 20 * 3600_000;

/**
 * Writes scores into connected systems whose company switched that on: what differs from what stands there, in calls of as many
 * as the system takes. Each call is followed by a row a record, so that a kill repeats at most the last call, to no effect.
 */
export const writeScoresJob = defineCompanyJob({
  name: "write-back.write",
  // What could not be written comes again by itself; news of scores does not wait for that.
  cron: "35 4 * * *",
  listCompanyIds,
  async isDue(tx, companyId) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from score_write_backs where company_id = ${companyId} and problem is null) as due`.execute(
      tx,
    );
    return rows[0]?.due === true;
  },
  retryLimit: 6,
  expireInSeconds: 6 * 3600,
  async handler(run) {
    // A restored copy would write what the original no longer says.
    if (run.config.outgoingHold !== null) return;
    for (const provider of scoreTakers) await writeInto(run, provider);
  },
});

export const writeAfterNews = [
  later(analysisCompleted, writeScoresJob.company, ofCompany),
  later(integrationSynced, writeScoresJob.company, ofCompany),
];

async function writeInto(run: Run, provider: IntegrationProvider): Promise<void> {
  const { companyId } = run.payload;
  const writer = await findScoreWriting(run, companyId, provider, run.signal);
  if (!writer?.isOn || !writer.isOpen) return;
  try {
    const problem = await writer.prepare();
    if (problem === null) await writeAll(run, provider, writer);
    const writtenAt = problem === null ? { writtenAt: run.clock.now() } : {};
    await withTenant(run.db, companyId, (tx) =>
      noteState(tx, companyId, provider, { problem, needsAccess: false, ...writtenAt }),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Slow or down: the same again, later. Without a way in there is nothing to do until it is connected again.
    if (error.failure === "expired") return;
    if (error.failure === "passing" && !run.isLastAttempt) throw error;
    await withTenant(run.db, companyId, (tx) =>
      noteState(tx, companyId, provider, {
        problem: error.failure === "passing" ? null : error.message,
        needsAccess: error.failure === "forbidden",
      }),
    );
  }
}

async function writeAll(run: Run, provider: IntegrationProvider, writer: ScoreWriter): Promise<void> {
  const { companyId } = run.payload;
  for (let after = ""; ;) {
    run.signal.throwIfAborted();
    const { scores, stored } = await withTenantClient(run.db, companyId, async ({ tx, client }) => {
      const page = await listLinkedScores(client, companyId, provider, after, LOOKED_AT);
      const ids = page.map(({ sourceId }) => sourceId);
      return { scores: page, stored: await readWritten(tx, companyId, provider, ids) };
    });
    const changed = scores.flatMap((score) => changeOf(score, stored.get(score.sourceId), run.clock.now()));
    for (let start = 0; start < changed.length; start += writer.most) {
      run.signal.throwIfAborted();
      const some = changed.slice(start, start + writer.most);
      const failures = await writer.write(some);
      await withTenant(run.db, companyId, (tx) =>
        keepWritten(tx, companyId, provider, some, failures, run.clock.now()),
      );
    }
    const last = scores.at(-1);
    if (scores.length < LOOKED_AT || last === undefined) return;
    after = last.sourceId;
  }
}

/** What has to be written of a customer: nothing where it stands there already, or where there was never anything to say. */
function changeOf(
  { sourceId, customerId, score, level: number }: LinkedScore,
  stored: StoredScore | undefined,
  now: Date,
): (WrittenScore & { customerId: string })[] {
  const known = Object.values(RiskLevel).find((one) => one === number);
  const level = known === undefined ? null : riskLevelLabel(known);
  if (stored === undefined && score === null) return [];
  const isSame = stored?.score === score && stored.level === level;
  const mayWait = stored?.failure == null || stored.tried_at.getTime() > now.getTime() - AGAIN_AFTER_MS;
  if (isSame && mayWait) return [];
  const since = score === null ? null : now.toISOString().slice(0, 10);
  return [{ sourceId, customerId, score, level, since }];
}
