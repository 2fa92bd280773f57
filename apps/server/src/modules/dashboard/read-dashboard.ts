import {
  type Dashboard,
  type DashboardPeriod,
  type FailingPayments,
  type MovementsMonth,
  type RiskLevelValue,
  type RiskMix,
  DAY_MS,
} from "@forestay/contracts";
import { RECOVERY_WINDOW_MS } from "@forestay/metrics";
import { isAnalysisRunning } from "#modules/analyses/index.ts";
import { hasCustomers, toMajorUnits } from "#modules/customers/index.ts";
import {
  addDays,
  addMonths,
  areRollupsBehind,
  isRiskBehind,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  type PaymentDay,
  readKeptAt,
  readPayments,
  readPlans,
  readRetention,
  readRevenue,
  readRisk,
  readRiskCurrencies,
  readScope,
  type RetentionSeries,
  type RevenueSeries,
  type RiskDay,
  type Scope,
  toMovementsMonth,
} from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { beingWorkedOut, isByLifetime, noScores, notByGroup, tilesOf } from "./tiles.ts";

export interface DashboardQuery {
  period: DashboardPeriod;
  plan?: string | undefined;
  currency?: string | undefined;
  segment?: string | undefined;
}

/** Complete months that are shown before the one that is not over. */
const MONTHS = 12;
const RECOVERY_DAYS = RECOVERY_WINDOW_MS / DAY_MS;
const PAYMENT_MONTHS = 6;

/** Everything on the dashboard that is a figure, read from rollups. */
export async function readDashboard(
  db: Database,
  companyId: string,
  query: DashboardQuery,
  now: Date,
): Promise<Dashboard> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const rows = { plan: scope.plan, currency: scope.currency };
    // Customers count once in whatever they pay, unless it is asked who pays in one currency.
    const logos = { plan: scope.plan, currency: scope.isCurrencyAsked ? scope.currency : null };
    const revenue = await readRevenue(tx, companyId, rows);
    const earliest = addMonths(firstOfMonth(scope.day), -MONTHS - 1);
    const known = {
      revenue,
      year: await readRetention(tx, companyId, "12_months", rows),
      month: await readRetention(tx, companyId, "30_days", logos),
      risk: await readRisk(tx, companyId, rows, earliest),
      payments: await readPayments(tx, companyId, scope.currency, earliest),
      isScoring: await isAnalysisRunning(tx, companyId),
    };
    const calendarMonths = await readRetention(tx, companyId, "1_month", logos);
    const hasLedger = scope.currencies.length > 0;
    const risk = riskMix(scope, known.risk, (await readRiskCurrencies(tx, companyId)).length > 1);
    const payments = scope.plan === null ? failingPayments(scope, known.payments, now) : null;
    return {
      asOf: hasLedger ? ((await readKeptAt(tx, companyId))?.toISOString() ?? null) : null,
      day: scope.day,
      timeZone: scope.timeZone,
      period: query.period,
      currency: scope.currency,
      currencies: scope.currencies.map(({ currency, mrrMinor, customers }) => ({
        currency,
        mrr: toMajorUnits(mrrMinor, currency),
        customers,
      })),
      plan: scope.segment === null ? scope.plan : null,
      segment: scope.segment && {
        ...scope.segment,
        keptAt: scope.segment.keptAt?.toISOString() ?? null,
      },
      segments: scope.segments,
      plans: await readPlans(tx, companyId),
      activeCustomers: revenue.at(scope.day)?.active ?? null,
      hasCustomers: await hasCustomers(tx, companyId),
      hasLedger,
      tiles: tilesOf(scope, query.period, known),
      months: hasLedger ? months(scope, revenue, calendarMonths) : [],
      risk,
      riskMissing: risk === null ? (beingWorkedOut(scope) ?? noScores(known)) : null,
      payments,
      paymentsMissing:
        payments !== null
          ? null
          : scope.plan === null
            ? "Needs bills with the payments that failed: import invoices and payment attempts."
            : notByGroup(scope),
      isCatchingUp: (await areRollupsBehind(tx, companyId)) || (await isRiskBehind(tx, companyId)),
    };
  });
}

