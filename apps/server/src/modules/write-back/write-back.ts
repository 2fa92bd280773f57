import type { WriteBack } from "@forestay/contracts";
import { providerWords, scoreTakers, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { findScoreWriting, switchScoreWriting } from "#modules/integrations/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { writeScoresJob } from "./write-scores.ts";
import { countWritten } from "./written-rows.ts";

/** Throws `not_found` where it takes no scores. */
export function takerOf(named: string): IntegrationProvider {
  const provider = scoreTakers.find((one) => one === named);
  if (provider === undefined) throw new AppError("not_found", { message: "No scores are written there." });
  return provider;
}

interface StateRow {
  problem: string | null;
  needs_access: boolean;
  written_at: Date | null;
}

/** How writing scores into a system stands. Throws `invalid_state` where it is not connected. */
export async function readWriteBack(
  context: ModuleContext,
  companyId: string,
  provider: IntegrationProvider,
): Promise<WriteBack> {
  const writer = await findScoreWriting(context, companyId, provider);
  if (writer === null)
    throw new AppError("invalid_state", { message: `${providerWords(provider).name} is not connected.` });
  return withTenant(context.db, companyId, async (tx) => {
    const { rows } = await sql<StateRow>`
      select problem, needs_access, written_at from score_write_backs
      where company_id = ${companyId} and provider = ${provider}`.execute(tx);
    const state = rows[0];
    return {
      isOn: writer.isOn,
      fields: writer.fields.map(({ name, label }) => ({ name, label })),
      problem: writer.isOn ? (state?.problem ?? null) : null,
      needsAccess: writer.isOn && state?.needs_access === true,
      writtenAt: state?.written_at?.toISOString() ?? null,
      ...(await countWritten(tx, companyId, provider)),
    };
  });
}

/** Switches it on, and begins; or off, which leaves there what is there. */
export async function changeWriteBack(
  { db, jobs }: Pick<ModuleContext, "db" | "jobs">,
  user: CompanyUser,
  provider: IntegrationProvider,
  isOn: boolean,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    await switchScoreWriting(tx, user, provider, isOn);
    if (isOn) {
      await sql`insert into score_write_backs (company_id, provider) values (${companyId}, ${provider})
        on conflict (company_id, provider) do update set problem = null, needs_access = false`.execute(tx);
      await begin(tx, jobs, companyId);
    }
  });
}

/** Tries again now: those named, or all that could not be written, and what changed meanwhile. */
export async function retryWriteBack(
  { db, jobs }: Pick<ModuleContext, "db" | "jobs">,
  { companyId }: CompanyUser,
  provider: IntegrationProvider,
  sourceIds: readonly string[] | null,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const { rows } = await sql`update score_write_backs set problem = null, needs_access = false
      where company_id = ${companyId} and provider = ${provider} returning 1`.execute(tx);
    if (rows.length === 0)
      throw new AppError("invalid_state", { message: "Writing scores there is not switched on." });
    await sql`update written_scores set tried_at = to_timestamp(0)
      where company_id = ${companyId} and provider = ${provider} and failure is not null
        ${sourceIds === null ? sql`` : sql`and source_id = any(${[...sourceIds]}::text[])`}`.execute(tx);
    await begin(tx, jobs, companyId);
  });
}

const begin = (tx: Tx, jobs: ModuleContext["jobs"], companyId: string) =>
  jobs.enqueue(tx, writeScoresJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId });
