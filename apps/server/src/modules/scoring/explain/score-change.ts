import type { ScoreFactor, ScoreMovedBy } from "@forestay/contracts";
import { OTHER_FACTORS, tenths } from "./factors.ts";

/** Smaller changes of a score are not explained: they are noise as often as news. */
export const EXPLAINED_FROM_POINTS = 5;
/** Chances closer than this are shown as the same, to a tenth of a point. */
export const SAME_PROBABILITY = 0.0005;
/** Factors named for one change; the rest is one last entry. */
const MOST_NAMED = 6;

/** A score with what it was made of. */
export interface ExplainedScore {
  /** 0-100. */
  score: number;
  /** Null for rules. */
  modelVersion: string | null;
  factors: readonly ScoreFactor[];
}

/**
 * What moved a score: the difference of each factor's points, largest first, adding up to the change of the whole
 * numbers that are shown. Under another model only what changed about the customer is named; what the models see
 * differently in the same customer is one entry of its own.
 */
export function scoreChange(before: ExplainedScore, after: ExplainedScore): ScoreMovedBy[] {
  const isOtherModel = before.modelVersion !== after.modelVersion;
  const old = new Map(before.factors.map((factor) => [factor.feature, factor]));
  const now = new Map(after.factors.map((factor) => [factor.feature, factor]));
  const named: ScoreMovedBy[] = [];
  for (const feature of new Set([...now.keys(), ...old.keys()])) {
    if (feature === OTHER_FACTORS) continue;
    const [was, is] = [old.get(feature), now.get(feature)];
    const points = tenths((is?.points ?? 0) - (was?.points ?? 0));
    const isTheCustomer = was !== undefined && is !== undefined && was.evidence !== is.evidence;
    if (points === 0 || (isOtherModel && !isTheCustomer)) continue;
    named.push({
      feature,
      label: (is ?? was)?.label ?? feature,
      before: was?.evidence ?? null,
      after: is?.evidence ?? null,
      points,
    });
  }
  named.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).splice(MOST_NAMED);
  const rest = tenths(after.score - before.score - named.reduce((sum, { points }) => sum + points, 0));
  if (rest !== 0) named.push({ ...restOf(before, after), before: null, after: null, points: rest });
  return named;
}

function restOf(before: ExplainedScore, after: ExplainedScore): Pick<ScoreMovedBy, "feature" | "label"> {
  if (before.modelVersion === after.modelVersion)
    return { feature: OTHER_FACTORS, label: "Everything else, and rounding" };
  const name = (version: string | null) => (version === null ? "rules" : `model ${version}`);
  return {
    feature: "model_changed",
    label: `Scored by ${name(after.modelVersion)} in place of ${name(before.modelVersion)}`,
  };
}
