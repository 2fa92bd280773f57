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
    reason_days: new Sums(sumTables.reason_days.values),
    tenure_days: new Sums(sumTables.tenure_days.values),
    cohort_days: new Sums(sumTables.cohort_days.values),
  };

  constructor(calendar: DayCalendar) {
    this.#calendar = calendar;
  }

  /** One customer's movements, all of them; `sign` -1 takes them away. */
  addMovements(rows: readonly MovementRow[], sign: 1 | -1): void {
    if (rows.length === 0) return;
    for (const { plan, currency, day, kind, amountMinor, words } of rows) {
      this.tables.revenue_days.add([plan, currency, day], {
        [`${kind}_minor`]: sign * amountMinor,
        [`${kind}_count`]: sign,
      });
      if (words !== null)
        this.tables.reason_days.add(
          [plan, currency, day, words],
          { customers: 1, lost_minor: amountMinor },
          sign,
        );
    }
    const customer = timelinesOf(rows);
    for (const span of SPANS) this.#addRetention(span, rows, customer, sign);
    this.#addTenure(customer, sign);
    this.#addCohort(rows, customer, sign);
  }

  /** From when to when the customer paid anything, of the plan it began with. */
  #addTenure(customer: Timelines, sign: 1 | -1): void {
    const firstMs = firstPaid(customer.all);
    const isThere = customer.all.some(({ mrrMinor }) => lastOf(mrrMinor) > 0);
    const first = this.#calendar.dayAt(firstMs);
    const lasted = isThere ? STILL_THERE : this.#calendar.dayAt(lastChange(customer.all)) - first;
    for (const plan of plansOf(customer, firstMs))
      this.tables.tenure_days.add([plan, isoDay(first), String(lasted)], { customers: sign });
  }

  /** How the cohort of the month in which the customer began changes with each of its movements. */
  #addCohort(rows: readonly MovementRow[], customer: Timelines, sign: 1 | -1): void {
    const table = this.tables.cohort_days;
    const firstMs = firstPaid(customer.all);
    const cohort = monthOf(this.#calendar, firstMs);
    const plans = plansOf(customer, firstMs);
    const add = (day: string, values: Record<string, number>) => {
      for (const plan of plans) table.add([plan, LOGOS, cohort, day], values, sign);
    };
    add(isoDay(this.#calendar.dayAt(firstMs)), { customers: 1 });
    // What changes in two currencies at one instant is one change.
    const instants = Map.groupBy(
      rows.filter((row) => row.plan === ALL_PLANS).sort((a, b) => a.atMs - b.atMs),
      ({ atMs }) => atMs,
    );
    const paidIn = new Set<string>();
    for (const movements of instants.values()) {
      const wasThere = paidIn.size > 0;
      for (const { currency, afterMinor } of movements) {
        if (afterMinor > 0) paidIn.add(currency);
        else paidIn.delete(currency);
      }
      const isThere = paidIn.size > 0;
      if (wasThere !== isThere) add(movements[0]!.day, { kept_count: isThere ? 1 : -1 });
    }
    for (const timeline of customer.all) this.#addRevenueCohort(timeline, customer, sign);
  }

  /** Of one currency: since the customer first paid in it, against what it then paid. */
  #addRevenueCohort(timeline: MrrTimeline, customer: Timelines, sign: 1 | -1): void {
    const { currency, atMs, mrrMinor } = timeline;
    const [firstMs, beganMinor] = [atMs[0]!, mrrMinor[0]!];
    const cohort = monthOf(this.#calendar, firstMs);
    for (const plan of plansOf(customer, firstMs, currency)) {
      const add = (onMs: number, values: Record<string, number>) =>
        this.tables.cohort_days.add(
          [plan, currency, cohort, isoDay(this.#calendar.dayAt(onMs))],
          values,
          sign,
        );
      add(firstMs, { customers: 1, began_minor: beganMinor });
      let held = 0;
      for (const [at, minor] of Array.from(mrrMinor).entries()) {
        add(atMs[at]!, {
          kept_minor: Math.min(minor, beganMinor) - Math.min(held, beganMinor),
          closing_minor: minor - held,
        });
        held = minor;
      }
    }
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

/** In place of the days a customer lasted: it pays, as far as is known. */
export const STILL_THERE = -1;

const firstPaid = (timelines: readonly MrrTimeline[]) => Math.min(...timelines.map(({ atMs }) => atMs[0]!));
const lastChange = (timelines: readonly MrrTimeline[]) =>
  Math.max(...timelines.map(({ atMs }) => lastOf(atMs)));
const lastOf = (values: ArrayLike<number>) => values[values.length - 1]!;
const monthOf = (calendar: DayCalendar, atMs: number) => `${isoDay(calendar.dayAt(atMs)).slice(0, 7)}-01`;

/** All plans, and the one that the customer began with. */
function plansOf(customer: Timelines, firstMs: number, currency?: string): string[] {
  // What is paid right before the next instant is what began at this one.
  const plan = mainPlan(customer, firstMs + 1, currency);
  return plan === ALL_PLANS ? [ALL_PLANS] : [ALL_PLANS, plan];
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
