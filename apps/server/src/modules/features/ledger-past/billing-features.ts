import { DAY_MS } from "@forestay/contracts/vocabulary";
import { mrrAt, mrrOfCustomer, movementsOf, type MrrMovement, type MrrTimeline } from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/engine-door.ts";
import { rounded, WINDOWS_DAYS } from "./event-features.ts";
import type { LedgerPast } from "./ledger-past.ts";

/** How far back a price is compared with, and changes of it are counted. */
const PRICE_DAYS = 180;

type Features = Record<string, number | string>;

/**
 * What was sold and collected before a moment: plan, monthly revenue and how it moved, term and time to its renewal, tenure, and
 * failed payments by how long ago. Fields of the same meaning have the names that customers' own records give them.
 */
export function billingFeatures(past: LedgerPast): Features {
  return { ...soldFeatures(past), ...triedFeatures(past) };
}

function soldFeatures({ lines, untilMs }: LedgerPast): Features {
  if (lines.length === 0) return {};
  const features: Features = {};
  const { timelines } = mrrOfCustomer("", lines);
  const paying = timelines.find((timeline) => mrrAt(timeline, untilMs) > 0) ?? timelines[0];
  const latest = lines.reduce((a, b) => (b.startMs >= a.startMs ? b : a));
  const startMs = Math.min(...lines.map((line) => line.startMs));
  features["tenure_days"] = Math.floor((untilMs - startMs) / DAY_MS);
  if (latest.plan !== null) features["plan"] = latest.plan;
  if (latest.every !== null) {
    features["billing"] = termInWords(latest.every);
    const startOfSubscription = Math.min(
      ...lines.flatMap((line) => (line.subscriptionId === latest.subscriptionId ? [line.startMs] : [])),
    );
    features["days_to_renewal"] = Math.floor(
      (nextRenewalMs(startOfSubscription, latest.every, untilMs) - untilMs) / DAY_MS,
    );
  }
  if (paying !== undefined) Object.assign(features, revenueFeatures(paying, untilMs));
  return features;
}

function revenueFeatures(timeline: MrrTimeline, untilMs: number): Features {
  const nowMinor = mrrAt(timeline, untilMs);
  const features: Features = { monthly_revenue: toMajorUnits(nowMinor, timeline.currency) };
  const fromMs = untilMs - PRICE_DAYS * DAY_MS;
  const thenMinor = mrrAt(timeline, fromMs);
  if (thenMinor > 0) features["revenue_change_180d"] = rounded(Math.log1p(nowMinor) - Math.log1p(thenMinor));
  const moves = [...movementsOf(timeline)].filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
  const count = (kind: MrrMovement["kind"]) => moves.filter((move) => move.kind === kind).length;
  features["expansions_180d"] = count("expansion");
  features["contractions_180d"] = count("contraction");
  features["reactivations_180d"] = count("reactivation");
  return features;
}

function triedFeatures({ tries, untilMs }: LedgerPast): Features {
  const last = tries.at(-1);
  if (last === undefined) return {};
  const features: Features = { payment_status: last.succeeded ? "Current" : "Failed" };
  const failed = (one: LedgerPast["tries"][number]) => !one.succeeded;
  for (const days of WINDOWS_DAYS) {
    const fromMs = untilMs - days * DAY_MS;
    features[`failed_payments_${days}d`] = tries.filter((one) => failed(one) && one.atMs >= fromMs).length;
  }
  const lastFailed = tries.findLast(failed);
  if (lastFailed) features["days_since_failed_payment"] = Math.floor((untilMs - lastFailed.atMs) / DAY_MS);
  return features;
}

type Term = NonNullable<LedgerPast["lines"][number]["every"]>;

function termInWords({ unit, count }: Term): string {
  if (count === 1) return { week: "Weekly", month: "Monthly", year: "Annual" }[unit];
  return `Every ${count} ${unit}s`;
}

/** The first end of a term after a moment, counted from the subscription's start by the calendar (UTC). */
function nextRenewalMs(startMs: number, { unit, count }: Term, afterMs: number): number {
  if (unit === "week") {
    const termMs = 7 * count * DAY_MS;
    return startMs + (Math.floor((afterMs - startMs) / termMs) + 1) * termMs;
  }
  const months = unit === "year" ? 12 * count : count;
  const start = new Date(startMs);
  const monthsSince =
    (new Date(afterMs).getUTCFullYear() - start.getUTCFullYear()) * 12 +
    new Date(afterMs).getUTCMonth() -
    start.getUTCMonth();
  for (let terms = Math.max(1, Math.floor(monthsSince / months)); ; terms++) {
    const renewalMs = monthsLater(start, terms * months);
    if (renewalMs > afterMs) return renewalMs;
  }
}

/** The same day of a later month, or its last one. */
function monthsLater(start: Date, months: number): number {
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const timeOfDay = start.getTime() % DAY_MS;
  return (
    Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay)) +
    (timeOfDay < 0 ? timeOfDay + DAY_MS : timeOfDay)
  );
}
