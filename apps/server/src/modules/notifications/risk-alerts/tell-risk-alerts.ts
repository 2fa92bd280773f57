import { RiskLevel, riskLevelLabel, type AppPath, type RiskLevelValue } from "@forestay/contracts";
import { formatCount, HIGH_RISK_WORDS } from "@forestay/contracts/words";
import { formatCents } from "#modules/customers/index.ts";
import { readStepsTaken } from "#modules/next-steps/index.ts";
import { readRecommended } from "#modules/scoring/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { tellOnce, TELLING } from "../tell-once.ts";
import type { News } from "../notify.ts";
import { riskNewsSchema, type NamedAlert, type RiskNews } from "./risk-news.ts";

/** Up to this many customers get a notification each; more of them share one, with a link to the filtered list. */
export const MOST_SINGLE_ALERTS = 5;

type Direction = "raised" | "lowered";
type Told = Omit<News, "companyId">;

/** Tells the company's people whose risk has crossed a band in one analysis. */
export const tellRiskAlerts = defineJob({
  name: "notifications.tell-risk-alerts",
  schema: riskNewsSchema,
  ...TELLING,
  async handler(run) {
    const { companyId, analysisId, raised } = run.payload;
    const ids = raised.count > MOST_SINGLE_ALERTS ? [] : raised.named.map(({ customerId }) => customerId);
    const steps = await withTenant(run.db, companyId, async (tx) => {
      const recommended = await readRecommended(tx, companyId, analysisId, ids);
      const asked = { scoredAt: null, now: run.clock.now() };
      const taken = await readStepsTaken(tx, companyId, [...recommended.keys()], asked);
      return new Map(
        [...recommended].flatMap(([customerId, all]) => {
          const next = all.find(({ code }) => taken.get(customerId)?.codes.has(code) !== true);
          return next === undefined
            ? []
            : [[customerId, { customerId, code: next.code, title: next.title }] as const];
        }),
      );
    });
    const told = riskNotifications(run.payload).map((one) => {
      const step = one.kind === "risk_raised" ? steps.get(one.customers?.[0]?.customerId ?? "") : undefined;
      return step === undefined || one.customers?.length !== 1 ? one : { ...one, step };
    });
    await tellOnce(run, ...told);
  },
});

/** One notification for each of a few customers, one for all of many. */
export function riskNotifications(news: RiskNews): Told[] {
  return (["raised", "lowered"] as const).flatMap((direction) =>
    news[direction].count > MOST_SINGLE_ALERTS
      ? [together(news, direction)]
      : // The most valuable last: lists show the newest first.
        news[direction].named.toReversed().map((alert) => single(alert, direction, news.currency)),
  );
}

const recipients = { policy: "customers:read" } as const;
const kindOf = (direction: Direction) =>
  direction === "raised"
    ? ({ kind: "risk_raised", type: "Warning" } as const)
    : ({ kind: "risk_lowered", type: "Success" } as const);

function single(alert: NamedAlert, direction: Direction, currency: string): Told {
  const { name, score, previousScore, level, valueAtRiskCents } = alert;
  const moved = `Score ${score}, ${score > previousScore ? "up" : "down"} from ${previousScore}.`;
  return {
    recipients,
    ...kindOf(direction),
    title:
      direction === "raised"
        ? `${name} is now at ${riskLevelLabel(level)} risk`
        : `${name} is no longer at High risk`,
    message:
      direction === "raised" && valueAtRiskCents !== null
        ? `${moved} About ${formatCents(valueAtRiskCents, currency)} is at risk over the next year.`
        : moved,
    actionUrl: `/customers/${alert.customerId}`,
    actionText: "View customer",
    dedupeKey: `customer:${alert.customerId}`,
    customers: direction === "raised" ? [named(alert)] : [],
  };
}

function together({ analysisId, currency, ...news }: RiskNews, direction: Direction): Told {
  const { count, valueAtRiskCents, named: alerts } = news[direction];
  const first = alerts.slice(0, 3).map((alert) => alert.name);
  const names = `${first.join(", ")} and ${formatCount(count - first.length)} more.`;
  return {
    recipients,
    ...kindOf(direction),
    title:
      direction === "raised"
        ? `${formatCount(count)} customers rose into ${HIGH_RISK_WORDS} risk`
        : `${formatCount(count)} customers are no longer at High risk`,
    message:
      direction === "raised" && valueAtRiskCents > 0
        ? `About ${formatCents(valueAtRiskCents, currency)} is at risk over the next year: ${names}`
        : names,
    actionUrl: customersAt(
      direction === "raised" ? [RiskLevel.High, RiskLevel.Critical] : [RiskLevel.Low, RiskLevel.Medium],
    ),
    actionText: "View customers",
    dedupeKey: `analysis:${analysisId}`,
    customers: direction === "raised" ? alerts.map(named) : [],
    valueAtRiskCents,
  };
}

const named = ({ customerId, name, score, valueAtRiskCents }: NamedAlert) => ({
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
