import type { Engine } from "#modules/engine/index.ts";
import { chooseTrainingSource, type TrainingSource } from "#modules/outcomes/index.ts";
import type { Database } from "#platform/db/database.ts";
import { UnusableModel, type Preparation } from "./preparation.ts";
import type { Known } from "./read-known.ts";
import { byRules, notEnoughInWords } from "./use-rules.ts";
import { useStoredModel } from "./use-stored-model.ts";

/** What is to be done about a model before scoring. */
export type Choice =
  | { kind: "ready"; preparation: Preparation }
  /** `broken`: why the model in use cannot be read any more; null while nothing speaks against it. */
  | { kind: "train"; source: TrainingSource; broken: string | null };

/**
 * The version asked for, where it can be read; else a training on what is known now, or rules where that is too little.
 * Throws UnusableModel where a version was asked for that is gone, means another leaving, or is broken and not in use.
 */
export async function chooseScorer(
  db: Database,
  engine: Engine,
  known: Known,
  requestedVersion: string | null,
): Promise<Choice> {
  const asked = requestedVersion === null ? null : await useStoredModel(db, engine, known, requestedVersion);
  if (asked?.kind === "usable") return { kind: "ready", preparation: asked.preparation };
  if (asked !== null && requestedVersion !== known.champion?.version)
    throw new UnusableModel(`${asked.reason} Choose another one.`);
  const broken = asked?.reason ?? null;
  const source = chooseTrainingSource(known.counts);
  return source === null
    ? { kind: "ready", preparation: byRules(known, broken, notEnoughInWords(known.counts)) }
    : { kind: "train", source, broken };
}
