import {
  churnByReason,
  dayNumber,
  firstSpanFrom,
  isoDay,
  mrrBefore,
  retentionByPeriod,
  spanStart,
  type ChurnReason,
  type DayCalendar,
  type MrrTimeline,
  type RetentionSpan,
} from "@forestay/metrics";
import type { FailedPayment } from "./failed-payments.ts";
import { ALL_PLANS, type MovementRow } from "./movement-rows.ts";
import { sumTables, type SumTable } from "./sum-tables.ts";
import { Sums } from "./sums.ts";

const SPANS: readonly RetentionSpan[] = ["30_days", "1_month", "12_months"];
/** In place of a currency: customers, in whatever they pay. */
export const LOGOS = "";

/** What rows add to the tables of sums, or take from them. */
export class RollupSums {
  readonly #calendar: DayCalendar;
  readonly tables: Readonly<Record<SumTable, Sums>> = {
    revenue_days: new Sums(sumTables.revenue_days.values),
    retention_days: new Sums(sumTables.retention_days.values),
    payment_days: new Sums(sumTables.payment_days.values),
  };

  constructor(calendar: DayCalendar) {
    this.#calendar = calendar;
  }

  /** One customer's movements, all of them; `sign` -1 takes them away. */
  addMovements(rows: readonly MovementRow[], sign: 1 | -1): void {
    if (rows.length === 0) return;
    for (const { plan, currency, day, kind, amountMinor } of rows) {
      this.tables.revenue_days.add([plan, currency, day], {
        [`${kind}_minor`]: sign * amountMinor,
        [`${kind}_count`]: sign,
      });
    }
    const customer = timelinesOf(rows);
    for (const span of SPANS) this.#addRetention(span, rows, customer, sign);
  }

  #addRetention(span: RetentionSpan, rows: readonly MovementRow[], customer: Timelines, sign: 1 | -1): void {
    const ends = [
      ...new Set(
        rows.flatMap(({ day }) => {
          const next = dayNumber(day) + 1;
          return [next, firstSpanFrom(span, next)];
        }),
      ),
    ].sort((a, b) => a - b);
    const periods = ends.map((end) => ({
      startMs: this.#calendar.startOf(spanStart(span, end)),
      endMs: this.#calendar.startOf(end),
    }));
    const retention = retentionByPeriod([{ customerId: "", timelines: customer.all }], periods);
    // Until the first of these days nothing is counted; from each on, what it says, up to the next.
    let before: Figures = new Map();
    for (const [at, period] of retention.entries()) {
      const now = figuresOf(period, rows, customer);
      const day = isoDay(ends[at]!);
      for (const [group, values] of now)
        this.tables.retention_days.add([span, ...keyOf(group), day], values, sign);
      for (const [group, values] of before)
        this.tables.retention_days.add([span, ...keyOf(group), day], values, -sign);
      before = now;
    }
  }

  addPayment(payment: FailedPayment, sign: 1 | -1): void {
    const { currency } = payment;
    this.tables.payment_days.add(
      [currency, payment.firstFailedDay],
      {
        failed_count: 1,
        failed_minor: payment.amountMinor,
        recovered_count: payment.isRecovered ? 1 : 0,
        recovered_minor: payment.recoveredMinor,
        open_count: payment.openMinor > 0 ? 1 : 0,
        open_minor: payment.openMinor,
      },
      sign,
    );
    if (payment.recoveredDay === null) return;
    const paid = { paid_count: 1, paid_minor: payment.recoveredMinor };
    this.tables.payment_days.add([currency, payment.recoveredDay], paid, sign);
  }
}

/** Values by plan and currency. */
type Figures = Map<string, Record<string, number>>;
const groupOf = (plan: string, currency: string) => `${plan}\u0001${currency}`;
const keyOf = (group: string): string[] => group.split("\u0001");

interface Timelines {
  all: MrrTimeline[];
  byPlan: Map<string, MrrTimeline[]>;
}

