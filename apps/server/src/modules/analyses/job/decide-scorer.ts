import type { ModelDecision } from "@forestay/contracts";
import type { Engine } from "#modules/engine/index.ts";
import { challengeChampion, firstModel, inPlaceOfBroken } from "#modules/models/index.ts";
import type { Database } from "#platform/db/database.ts";
import { modelWarnings, type Preparation } from "./preparation.ts";
import type { Known } from "./read-known.ts";
import type { TrainedChallenger } from "./train-challenger.ts";
import { useStoredModel } from "./use-stored-model.ts";

/**
 * Who scores: the model trained just now, where it takes the champion's place or the champion cannot be read, else the
 * champion. A new model is stored either way; one that came out as a stored version is not.
 */
export async function decideScorer(
  db: Database,
  engine: Engine,
  known: Known,
  trained: TrainedChallenger,
  broken: string | null,
): Promise<Preparation> {
  const { champion } = known;
  const inPlaceOfChampion = (why: string) => {
    const decision = inPlaceOfBroken(champion, why);
    return byChallenger(known, trained, decision, [decision.reason]);
  };
  if (broken !== null) return inPlaceOfChampion(broken);
  if (champion === null) return byChallenger(known, trained, firstModel);
  const verdict = await challengeChampion(champion, trained.challenger, known.versions, ({ documentText }) =>
    engine.scoreUnseen(documentText),
  );
  if (verdict.kind === "decided" && verdict.decision.promoted)
    return byChallenger(known, trained, verdict.decision);
  const kept = await useStoredModel(db, engine, known, champion.version);
  if (kept.kind === "broken") {
    // The engine holds one model at a time, and scores with the new one now.
    await engine.load(trained.model.documentText);
    return inPlaceOfChampion(kept.reason);
  }
  const { preparation } = kept;
  if (verdict.kind === "decided") {
    return {
      ...saying(preparation, `A new model was trained and not used. ${verdict.decision.reason}`),
      newModel: { ...trained.model, decision: verdict.decision },
    };
  }
  if (verdict.version === champion.version) return preparation;
  return saying(
    preparation,
    `Training gave ${verdict.version} again, because nothing new is known since. It is not in use: ${champion.version} scored.`,
  );
}

const saying = (preparation: Preparation, warning: string): Preparation => ({
  ...preparation,
  warnings: [...preparation.warnings, warning],
});

function byChallenger(
  { rule }: Known,
  { model, bands, baseProbability }: TrainedChallenger,
  decision: ModelDecision,
  said: readonly string[] = [],
): Preparation {
  const { plan, quality, drivers, horizonDays } = model;
  return {
    by: { source: "model", version: null, plan, quality, baseProbability },
    rowSource: plan.source,
    bands,
    horizonDays,
    rule,
    sourceReason: null,
    quality,
    drivers,
    warnings: [...said, ...modelWarnings(quality, model)],
    newModel: { ...model, decision },
  };
}
