import { isSameChurnRule } from "@forestay/contracts";
import type { Engine } from "#modules/engine/index.ts";
import { anotherMeaning, findModel } from "#modules/models/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { modelWarnings, UnusableModel, type Preparation } from "./preparation.ts";
import type { Known } from "./read-known.ts";

/** A stored model ready to score; or one whose document cannot be read any more, and why in a sentence. */
export type StoredScorer = { kind: "usable"; preparation: Preparation } | { kind: "broken"; reason: string };

/**
 * Loads a stored version into the engine. Throws UnusableModel where there is none, or one that learned another meaning
 * of leaving.
 */
export async function useStoredModel(
  db: Database,
  engine: Engine,
  { companyId, rule, settings }: Known,
  version: string,
): Promise<StoredScorer> {
  const stored = await withTenant(db, companyId, (tx) => findModel(tx, companyId, version));
  if (!stored) throw new UnusableModel(`There is no model '${version}' any more. Choose another one.`);
  if (!isSameChurnRule(stored.churn, rule)) {
    throw new UnusableModel(
      `${anotherMeaning(version, stored.churn, rule)}. Let the analysis train a new model.`,
    );
  }
  const loaded = await engine.load(stored.documentText);
  if (loaded.kind === "unusable")
    return { kind: "broken", reason: `Model ${version} cannot be used any more: ${loaded.message}` };
  const { plan, quality, drivers, horizonDays } = stored;
  const preparation: Preparation = {
    by: { source: "model", version, plan, quality, baseProbability: loaded.baseProbability },
    rowSource: plan.source,
    bands: settings.riskBands,
    horizonDays,
    rule,
    sourceReason: null,
    quality,
    drivers,
    warnings: modelWarnings(quality, stored),
    newModel: null,
  };
  return { kind: "usable", preparation };
}
