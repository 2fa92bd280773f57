import { DAY_MS } from "@forestay/contracts";
import type { DemoAccount, DemoPlan } from "./account.ts";
import type { Draw } from "./draw.ts";
import type { LatentState } from "./hazard.ts";

/** A line of a customer's timeline. */
export interface DemoEvent {
  type:
    | "signup"
    | "login"
    | "feature_used"
    | "invoice_paid"
    | "payment_failed"
    | "ticket_opened"
    | "ticket_closed"
    | "plan_change"
    | "cancelled";
  atMs: number;
  title: string;
  detail: string | null;
  amountCents?: number;
  /** How many times, where a line stands for several. */
  times?: number;
  /** Why a card was declined, as a payment provider says it. */
  declineCode?: string;
}

/** What one month counted. */
export interface MonthUsage {
  logins: number;
  featureEvents: number;
  featuresUsed: number;
  activeSeats: number;
  ticketsOpened: number;
  ticketsClosed: number;
  failedPayments: number;
}

export interface MonthOfEvents {
  account: DemoAccount;
  plan: DemoPlan;
  usage: MonthUsage;
  state: LatentState;
  /** What a month costs at an instant of it. */
  priceCentsAt: (atMs: number) => number;
  fromMs: number;
  atMs: number;
  nowMs: number;
}

/** Single logins and feature events are listed for this long; before it the snapshots' counts tell the story. */
export const DETAILED_TIMELINE_DAYS = 14;

/** Days from one bill to the next. */
export const BILLING_CYCLE_DAYS = { monthly: 30, annual: 365 } as const;

const productFeatures =
  "Dashboards,Exports,Alerts,API,Shared views,Automations,Forms,Reports,Approvals,Calendar sync,Templates,Audit log".split(
    ",",
  );
const declines = [
  { code: "insufficient_funds", words: "insufficient funds" },
  { code: "expired_card", words: "card expired" },
  { code: "do_not_honor", words: "do not honour" },
  { code: "card_velocity_exceeded", words: "limit exceeded" },
];
const ticketSubjects = [
  "Export to CSV keeps timing out",
  "Cannot invite a colleague",
  "Numbers differ between report and dashboard",
  "How do we change the billing address?",
  "Single sign-on loops back to the start",
  "Alert arrives twice",
  "Import stops half way",
  "Need an invoice with our VAT number",
];

/** Turns a month's counts into timeline lines; times are spread over the month. */
export function drawMonthEvents(draw: Draw, month: MonthOfEvents): DemoEvent[] {
  const { account, usage, state, priceCentsAt, fromMs, atMs, nowMs } = month;
  const events: DemoEvent[] = [];
  const sometime = () => fromMs + draw.next() * (atMs - fromMs);
  const add = (
    type: DemoEvent["type"],
    eventMs: number,
    title: string,
    detail: string | null,
    more: Pick<DemoEvent, "amountCents" | "times" | "declineCode"> = {},
  ) => events.push({ type, atMs: eventMs, title, detail, ...more });

  const detailedFromMs = Math.max(fromMs, nowMs - DETAILED_TIMELINE_DAYS * DAY_MS);
  if (detailedFromMs < atMs) {
    const share = (atMs - detailedFromMs) / (atMs - fromMs);
    const within = () => detailedFromMs + draw.next() * (atMs - detailedFromMs);
    const logins = Array.from({ length: draw.binomial(usage.logins, share) }, within);
    // One line a day, as a timeline would show it: the last login, and how many there were.
    for (const ofDay of Map.groupBy(logins, (loginMs) => Math.floor(loginMs / DAY_MS)).values())
      add(
        "login",
        Math.max(...ofDay),
        "Signed in",
        ofDay.length === 1 ? "Once" : `${ofDay.length} times that day`,
        { times: ofDay.length },
      );
    const first = draw.int(0, productFeatures.length - 1);
    for (let feature = 0; feature < usage.featuresUsed; feature++) {
      const times = draw.poisson((usage.featureEvents / usage.featuresUsed) * share);
      const name = productFeatures[(first + feature * 5) % productFeatures.length] ?? "Dashboards";
      if (times > 0) add("feature_used", within(), `Used ${name}`, times === 1 ? "Once" : `${times} times`);
    }
  }

  const due = dueWithin(account, fromMs, atMs);
  // Between two yearly bills it is a month's worth of extra use that could not be collected.
  const dueCents = (account.billing === "annual" && due !== null ? 12 : 1) * priceCentsAt(due ?? fromMs);
  if (state.payment === 0 && due !== null)
    add("invoice_paid", due, "Invoice paid", `${month.plan}, ${account.billing}`, { amountCents: dueCents });
  let failedMs = due ?? sometime();
  for (let attempt = 1; attempt <= usage.failedPayments; attempt++) {
    const again = attempt > 1 || state.payment === 2;
    const decline = draw.pick(declines);
    add(
      "payment_failed",
      Math.min(failedMs, atMs - 1),
      again ? "Payment failed again" : "Payment failed",
      `Card declined, ${decline.words}`,
      { amountCents: dueCents, declineCode: decline.code },
    );
    failedMs += 3 * DAY_MS;
  }

  for (let ticket = 0; ticket < usage.ticketsOpened; ticket++)
    add("ticket_opened", sometime(), "Support ticket opened", `“${draw.pick(ticketSubjects)}”`);
  for (let ticket = 0; ticket < usage.ticketsClosed; ticket++)
    add("ticket_closed", fromMs + (0.5 + draw.next() / 2) * (atMs - fromMs), "Support ticket closed", null);
  return events;
}

/** When the bill of [fromMs, untilMs) is due, every 30 days from the start or, by the year, every 365; null where none is. */
export function dueWithin(
  { billing, startedAtMs }: Pick<DemoAccount, "billing" | "startedAtMs">,
  fromMs: number,
  untilMs: number,
): number | null {
  const cycleMs = BILLING_CYCLE_DAYS[billing] * DAY_MS;
  const due = startedAtMs + Math.max(0, Math.ceil((fromMs - startedAtMs) / cycleMs)) * cycleMs;
  return due < untilMs ? due : null;
}
