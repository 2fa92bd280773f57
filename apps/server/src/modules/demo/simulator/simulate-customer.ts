import type { PaymentStatusValue, SubscriptionStatusValue } from "@forestay/contracts";
import { demoPlans, monthlyPriceCents, wholeDays, type DemoAccount, type DemoPlan } from "./account.ts";
import type { Draw } from "./draw.ts";
import { drawMonthEvents, type DemoEvent, type MonthUsage } from "./month-events.ts";
import {
  engagementMoves,
  frictionMoves,
  monthlyHazard,
  nextRenewalMs,
  paymentChances,
  STEP_MS,
  type LatentState,
} from "./hazard.ts";

/** One customer-month as a company would record it, and the hidden state behind it. */
export interface DemoMonth {
  /** Its first instant, or when the customer came. */
  fromMs: number;
  /** End of the month; everything in `features` was known by then. */
  atMs: number;
  /** What was agreed at the end, and when in the month it was changed; null where it was not. */
  terms: { plan: DemoPlan; seats: number; priceCents: number; changedAtMs: number | null };
  usage: MonthUsage;
  lastLoginAtMs: number | null;
  features: Record<string, number | string | null>;
  state: LatentState;
}

export interface DemoCustomer {
  account: DemoAccount;
  plan: DemoPlan;
  seats: number;
  monthlyRevenueCents: number;
  lifetimeValueCents: number;
  subscriptionStatus: SubscriptionStatusValue;
  paymentStatus: PaymentStatusValue;
  lastLoginAtMs: number | null;
  endedAtMs: number | null;
  /** Why it ended; null while it runs. */
  endReason: string | null;
  months: DemoMonth[];
  events: DemoEvent[];
}

const FEATURES_OF_PRODUCT = 12;
/** The reason of an end that was not the customer's choice. */
export const UNPAID_END = "Payment never recovered";

/**
 * Lives one account through `months` steps of 30 days that end at `nowMs`. A month's record is drawn from the
 * hidden state; then the true hazard decides whether the customer leaves before the next one.
 */
export function simulateCustomer(
  draw: Draw,
  account: DemoAccount,
  nowMs: number,
  months: number,
): DemoCustomer {
  const firstMs = nowMs - (months - 1) * STEP_MS;
  let state: LatentState = { engagement: account.engagementCentre, payment: 0, friction: 0 };
  let openTickets = 0;
  let plan = account.plan;
  let seats = account.seats;
  let price = monthlyPriceCents(plan, seats, account.billing);
  const before = Math.max(0, Math.floor((firstMs - account.startedAtMs) / STEP_MS));
  let paidCents = before * price;
  // Accounts older than the window have left their first state behind.
  for (let step = 0; step < Math.min(before, 12); step++) state = nextState(draw, account, state);

  const customer: DemoCustomer = {
    account,
    plan,
    seats,
    monthlyRevenueCents: price,
    lifetimeValueCents: paidCents,
    subscriptionStatus: 1,
    paymentStatus: 0,
    lastLoginAtMs: null,
    endedAtMs: null,
    endReason: null,
    months: [],
    events: [
      { type: "signup", atMs: account.startedAtMs, title: `Signed up for ${plan}`, detail: account.channel },
    ],
  };
  for (let atMs = firstMs; atMs <= nowMs; atMs += STEP_MS) {
    if (atMs < account.startedAtMs) continue;
    const fromMs = Math.max(atMs - STEP_MS, account.startedAtMs);
    const usage = drawUsage(draw, account, state, seats, (atMs - fromMs) / STEP_MS, openTickets);
    openTickets = state.friction;
    const change = drawPlanChange(draw, state, plan, seats);
    const oldPrice = price;
    let changedAtMs: number | null = null;
    if (change) {
      ({ plan, seats } = change);
      price = monthlyPriceCents(plan, seats, account.billing);
      changedAtMs = fromMs + draw.next() * (atMs - fromMs);
      customer.events.push({
        type: "plan_change",
        atMs: changedAtMs,
        title: change.title,
        detail: `${dollars(oldPrice)} to ${dollars(price)} a month`,
      });
    }
    if (state.payment === 0) paidCents += price;
    const events = drawMonthEvents(draw, {
      account,
      usage,
      state,
      priceCentsAt: (dueMs) => (changedAtMs !== null && dueMs < changedAtMs ? oldPrice : price),
      fromMs,
      atMs,
      nowMs,
      plan,
    });
    customer.events.push(...events);
    for (const event of events)
      if (event.type === "login") customer.lastLoginAtMs = Math.max(customer.lastLoginAtMs ?? 0, event.atMs);
    // Logins older than the timeline keeps are counted, not listed: the last of the month is still known.
    if (usage.logins > 0 && (customer.lastLoginAtMs ?? 0) <= fromMs)
      customer.lastLoginAtMs = atMs - ((atMs - fromMs) / (usage.logins + 1)) * draw.next();

    customer.plan = plan;
    customer.seats = seats;
    customer.monthlyRevenueCents = price;
    customer.lifetimeValueCents = paidCents;
    customer.paymentStatus = state.payment === 0 ? 0 : state.payment === 1 ? 1 : 2;
    customer.subscriptionStatus =
      state.payment === 2 ? 3 : state.engagement === 0 && usage.logins === 0 ? 4 : 1;
    customer.months.push({
      fromMs,
      atMs,
      terms: { plan, seats, priceCents: price, changedAtMs },
      usage,
      lastLoginAtMs: customer.lastLoginAtMs,
      state,
      features: monthFeatures(customer, usage, { seats, openTickets }, atMs),
    });
    if (atMs === nowMs) break;

    if (draw.chance(monthlyHazard(account, state, atMs))) {
      endCustomer(customer, state, atMs + draw.next() * STEP_MS);
      break;
    }
    state = nextState(draw, account, state);
  }
  customer.events.sort((a, b) => a.atMs - b.atMs);
  return customer;
}

