import { PaymentStatus, SubscriptionStatus } from "@forestay/contracts/vocabulary";
import { mrrAt, mrrOfCustomer } from "@forestay/metrics";
import type { FileMoney, LedgerValues } from "#modules/customers/index.ts";
import type { SoldLine } from "./subscription-lines.ts";

/** A subscription, prices aside. */
export interface SubscriptionFacts {
  status: number;
  startedMs: number;
  endedMs: number | null;
}

/** A customer's bills and orders in one currency. */
export interface BilledFacts {
  currency: string;
  /** Paid, less refunds. */
  receivedMinor: number;
  firstMs: number;
  lastMs: number;
}

/** How a customer's bills stand. */
export interface PaymentFacts {
  /** A bill that is open after a failed attempt, the newest bill given up, or without any bills a newest attempt that failed. */
  hasFailed: boolean;
  /** An open bill whose time to pay is over. */
  hasOverdue: boolean;
  hasOpen: boolean;
}

/** What the ledger holds of one customer, as of now. */
export interface CustomerFacts {
  subscriptions: readonly SubscriptionFacts[];
  lines: readonly SoldLine[];
  billed: readonly BilledFacts[];
  /** Null: no bill and no attempt. */
  payments: PaymentFacts | null;
  lastOrderMs: number | null;
  /** The last event that is usage. */
  lastUsedMs: number | null;
}

type Known = LedgerValues["known"];

/**
 * What the ledger knows of a customer at `nowMs`; fields it knows nothing of are not in the answer. Amounts of two currencies are
 * never added up: the company's counts where a customer pays in several, and an amount in another than the one shown is none.
 */
export function summariseCustomer(facts: CustomerFacts, money: FileMoney, nowMs: number): Known {
  return {
    ...moneyOf(facts, money, nowMs),
    ...subscriptionOf(facts, nowMs),
    ...paymentOf(facts.payments),
    ...timesOf(facts),
  };
}

function moneyOf(
  { subscriptions, lines, billed }: CustomerFacts,
  { companyCurrency, ...money }: FileMoney,
  nowMs: number,
): Known {
  const company = (currency: string) => (currency === companyCurrency ? 0 : 1);
  if (subscriptions.length > 0) {
    const { timelines } = mrrOfCustomer("", lines);
    const paying = new Map(timelines.map((timeline) => [timeline.currency, mrrAt(timeline, nowMs)]));
    const newest = lines.toSorted(
      (a, b) =>
        Number((paying.get(b.currency) ?? 0) > 0) - Number((paying.get(a.currency) ?? 0) > 0) ||
        company(a.currency) - company(b.currency) ||
        b.startMs - a.startMs ||
        (a.currency < b.currency ? -1 : 1),
    )[0];
    const currency = newest?.currency ?? companyCurrency;
    const received = billed.find((one) => one.currency === currency)?.receivedMinor;
    const isFileInOther = money.lifetimeValueCents !== null && money.currency !== currency;
    return {
      monthly_revenue_cents: paying.get(currency) ?? 0,
      currency,
      ...((received !== undefined || billed.length > 0 || isFileInOther) && {
        lifetime_value_cents: received ?? null,
      }),
    };
  }
  const held = money.monthlyRevenueCents !== null ? money.currency : null;
  const [shown] = billed
    .filter(({ currency }) => held === null || currency === held)
    .toSorted(
      (a, b) =>
        company(a.currency) - company(b.currency) ||
        b.lastMs - a.lastMs ||
        (a.currency < b.currency ? -1 : 1),
    );
  return shown === undefined ? {} : { currency: shown.currency, lifetime_value_cents: shown.receivedMinor };
}

const { Inactive, Active, Cancelled, PastDue, Paused } = SubscriptionStatus;
/** Of several subscriptions the best says how the customer stands. */
const ranks: readonly number[] = [Active, PastDue, Paused, Inactive, Cancelled];

/** How a subscription stands now: one that was ended runs on until its paid term is over. */
function standing({ status, endedMs }: SubscriptionFacts, nowMs: number): number {
  const isOver = status === Cancelled || status === Inactive;
  if (endedMs !== null && endedMs <= nowMs) return isOver ? status : Cancelled;
  return isOver && endedMs !== null ? Active : status;
}

function subscriptionOf({ subscriptions, lines }: CustomerFacts, nowMs: number): Known {
  if (subscriptions.length === 0) return {};
  const best = subscriptions
    .map((one) => standing(one, nowMs))
    .reduce((a, b) => (ranks.indexOf(b) < ranks.indexOf(a) ? b : a));
  let endedMs: number | null = -Infinity;
  for (const one of subscriptions) {
    if (one.endedMs === null) endedMs = null;
    else if (endedMs !== null) endedMs = Math.max(endedMs, one.endedMs);
  }
  const plan = planOf(lines, nowMs);
  return {
    subscription_status: best,
    ended_at: endedMs === null ? null : new Date(endedMs).toISOString(),
    ...(plan !== null && { plan }),
  };
}

/** The plan of what is charged now, the dearest of several; else of what was charged last. */
function planOf(lines: readonly SoldLine[], nowMs: number): string | null {
  const isNow = (line: SoldLine) => line.startMs <= nowMs && (line.endMs === null || nowMs < line.endMs);
  const perMonth = ({ amountMinor, discountMinor = 0, every }: SoldLine) =>
    every === null
      ? 0
      : ((amountMinor - discountMinor) / every.count) * { week: 52 / 12, month: 1, year: 1 / 12 }[every.unit];
  const named = lines
    .filter(({ plan }) => plan !== null)
    .toSorted(
      (a, b) =>
        Number(isNow(b)) - Number(isNow(a)) ||
        (isNow(a)
          ? perMonth(b) - perMonth(a)
          : (b.endMs ?? Infinity) - (a.endMs ?? Infinity) || b.startMs - a.startMs) ||
        ((a.plan ?? "") < (b.plan ?? "") ? -1 : 1),
    );
  return named[0]?.plan ?? null;
}

function paymentOf(payments: PaymentFacts | null): Known {
  if (payments === null) return {};
  const { hasFailed, hasOverdue, hasOpen } = payments;
  const { Failed, Overdue, Pending, Current } = PaymentStatus;
  return { payment_status: hasOverdue ? Overdue : hasFailed ? Failed : hasOpen ? Pending : Current };
}

function timesOf({ subscriptions, billed, lastOrderMs, lastUsedMs }: CustomerFacts): Known {
  const startMs = Math.min(...subscriptions.map((one) => one.startedMs), ...billed.map((one) => one.firstMs));
  const lastMs = Math.max(lastOrderMs ?? -Infinity, lastUsedMs ?? -Infinity);
  return {
    ...(startMs !== Infinity && { started_at: new Date(startMs).toISOString() }),
    ...(lastMs !== -Infinity && { last_activity_at: new Date(lastMs).toISOString() }),
  };
}
