import { DAY_MS, SubscriptionStatus } from "@forestay/contracts";
import { monthlyPriceCents } from "../account.ts";
import type { Draw } from "../draw.ts";
import { nextRenewalMs } from "../hazard.ts";
import { BILLING_CYCLE_DAYS, dueWithin } from "../month-events.ts";
import { UNPAID_END, type DemoCustomer } from "../simulate-customer.ts";
import type { DemoPrice, DemoSubscription } from "./ledger-rows.ts";

const TRIAL_DAYS = 14;
const TRIAL_SHARE = 0.3;
/** Of those who pay again after a bill was overdue: whose subscription had been ended over it, and was taken out anew. */
const COMEBACK_SHARE = 0.35;
/** A comeback leaves at least this long between the end and the new beginning. */
const SHORTEST_GAP_MS = DAY_MS;

/**
 * The subscriptions of one life, mostly one: with its prices, a trial for some of those who came before the records do, the
 * request that precedes an end by choice, and an unpaid end for who never paid again. A few who paid again had lost theirs
 * over it for some days, always between two months' ends, so that every month's record stays true.
 */
export function drawSubscriptions(draw: Draw, customer: DemoCustomer, nowMs: number): DemoSubscription[] {
  const { account, endedAtMs } = customer;
  const startedAtMs = Math.floor(account.startedAtMs);
  const gap = drawComeback(draw, customer);
  const name = `sub_${account.externalId}`;
  const first: Span = { sourceId: name, startMs: startedAtMs, endMs: gap?.endMs ?? wholeOrNull(endedAtMs) };
  const spans = gap
    ? [first, { sourceId: `${name}-2`, startMs: gap.backMs, endMs: wholeOrNull(endedAtMs) }]
    : [first];
  const trialEndsAtMs = drawTrial(draw, customer);
  const stretches = priceStretches(customer);
  return spans.map((span, at) => ({
    sourceId: span.sourceId,
    startedAtMs: span.startMs,
    endedAtMs: span.endMs,
    trialEndsAtMs: at === 0 ? trialEndsAtMs : null,
    prices: within(stretches, span),
    ...(at === spans.length - 1 ? lastState(draw, customer, span, nowMs) : endedUnpaid),
  }));
}

interface Span {
  sourceId: string;
  startMs: number;
  endMs: number | null;
}

const endedUnpaid = {
  status: SubscriptionStatus.Cancelled,
  cancelRequestedAtMs: null,
  renewsAtMs: null,
  endedBy: "involuntary",
  endReason: "Payment failed",
} as const;

function lastState(
  draw: Draw,
  { account, endedAtMs, endReason, subscriptionStatus }: DemoCustomer,
  { startMs, endMs }: Span,
  nowMs: number,
) {
  if (endMs === null || endedAtMs === null) {
    const cycleMs = BILLING_CYCLE_DAYS.monthly * DAY_MS;
    return {
      status: subscriptionStatus,
      cancelRequestedAtMs: null,
      renewsAtMs: Math.floor(
        account.billing === "annual"
          ? nextRenewalMs(account, nowMs)
          : (dueWithin(account, nowMs, nowMs + cycleMs) ?? nowMs + cycleMs),
      ),
      endedBy: null,
      endReason: null,
    };
  }
  if (endReason === UNPAID_END) return { ...endedUnpaid, endReason };
  const [leastDays, mostDays] = account.billing === "annual" ? [7, 60] : [1, 25];
  const noticeMs = (leastDays + draw.next() * (mostDays - leastDays)) * DAY_MS;
  return {
    status: SubscriptionStatus.Cancelled,
    cancelRequestedAtMs: Math.max(startMs, Math.floor(endMs - noticeMs)),
    renewsAtMs: null,
    endedBy: "voluntary" as const,
    endReason,
  };
}

/** Ended over an overdue bill and back with the next one, within one month; monthly contracts only, once at most. */
function drawComeback(
  draw: Draw,
  { account, months }: DemoCustomer,
): { endMs: number; backMs: number } | null {
  if (account.billing === "annual") return null;
  for (const [at, month] of months.entries()) {
    if (at === 0 || months[at - 1]?.state.payment !== 2 || month.state.payment !== 0) continue;
    const due = dueWithin(account, month.fromMs, month.atMs);
    if (due === null || due - month.fromMs < 3 * SHORTEST_GAP_MS || !draw.chance(COMEBACK_SHARE)) continue;
    const room = due - SHORTEST_GAP_MS - month.fromMs;
    return { endMs: Math.floor(month.fromMs + draw.next() * room) + 1, backMs: Math.floor(due) };
  }
  return null;
}

/** Only where it was over before the records begin: from then on the timeline tells the first bill. */
function drawTrial(draw: Draw, { account, months }: DemoCustomer): number | null {
  const endMs = Math.floor(account.startedAtMs) + TRIAL_DAYS * DAY_MS;
  const recordsFromMs = months[0]?.fromMs ?? account.startedAtMs;
  return endMs < recordsFromMs && draw.chance(TRIAL_SHARE) ? endMs : null;
}

/** What was agreed from the start on, without an end. */
function priceStretches({ account, months }: DemoCustomer): DemoPrice[] {
  const every = account.billing === "annual" ? "year" : "month";
  const stretch = (plan: string, seats: number, monthlyCents: number, fromMs: number): DemoPrice => ({
    plan,
    seats,
    amountCents: every === "year" ? 12 * monthlyCents : monthlyCents,
    every,
    fromMs: Math.floor(fromMs),
    untilMs: null,
  });
  const { plan, seats, billing, startedAtMs } = account;
  const stretches = [stretch(plan, seats, monthlyPriceCents(plan, seats, billing), startedAtMs)];
  for (const { terms } of months) {
    if (terms.changedAtMs === null) continue;
    stretches.at(-1)!.untilMs = Math.floor(terms.changedAtMs);
    stretches.push(stretch(terms.plan, terms.seats, terms.priceCents, terms.changedAtMs));
  }
  return stretches.filter(({ fromMs, untilMs }) => untilMs === null || untilMs > fromMs);
}

function within(stretches: readonly DemoPrice[], { startMs, endMs }: Span): DemoPrice[] {
  return stretches
    .filter(({ fromMs, untilMs }) => (untilMs ?? Infinity) > startMs && fromMs < (endMs ?? Infinity))
    .map((price) => ({
      ...price,
      fromMs: Math.max(price.fromMs, startMs),
      untilMs: endMs !== null && (price.untilMs ?? Infinity) >= endMs ? null : price.untilMs,
    }));
}

const wholeOrNull = (timeMs: number | null) => (timeMs === null ? null : Math.floor(timeMs));
