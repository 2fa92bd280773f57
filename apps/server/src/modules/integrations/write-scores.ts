import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { lockIntegration, updateIntegration } from "./integration-rows.ts";
import { openNoticed, type NoticingContext } from "./open-noticed.ts";
import type { ScoreWriting } from "./score-writing.ts";

/** Writing scores into a connected system, as a company switched it on or off. */
export interface ScoreWriter extends ScoreWriting {
  isOn: boolean;
  /** It lets us in at the moment. */
  isOpen: boolean;
}

/** Null: it is not connected, or takes no scores. A way in that was lost is said to people, and thrown on. */
export async function findScoreWriting(
  context: NoticingContext,
  companyId: string,
  provider: IntegrationProvider,
  signal?: AbortSignal,
): Promise<ScoreWriter | null> {
  const found = await openNoticed(context, companyId, provider, signal);
  const scores = found?.opened.scores;
  if (!found || scores === undefined) return null;
  const { row, isOpen, noticed } = found;
  return {
    ...scores,
    isOn: row.writes_scores,
    isOpen,
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