/** Calendar months up to the one that is not over, oldest first. */
function months(scope: Scope, revenue: RevenueSeries, retention: RetentionSeries): MovementsMonth[] {
  return Array.from({ length: MONTHS + 1 }, (_, at) => {
    const from = addMonths(firstOfMonth(scope.day), at - MONTHS);
    const isComplete = lastOfMonth(from) < scope.day;
    const until = isComplete ? lastOfMonth(from) : scope.day;
    return toMovementsMonth(
      { month: monthOf(from), from, until, isComplete },
      scope.currency,
      revenue,
      retention,
    );
  });
}

const levels: readonly RiskLevelValue[] = [3, 2, 1, 0];

function riskMix(scope: Scope, days: readonly RiskDay[], isOneOfSeveral: boolean): RiskMix | null {
  const latest = days.findLast(({ day }) => day <= scope.day);
  if (latest === undefined) return null;
  const before = days.findLast(({ day }) => day <= addDays(scope.day, -30));
  const money = (minor: number) => toMajorUnits(minor, scope.currency);
  const customers = latest.customers.reduce((sum, count) => sum + count, 0);
  const { leavers, leaversLow, leaversHigh } = latest;
  const needAttention = latest.customers[2]! + latest.customers[3]!;
  return {
    asOf: latest.asOf.toISOString(),
    horizonDays: latest.horizonDays,
    levels: levels.map((level) => ({
      level,
      customers: latest.customers[level]!,
      change: before === undefined ? null : latest.customers[level]! - before.customers[level]!,
      mrr: money(latest.mrrMinor[level]!),
      atRisk: money(latest.atRiskMinor[level]!),
    })),
    customers,
    expectedLeavers:
      leavers === null || leaversLow === null || leaversHigh === null
        ? null
        : { customers: leavers, lower: leaversLow, upper: leaversHigh, of: customers },
    isOneOfSeveral,
    valuedBy: latest.byLifetime === 0 ? "revenue" : isByLifetime(latest) ? "lifetime" : "both",
    needAttention,
    revenueOfHighRisk: money(latest.valueMinor[2]! + latest.valueMinor[3]!),
    reasons: latest.reasons.map(({ label, customers }) => ({
      label,
      customers,
      share: customers / needAttention,
    })),
  };
}

/** Null where no payment has failed as far as is known. */
function failingPayments(scope: Scope, days: readonly PaymentDay[], now: Date): FailingPayments | null {
  if (days.length === 0) return null;
  const money = (minor: number) => toMajorUnits(minor, scope.currency);
  const sum = (from: string, until: string, column: Exclude<keyof PaymentDay, "day">) =>
    days.reduce((total, one) => (one.day >= from && one.day <= until ? total + one[column] : total), 0);
  const open = { from: addDays(scope.day, -RECOVERY_DAYS), until: scope.day };
  const firstMonth = firstOfMonth(days[0]!.day);
  return {
    open: {
      bills: sum(open.from, open.until, "open_count"),
      amount: money(sum(open.from, open.until, "open_minor")),
      ...open,
    },
    months: Array.from({ length: PAYMENT_MONTHS }, (_, at) =>
      addMonths(firstOfMonth(scope.day), at + 1 - PAYMENT_MONTHS),
    )
      .filter((from) => from >= firstMonth)
      .map((from) => {
        const until = lastOfMonth(from);
        const failed = sum(from, until, "failed_minor");
        const recovered = sum(from, until, "recovered_minor");
        return {
          month: monthOf(from),
          from,
          until: until < scope.day ? until : scope.day,
          failedBills: sum(from, until, "failed_count"),
          failed: money(failed),
          recovered: money(recovered),
          rate: failed === 0 ? null : recovered / failed,
          provisional: now.getTime() < Date.parse(`${addDays(until, 1)}T00:00:00Z`) + RECOVERY_WINDOW_MS,
        };
      }),
  };
}
