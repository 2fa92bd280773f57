import { RiskLevel, riskLevelLabel, type AppPath, type RiskLevelValue } from "@forestay/contracts";
import type { ScoreMoves } from "#modules/scoring/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { formatMoney } from "../format-money.ts";
import { notify } from "../notify.ts";
import { listAlertStates, saveAlertStates } from "./alert-states.ts";
import { DEAD_BAND_POINTS, decideRiskAlerts, type RiskAlert } from "./decide-risk-alerts.ts";

/** Up to this many customers get a notification each; more of them share one, with a link to the filtered list. */
export const MOST_SINGLE_ALERTS = 5;
/** Customers that a shared notification names, for the digest: the most valuable ones. */
const MOST_NAMED = 20;

type Direction = "raised" | "lowered";

/** Tells the company's people whose risk has crossed a band in one analysis, in the transaction that publishes it. */
export async function tellRiskAlerts(
  tx: Tx,
  context: EventContext,
  { companyId, analysisId, moves }: { companyId: string; analysisId: string; moves: ScoreMoves },
): Promise<void> {
  const { bands, currency } = moves;
  const states = await listAlertStates(tx, companyId);
  const candidates = await moves.list({
    edges: [bands.high, bands.critical],
    withinPoints: DEAD_BAND_POINTS,
    alsoCustomerIds: [...states.keys()],
  });
  const decision = decideRiskAlerts(candidates, states, bands, context.clock.now());
  await saveAlertStates(tx, companyId, decision.states);
  for (const direction of ["raised", "lowered"] as const) {
    const alerts = decision[direction].sort(byValue);
    if (alerts.length > MOST_SINGLE_ALERTS) {
      await tellTogether(tx, context, { companyId, analysisId, currency, direction, alerts });
      continue;
    }
    // The most valuable last: lists show the newest first.
    for (const alert of alerts.toReversed()) {
      await tellOne(tx, context, { companyId, currency, direction, alert });
    }
  }
}

const byValue = (a: RiskAlert, b: RiskAlert) =>
  (b.valueAtRiskCents ?? -1) - (a.valueAtRiskCents ?? -1) || b.score - a.score;

const recipients = { policy: "customers:read" } as const;
const kindOf = (direction: Direction) =>
  direction === "raised"
    ? ({ kind: "risk_raised", type: "Warning" } as const)
    : ({ kind: "risk_lowered", type: "Success" } as const);

async function tellOne(
  tx: Tx,
  context: EventContext,
  {
    companyId,
    currency,
    direction,
    alert,
  }: {
    companyId: string;
    currency: string;
    direction: Direction;
    alert: RiskAlert;
  },
): Promise<void> {
  const { name, score, previousScore, level, valueAtRiskCents } = alert;
  const moved = `Score ${score}, ${score > previousScore ? "up" : "down"} from ${previousScore}.`;
  await notify(tx, context, {
    companyId,
    recipients,
    ...kindOf(direction),
    title:
      direction === "raised"
        ? `${name} is now at ${riskLevelLabel(level)} risk`
        : `${name} is no longer at High risk`,
    message:
      direction === "raised" && valueAtRiskCents !== null
        ? `${moved} About ${formatMoney(valueAtRiskCents, currency)} is at risk over the next year.`
        : moved,
    actionUrl: `/customers/${alert.customerId}`,
    actionText: "View customer",
    dedupeKey: `customer:${alert.customerId}`,
    customers: direction === "raised" ? [named(alert)] : [],
  });
}

async function tellTogether(
  tx: Tx,
  context: EventContext,
  {
    companyId,
    analysisId,
    currency,
    direction,
    alerts,
  }: {
    companyId: string;
    analysisId: string;
    currency: string;
    direction: Direction;
    alerts: readonly RiskAlert[];
  },
): Promise<void> {
  const count = alerts.length.toLocaleString("en-US");
  const valueCents = alerts.reduce((sum, alert) => sum + (alert.valueAtRiskCents ?? 0), 0);
  const first = alerts.slice(0, 3).map((alert) => alert.name);
  const names = `${first.join(", ")} and ${(alerts.length - first.length).toLocaleString("en-US")} more.`;
  await notify(tx, context, {
    companyId,
    recipients,
    ...kindOf(direction),
    title:
      direction === "raised"
        ? `${count} customers rose into High or Critical risk`
        : `${count} customers are no longer at High risk`,
    message:
      direction === "raised" && valueCents > 0
        ? `About ${formatMoney(valueCents, currency)} is at risk over the next year: ${names}`
        : names,
    actionUrl: customersAt(
      direction === "raised" ? [RiskLevel.High, RiskLevel.Critical] : [RiskLevel.Low, RiskLevel.Medium],
    ),
    actionText: "View customers",
    dedupeKey: `analysis:${analysisId}`,
    customers: direction === "raised" ? alerts.slice(0, MOST_NAMED).map(named) : [],
    valueAtRiskCents: valueCents,
  });
}

const named = ({ customerId, name, score, valueAtRiskCents }: RiskAlert) => ({
  customerId,
  name,
  score,
  valueAtRiskCents,
});

/** Address of the customers list with a filter, as its page writes it. */
function customersAt(levels: readonly RiskLevelValue[]): AppPath {
  const filters = JSON.stringify([{ field: "churnRiskLevel", operator: "In", value: levels }]);
  return `/customers?${new URLSearchParams({ filters }).toString()}`;
}
