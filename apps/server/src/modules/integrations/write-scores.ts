import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loseAccess } from "./lose-access.ts";
import { findIntegration, lockIntegration, updateIntegration } from "./integration-rows.ts";
import { openStored, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import type { ScoreWriting } from "./score-writing.ts";

type Context = ProviderContext & Pick<ModuleContext, "db" | "events">;

/** Writing scores into a connected system, as a company switched it on or off. */
export interface ScoreWriter extends ScoreWriting {
  isOn: boolean;
  /** It lets us in at the moment. */
  isOpen: boolean;
}

/** Null: it is not connected, or takes no scores. A way in that was lost is said to people, and thrown on. */
export async function findScoreWriting(
  context: Context,
  companyId: string,
  provider: IntegrationProvider,
  signal?: AbortSignal,
): Promise<ScoreWriter | null> {
  const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  if (!row) return null;
  const { scores } = openStored(context, row, signal);
  if (scores === undefined) return null;
  const noticed = async <T>(deed: Promise<T>): Promise<T> => {
    try {
      return await deed;
    } catch (error) {
      if (error instanceof ProviderError && error.failure === "expired")
        await loseAccess(context, companyId, provider, error.message);
      throw error;
    }
  };
  return {
    ...scores,
    isOn: row.writes_scores,
    isOpen: row.status === "Connected" || row.status === "Syncing",
    prepare: () => noticed(scores.prepare()),
    write: (some) => noticed(scores.write(some)),
  };
}

/** Has scores written from now on, or no more, in the caller's transaction. Throws `invalid_state` where it is not connected. */
export async function switchScoreWriting(
  tx: Tx,
  user: CompanyUser,
  provider: IntegrationProvider,
  isOn: boolean,
): Promise<void> {
  const row = await lockIntegration(tx, user.companyId, provider);
  if (row.writes_scores === isOn) return;
  if (isOn && row.status === "TokenExpired")
    throw new AppError("invalid_state", { message: "It no longer lets us in. Connect it again first." });
  await updateIntegration(tx, user.companyId, provider, { writes_scores: isOn });
  await recordAudit(tx, user, {
    action: "integration.changed",
    target: providerWords(provider).name,
    before: { writesScores: row.writes_scores },
    after: { writesScores: isOn },
  });
}