function timelinesOf(rows: readonly MovementRow[]): Timelines {
  const byPlan = new Map<string, Map<string, { currency: string; atMs: number[]; mrrMinor: number[] }>>();
  for (const { plan, currency, atMs, afterMinor } of rows) {
    const own =
      byPlan.get(plan) ?? new Map<string, { currency: string; atMs: number[]; mrrMinor: number[] }>();
    byPlan.set(plan, own);
    const timeline = own.get(currency) ?? { currency, atMs: [], mrrMinor: [] };
    own.set(currency, timeline);
    timeline.atMs.push(atMs);
    timeline.mrrMinor.push(afterMinor);
  }
  const plans = new Map([...byPlan].map(([plan, own]) => [plan, [...own.values()]]));
  const all = plans.get(ALL_PLANS) ?? [];
  plans.delete(ALL_PLANS);
  return { all, byPlan: plans };
}

function figuresOf(
  { period, logos, revenue }: ReturnType<typeof retentionByPeriod>[number],
  rows: readonly MovementRow[],
  customer: Timelines,
): Figures {
  const figures: Figures = new Map();
  if (logos.activeAtStart > 0) {
    const left = { left_voluntary: 0, left_involuntary: 0, left_unknown: 0 };
    left[`left_${reasonOf(rows, period.endMs)}`] = logos.left;
    const values = { active_at_start: logos.activeAtStart, ...left };
    figures.set(groupOf(ALL_PLANS, LOGOS), values);
    const plan = mainPlan(customer, period.startMs);
    if (plan !== ALL_PLANS) figures.set(groupOf(plan, LOGOS), values);
  } else if (logos.cameAndLeft > 0) {
    figures.set(groupOf(ALL_PLANS, LOGOS), { came_and_left: logos.cameAndLeft });
  }
  for (const { currency, openingMinor, keptMinor, closingMinor } of revenue) {
    const { byReason } = churnByReason({
      currency,
      openingMinor: [openingMinor],
      closingMinor: [closingMinor],
      reasons: [reasonOf(rows, period.endMs, currency)],
    });
    const values = {
      active_at_start: 1,
      left_voluntary: byReason.voluntary.customers,
      left_involuntary: byReason.involuntary.customers,
      left_unknown: byReason.unknown.customers,
      opening_minor: openingMinor,
      kept_minor: keptMinor,
      closing_minor: closingMinor,
      lost_voluntary_minor: byReason.voluntary.lostMinor,
      lost_involuntary_minor: byReason.involuntary.lostMinor,
      lost_unknown_minor: byReason.unknown.lostMinor,
    };
    figures.set(groupOf(ALL_PLANS, currency), values);
    const plan = mainPlan(customer, period.startMs, currency);
    if (plan !== ALL_PLANS) figures.set(groupOf(plan, currency), values);
  }
  return figures;
}

/** Why the customer's MRR (in a currency) last fell to nothing before an instant. */
function reasonOf(rows: readonly MovementRow[], beforeMs: number, currency?: string): ChurnReason {
  let last: MovementRow | undefined;
  for (const row of rows) {
    if (row.plan !== ALL_PLANS || row.kind !== "churn" || row.atMs >= beforeMs) continue;
    if (currency !== undefined && row.currency !== currency) continue;
    if (last === undefined || row.atMs > last.atMs) last = row;
  }
  return last?.reason ?? "unknown";
}

/**
 * The plan that a customer pays most for right before an instant; of two that are equal, the first by name. Where it pays in
 * several currencies, which are never compared: in the first of them.
 */
function mainPlan({ byPlan }: Timelines, beforeMs: number, currency?: string): string {
  let found = { plan: ALL_PLANS, currency: "\uffff", minor: 0 };
  for (const [plan, timelines] of byPlan) {
    for (const timeline of timelines) {
      if (currency !== undefined && timeline.currency !== currency) continue;
      const minor = mrrBefore(timeline, beforeMs);
      if (minor === 0 || timeline.currency > found.currency) continue;
      const isMore =
        timeline.currency < found.currency ||
        minor > found.minor ||
        (minor === found.minor && plan < found.plan);
      if (isMore) found = { plan, currency: timeline.currency, minor };
    }
  }
  return found.plan;
}