function nextState(draw: Draw, account: DemoAccount, state: LatentState): LatentState {
  const step = ({ up, down }: { up: number; down: number }) => {
    const roll = draw.next();
    return roll < up ? 1 : roll < up + down ? -1 : 0;
  };
  return {
    engagement: state.engagement + step(engagementMoves(account, state.engagement)),
    payment: draw.weighted(
      paymentChances(account, state.payment).map((chance, level) => [level, chance] as const),
    ),
    friction: state.friction + step(frictionMoves(state.friction)),
  };
}

/** `share` is the part of the month that the customer was there. */
function drawUsage(
  draw: Draw,
  account: DemoAccount,
  state: LatentState,
  seats: number,
  share: number,
  ticketsBefore: number,
): MonthUsage {
  // Some tickets open and close within the month; the others are those that the hidden state keeps open.
  const passingTickets = draw.poisson(0.1);
  const activeSeats = draw.binomial(seats, 0.12 + 0.1 * state.engagement);
  const loginsPerSeat = 7 * Math.exp(0.3 * (state.engagement - 4)) * account.loginHabit;
  const logins = draw.poisson(Math.max(activeSeats, 0.4) * loginsPerSeat * share);
  return {
    logins,
    activeSeats: logins === 0 ? 0 : Math.max(1, activeSeats),
    featureEvents: draw.poisson(logins * 2.2),
    featuresUsed:
      logins === 0 ? 0 : Math.max(1, draw.binomial(FEATURES_OF_PRODUCT, 0.1 + 0.08 * state.engagement)),
    ticketsOpened: passingTickets + Math.max(0, state.friction - ticketsBefore),
    ticketsClosed: passingTickets + Math.max(0, ticketsBefore - state.friction),
    failedPayments: state.payment === 0 ? 0 : draw.int(1, 3),
  };
}

function drawPlanChange(draw: Draw, state: LatentState, plan: DemoPlan, seats: number) {
  const level = demoPlans.indexOf(plan);
  if (state.engagement >= 6 && draw.chance(0.03)) {
    const added = Math.max(1, Math.round(seats * 0.25));
    return { plan, seats: seats + added, title: `Added ${added} ${added === 1 ? "seat" : "seats"}` };
  }
  const upper = demoPlans[level + 1];
  if (upper && state.engagement >= 7 && draw.chance(0.015))
    return { plan: upper, seats, title: `Upgraded to ${upper}` };
  const lower = demoPlans[level - 1];
  if (lower && state.engagement <= 2 && draw.chance(0.03))
    return { plan: lower, seats, title: `Downgraded to ${lower}` };
  return null;
}

/** What a company's systems would have said on that day. */
function monthFeatures(
  customer: DemoCustomer,
  usage: MonthUsage,
  { seats, openTickets }: { seats: number; openTickets: number },
  atMs: number,
): DemoMonth["features"] {
  const { account } = customer;
  return {
    plan: customer.plan,
    subscription_status:
      ({ 1: "Active", 3: "Past Due", 4: "Paused" } as Record<number, string>)[customer.subscriptionStatus] ??
      null,
    payment_status: ["Current", "Failed", "Overdue"][customer.paymentStatus] ?? null,
    monthly_revenue: customer.monthlyRevenueCents / 100,
    lifetime_value: customer.lifetimeValueCents / 100,
    tenure_days: wholeDays(account.startedAtMs, atMs),
    billing: account.billing === "annual" ? "Annual" : "Monthly",
    days_to_renewal: account.billing === "annual" ? wholeDays(atMs, nextRenewalMs(account, atMs)) : null,
    seats,
    active_seats_30d: usage.activeSeats,
    logins_30d: usage.logins,
    feature_events_30d: usage.featureEvents,
    features_used_30d: usage.featuresUsed,
    days_since_last_login: customer.lastLoginAtMs === null ? null : wholeDays(customer.lastLoginAtMs, atMs),
    tickets_opened_30d: usage.ticketsOpened,
    open_tickets: openTickets,
    failed_payments_30d: usage.failedPayments,
    industry: account.industry,
    country: account.country,
    acquisition_channel: account.channel,
  };
}

function endCustomer(customer: DemoCustomer, state: LatentState, endedAtMs: number): void {
  customer.endedAtMs = endedAtMs;
  customer.subscriptionStatus = 2;
  const reason =
    state.payment === 2
      ? UNPAID_END
      : state.engagement <= 2
        ? "Not using it"
        : state.friction > 1
          ? "Support problems"
          : "Moved to another product";
  customer.endReason = reason;
  customer.events.push({ type: "cancelled", atMs: endedAtMs, title: "Cancelled", detail: reason });
}

const dollars = (cents: number) => `$${Math.round(cents / 100).toLocaleString("en-US")}`;
