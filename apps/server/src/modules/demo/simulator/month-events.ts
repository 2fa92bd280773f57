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
  priceCents: number;
  fromMs: number;
  atMs: number;
  nowMs: number;
}

/** Single logins and feature events are listed for this long; before it the snapshots' counts tell the story. */
const DETAILED_TIMELINE_DAYS = 14;

const productFeatures =
  "Dashboards,Exports,Alerts,API,Shared views,Automations,Forms,Reports,Approvals,Calendar sync,Templates,Audit log".split(
    ",",
  );
const declines = ["insufficient funds", "card expired", "do not honour", "limit exceeded"];
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
  const { account, usage, state, priceCents, fromMs, atMs, nowMs } = month;
  const events: DemoEvent[] = [];
  const sometime = () => fromMs + draw.next() * (atMs - fromMs);
  const add = (
    type: DemoEvent["type"],
    eventMs: number,
    title: string,
    detail: string | null,
    amountCents?: number,
  ) =>
    events.push({
      type,
      atMs: eventMs,
      title,
      detail,
      ...(amountCents === undefined ? {} : { amountCents }),
    });

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
      );
    const first = draw.int(0, productFeatures.length - 1);
    for (let feature = 0; feature < usage.featuresUsed; feature++) {
      const times = draw.poisson((usage.featureEvents / usage.featuresUsed) * share);
      const name = productFeatures[(first + feature * 5) % productFeatures.length] ?? "Dashboards";
      if (times > 0) add("feature_used", within(), `Used ${name}`, times === 1 ? "Once" : `${times} times`);
    }
  }

  const dueAmount = account.billing === "annual" ? priceCents * 12 : priceCents;
  const cycleMs = (account.billing === "annual" ? 365 : 30) * DAY_MS;
  const firstDue =
    account.startedAtMs + Math.max(0, Math.ceil((fromMs - account.startedAtMs) / cycleMs)) * cycleMs;
  const due = firstDue < atMs ? firstDue : null;
  if (state.payment === 0 && due !== null)
    add("invoice_paid", due, "Invoice paid", `${month.plan}, ${account.billing}`, dueAmount);
  let failedMs = due ?? sometime();
  for (let attempt = 1; attempt <= usage.failedPayments; attempt++) {
    const again = attempt > 1 || state.payment === 2;
    add(
      "payment_failed",
      Math.min(failedMs, atMs - 1),
      again ? "Payment failed again" : "Payment failed",
      `Card declined, ${draw.pick(declines)}`,
      dueAmount,
    );
    failedMs += 3 * DAY_MS;
  }

  for (let ticket = 0; ticket < usage.ticketsOpened; ticket++)
    add("ticket_opened", sometime(), "Support ticket opened", `“${draw.pick(ticketSubjects)}”`);
  for (let ticket = 0; ticket < usage.ticketsClosed; ticket++)
    add("ticket_closed", fromMs + (0.5 + draw.next() / 2) * (atMs - fromMs), "Support ticket closed", null);
  return events;
}
