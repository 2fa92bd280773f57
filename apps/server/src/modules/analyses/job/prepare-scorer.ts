import type { Engine } from "#modules/engine/index.ts";
import type { Database } from "#platform/db/database.ts";
import { chooseScorer } from "./choose-scorer.ts";
import { decideScorer } from "./decide-scorer.ts";
import type { Preparation } from "./preparation.ts";
import type { ProgressReporter } from "./progress.ts";
import { readKnown } from "./read-known.ts";
import { trainChallenger } from "./train-challenger.ts";
import { byRules } from "./use-rules.ts";

export interface PrepareOptions {
  companyId: string;
  analysisId: string;
  requestedModelVersion: string | null;
  now: Date;
  /** `now` is an earlier day than that of the records. */
  looksBack: boolean;
  progress: ProgressReporter;
}

/** Chooses the model asked for, or trains one on what the company knows now and decides which scores, or falls back to the rules. */
export async function prepareScorer(
  db: Database,
  engine: Engine,
  { companyId, analysisId, requestedModelVersion, now, looksBack, progress }: PrepareOptions,
): Promise<Preparation> {
  await progress.report("reading", 0);
  const known = await readKnown(db, companyId, now, { looksBack });
  const choice = await chooseScorer(db, engine, known, requestedModelVersion);
  if (choice.kind === "ready") return choice.preparation;
  const { source, broken } = choice;
  const trained = await trainChallenger(engine, known, { analysisId, source, progress });
  if (trained.kind === "refused") return byRules(known, broken, trained.reason);
  return decideScorer(db, engine, known, trained, broken);
}
