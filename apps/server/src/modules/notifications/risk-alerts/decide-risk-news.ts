import type { ScoreMoves } from "#modules/scoring/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { listAlertStates, saveAlertStates } from "./alert-states.ts";
import { DEAD_BAND_POINTS, decideRiskAlerts, type RiskAlert } from "./decide-risk-alerts.ts";
import type { RiskNews } from "./risk-news.ts";

/** Customers that are handed on by name, the most valuable ones: more share one notification. */
const MOST_NAMED = 20;

/**
 * Whose risk has crossed a band in one analysis; null where nobody's has. Remembers them as told, so what comes of it
 * is to be told: call in the transaction that publishes the scores and have the telling enqueued in it.
 */
export async function decideRiskNews(
  tx: Tx,
  {
    companyId,
    analysisId,
    moves,
    now,
  }: { companyId: string; analysisId: string; moves: ScoreMoves; now: Date },
): Promise<RiskNews | null> {
  const { bands, currency } = moves;
  const states = await listAlertStates(tx, companyId);
  const candidates = await moves.list({
    edges: [bands.high, bands.critical],
    withinPoints: DEAD_BAND_POINTS,
    alsoCustomerIds: [...states.keys()],
  });
  const decision = decideRiskAlerts(candidates, states, bands, now);
  await saveAlertStates(tx, companyId, decision.states);
  if (decision.raised.length + decision.lowered.length === 0) return null;
  return {
    companyId,
    analysisId,
    currency,
    raised: summarise(decision.raised),
    lowered: summarise(decision.lowered),
  };
}

const byValue = (a: RiskAlert, b: RiskAlert) =>
  (b.valueAtRiskCents ?? -1) - (a.valueAtRiskCents ?? -1) || b.score - a.score;

function summarise(alerts: RiskAlert[]): RiskNews["raised"] {
  return {
    count: alerts.length,
    valueAtRiskCents: alerts.reduce((sum, alert) => sum + (alert.valueAtRiskCents ?? 0), 0),
    named: alerts.sort(byValue).slice(0, MOST_NAMED),
  };
}
