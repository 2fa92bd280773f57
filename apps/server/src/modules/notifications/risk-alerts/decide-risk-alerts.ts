import { DAY_MS, RiskLevel, type RiskLevelValue } from "@forestay/contracts";
import type { ScoreMove } from "#modules/scoring/index.ts";

/** A score has to pass an edge by this many points to count, so that one wavering about it alarms nobody. */
export const DEAD_BAND_POINTS = 3;
/** At most one alert about a customer in a week. */
export const COOL_DOWN_MS = 7 * DAY_MS;

export interface RiskEdges {
  /** Lowest score (0-100) of High and of Critical. */
  high: number;
  critical: number;
}

/** What is remembered of a customer: the level people were last told, or may take for granted, and when. */
export interface AlertState {
  toldLevel: RiskLevelValue;
  alertedAt: Date | null;
}

export interface RiskAlert extends ScoreMove {
  level: RiskLevelValue;
}

export interface RiskDecision {
  /** Into High or Critical. */
  raised: RiskAlert[];
  /** Out of both. */
  lowered: RiskAlert[];
  /** To be remembered from now on; null = nothing to remember. */
  states: Map<string, AlertState | null>;
}

/**
 * Decides who is worth an alert after an analysis. An alert is due when the score has moved across an edge of High or
 * Critical by the dead band and the last alert about the customer is a week old; one held back by the week comes with the
 * first analysis after it, if it is still true then. Both edges are those of today: moving them alarms nobody.
 */
export function decideRiskAlerts(
  moves: readonly ScoreMove[],
  states: ReadonlyMap<string, AlertState>,
  edges: RiskEdges,
  now: Date,
): RiskDecision {
  const decision: RiskDecision = { raised: [], lowered: [], states: new Map() };
  for (const move of moves) {
    const known = states.get(move.customerId);
    const told = known?.toldLevel ?? alertLevel(move.previousScore, edges);
    const level = settledLevel(told, move.score, edges);
    const alertedAt = known?.alertedAt ?? null;
    const isCoolingDown = alertedAt !== null && now.getTime() - alertedAt.getTime() < COOL_DOWN_MS;
    const isRaised = level > told;
    const isLowered = level < told && level < RiskLevel.High;
    let next: AlertState = { toldLevel: told, alertedAt };
    if ((isRaised || isLowered) && !isCoolingDown) {
      decision[isRaised ? "raised" : "lowered"].push({ ...move, level });
      next = { toldLevel: level, alertedAt: now };
    } else if (level < told && level >= RiskLevel.High) {
      // From Critical to High: nobody is out of danger, but a new rise to Critical is news again.
      next = { toldLevel: level, alertedAt };
    }
    const isSettled = alertLevel(move.score, edges) === next.toldLevel;
    const matters =
      !isSettled || (next.alertedAt !== null && now.getTime() - next.alertedAt.getTime() < COOL_DOWN_MS);
    if (matters) decision.states.set(move.customerId, next);
    else if (known) decision.states.set(move.customerId, null);
  }
  return decision;
}

/** High and Critical apart, everything below them together: nobody is alarmed about Medium. */
function alertLevel(score: number, { high, critical }: RiskEdges): RiskLevelValue {
  if (score >= critical) return RiskLevel.Critical;
  return score >= high ? RiskLevel.High : RiskLevel.Low;
}

/** The level after a score, seen from the one people know: an edge counts as passed only beyond the dead band. */
function settledLevel(told: RiskLevelValue, score: number, { high, critical }: RiskEdges): RiskLevelValue {
  const isAbove = (edge: number, level: RiskLevelValue) =>
    told >= level
      ? score > Math.max(edge - DEAD_BAND_POINTS, 0)
      : score >= Math.min(edge + DEAD_BAND_POINTS, 100);
  if (isAbove(critical, RiskLevel.Critical)) return RiskLevel.Critical;
  return isAbove(high, RiskLevel.High) ? RiskLevel.High : RiskLevel.Low;
}
