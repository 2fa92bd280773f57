import { DAY_MS } from "@forestay/contracts/vocabulary";
import { mrrAt, mrrOfCustomer, movementsOf, type MrrMovement, type MrrTimeline } from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/engine-door.ts";
import { rounded, WINDOWS_DAYS, type PutFeature } from "./event-features.ts";
import { countBefore, type LedgerPast } from "./ledger-past.ts";

/** How far back a price is compared with, and changes of it are counted. */
const PRICE_DAYS = 180;

/**
 * What was sold and collected before a moment: plan, monthly revenue and how it moved, term and time to its renewal, tenure, and
 * failed payments by how long ago. Fields of the same meaning have the names that customers' own records give them.
 */
export function putBilling(put: PutFeature, past: LedgerPast): void {
  putSold(put, past);
  putTried(put, past);
}

function putSold(put: PutFeature, { lines, untilMs }: LedgerPast): void {
  if (lines.length === 0) return;
  const { startMs, plan, term, timelines } = soldOf(lines);
  const paying = timelines.find(({ timeline }) => mrrAt(timeline, untilMs) > 0) ?? timelines[0];
  put("tenure_days", Math.floor((untilMs - startMs) / DAY_MS));
  if (plan !== null) put("plan", plan);
  if (term !== null) {
    put("billing", term.inWords);
    put("days_to_renewal", Math.floor((nextRenewalMs(term.startMs, term.every, untilMs) - untilMs) / DAY_MS));
  }
  if (paying !== undefined) putRevenue(put, paying, untilMs);
}

/** What lines say whatever the moment. */
interface Sold {
  /** Of the first of them. */
  startMs: number;
  /** Of the latest. */
  plan: string | null;
  /** Of the latest, and the start of its subscription. */
  term: { every: Term; inWords: string; startMs: number } | null;
  timelines: readonly { timeline: MrrTimeline; movements: readonly MrrMovement[] }[];
}

/** Months in which nothing was sold and nothing ended have the same lines. */
const soldByLines = new WeakMap<LedgerPast["lines"], Sold>();

function soldOf(lines: LedgerPast["lines"]): Sold {
  const known = soldByLines.get(lines);
  if (known !== undefined) return known;
  const latest = lines.reduce((a, b) => (b.startMs >= a.startMs ? b : a));
  const starts = (of: LedgerPast["lines"]) => Math.min(...of.map((line) => line.startMs));
  const sold: Sold = {
    startMs: starts(lines),
    plan: latest.plan,
    term: latest.every && {
      every: latest.every,
      inWords: termInWords(latest.every),
      startMs: starts(lines.filter(({ subscriptionId }) => subscriptionId === latest.subscriptionId)),
    },
    timelines: mrrOfCustomer("", lines).timelines.map((timeline) => ({
      timeline,
      movements: [...movementsOf(timeline)],
    })),
  };
  soldByLines.set(lines, sold);
  return sold;
}

function putRevenue(
  put: PutFeature,
  { timeline, movements }: Sold["timelines"][number],
  untilMs: number,
): void {
  const nowMinor = mrrAt(timeline, untilMs);
  put("monthly_revenue", toMajorUnits(nowMinor, timeline.currency));
  const fromMs = untilMs - PRICE_DAYS * DAY_MS;
  const thenMinor = mrrAt(timeline, fromMs);
  if (thenMinor > 0) put("revenue_change_180d", rounded(Math.log1p(nowMinor) - Math.log1p(thenMinor)));
  let expansions = 0;
  let contractions = 0;
  let reactivations = 0;
  for (const { kind, atMs } of movements) {
    if (atMs < fromMs || atMs >= untilMs) continue;
    if (kind === "expansion") expansions++;
    else if (kind === "contraction") contractions++;
    else if (kind === "reactivation") reactivations++;
  }
  put("expansions_180d", expansions);
  put("contractions_180d", contractions);
  put("reactivations_180d", reactivations);
}

const FAILED_WINDOWS = WINDOWS_DAYS.map((days) => ({
  ms: days * DAY_MS,
  name: `failed_payments_${days}d`,
}));

function putTried(put: PutFeature, { tries, untilMs }: LedgerPast): void {
  const last = tries.at(-1);
  if (last === undefined) return;
  put("payment_status", last.succeeded ? "Current" : "Failed");
  const failedMs: number[] = [];
  for (const { succeeded, atMs } of tries) if (!succeeded) failedMs.push(atMs);
  for (const { ms, name } of FAILED_WINDOWS) put(name, failedMs.length - countBefore(failedMs, untilMs - ms));
  const lastFailedMs = failedMs.at(-1);
  if (lastFailedMs !== undefined)
    put("days_since_failed_payment", Math.floor((untilMs - lastFailedMs) / DAY_MS));
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
