import type { DashboardPeriod, DashboardTile, DashboardTileKey } from "@forestay/contracts";
import { churnDateWords, formatCount, formatCounted } from "@forestay/contracts/words";
import { toMajorUnits } from "#modules/customers/index.ts";
import {
  addDays,
  addMonths,
  churnOf,
  firstOfMonth,
  leftOf,
  type PaymentDay,
  type RetentionFigures,
  type RetentionSeries,
  type RevenueSeries,
  type RiskDay,
  type Scope,
} from "#modules/metrics/index.ts";
import { inWords, periodBefore, periodWords, seriesDays } from "./days.ts";

export interface Known {
  revenue: RevenueSeries;
  /** Of twelve months and of thirty days. */
  year: RetentionSeries;
  month: RetentionSeries;
  risk: readonly RiskDay[];
  payments: readonly PaymentDay[];
  /** An analysis is waiting or at work. */
  isScoring: boolean;
}

interface TileOptions {
  key: DashboardTileKey;
  label: string;
  unit: DashboardTile["unit"];
  moreIsBetter: boolean;
  formula: string;
  /** What would fill it, where its value is not known. */
  missing: string;
  /** The value at the end of a day; null where it is not known. */
  at: (day: string) => number | null;
  more?: Partial<Pick<DashboardTile, "band" | "parts" | "basis" | "rowsOf">>;
  /** The day it is compared with, and what that is called. */
  before?: { day: string; words: string };
}

/** The six figures of the first row. */
export function tilesOf(scope: Scope, period: DashboardPeriod, known: Known): DashboardTile[] {
  const money = (minor: number) => toMajorUnits(minor, scope.currency);
  const tile = tileAt(scope, period);
  const { revenue, year } = known;
  const lookBack = { from: addDays(addMonths(addDays(scope.day, 1), -12), 0), until: scope.day };
  const opening = year.atEndOf(scope.day);
  const ofYear =
    opening.opening_minor === 0
      ? null
      : `of ${formatCounted(opening.active_at_start, "customer")} who paid a year ago`;
  const since = revenue.firstDay === null ? "" : ` The first one here began on ${inWords(revenue.firstDay)}.`;
  const counted = churnDateWords[scope.churnDate];
  const yearMissing = `Needs subscriptions that began at least 12 months ago.${since}`;
  return [
    tile({
      key: "mrr",
      label: "Monthly recurring revenue",
      unit: "money",
      moreIsBetter: true,
      formula: `What all subscriptions charge, as a month: after discounts, without tax, one-off charges and trials. ${counted}`,
      missing: "Needs subscriptions: import them as a file.",
      at: (day) => {
        const there = revenue.at(day);
        return there && money(there.mrrMinor);
      },
      more: {
        basis: `from ${formatCounted(revenue.at(scope.day)?.active ?? 0, "paying customer")}`,
        rowsOf: { figure: "mrr", until: scope.day },
      },
    }),
    tile({
      key: "net_revenue_retention",
      label: "Net revenue retention, 12 months",
      unit: "share",
      moreIsBetter: true,
      formula: `What customers of a year ago pay now / what they paid then. New customers are not in it. ${counted}`,
      missing: yearMissing,
      at: (day) => ratio(year.atEndOf(day), "closing_minor"),
      more: { basis: ofYear, rowsOf: { figure: "revenue_retention", ...lookBack } },
    }),
    tile({
      key: "gross_revenue_retention",
      label: "Gross revenue retention, 12 months",
      unit: "share",
      moreIsBetter: true,
      formula: `What customers of a year ago pay now, nobody counted with more than then / what they paid then. ${counted}`,
      missing: yearMissing,
      at: (day) => ratio(year.atEndOf(day), "kept_minor"),
      more: { basis: ofYear, rowsOf: { figure: "revenue_retention", ...lookBack } },
    }),
    tile({
      key: "logo_churn",
      label: "Customers lost, 30 days",
      unit: "share",
      moreIsBetter: false,
      formula: `Customers who paid 30 days ago and pay nothing now / all who paid 30 days ago. ${counted}`,
      missing: `Needs subscriptions that began at least 30 days ago.${since}`,
      at: (day) => churnOf(known.month.atEndOf(day)),
      more: churnParts(scope, known.month.atEndOf(scope.day)),
    }),
    riskTile(scope, known, tile),
    recoveredTile(scope, known.payments, period, tile),
  ];
}

/** Why payments are not there of a part of the customers. */
export const notByGroup = ({ segment }: Scope): string =>
  segment === null
    ? "Payments are not kept by plan: choose all plans."
    : "Payments are not kept by segment: choose all customers.";

/** What is said while a segment's figures are worked out for the first time; null where they are there. */
export const beingWorkedOut = ({ segment }: Scope): string | null =>
  segment !== null && segment.keptAt === null
    ? "Figures of this segment are being worked out: they are there within a minute."
    : null;

/** What is said where nobody has a score. */
export const noScores = ({ isScoring }: Pick<Known, "isScoring">): string =>
  isScoring ? "An analysis is running: its scores follow." : "Needs scores: run an analysis.";

type MakeTile = (options: TileOptions) => DashboardTile;

/** Makes tiles of one day. */
const tileAt =
  (scope: Scope, period: DashboardPeriod): MakeTile =>
  ({ at, more = {}, missing, before: compared, ...options }) => {
    const { day } = scope;
    const value = at(day);
    const before = at(compared?.day ?? periodBefore(day, period));
    return {
      ...options,
      value,
      before: value === null ? null : before,
      change: value === null || before === null ? null : value - before,
      changeWords: compared?.words ?? periodWords[period],
      series: value === null ? [] : seriesDays(day, period).map((one) => ({ day: one, value: at(one) })),
      missing: value === null ? (beingWorkedOut(scope) ?? missing) : null,
      band: null,
      parts: [],
      ...more,
      basis: value === null ? null : (more.basis ?? null),
      rowsOf: value === null ? null : (more.rowsOf ?? null),
    };
  };

const ratio = (figures: RetentionFigures, column: "closing_minor" | "kept_minor") =>
  figures.opening_minor === 0 ? null : figures[column] / figures.opening_minor;

function churnParts(
  scope: Scope,
  figures: RetentionFigures,
): Pick<DashboardTile, "parts" | "basis" | "rowsOf"> {
  const start = figures.active_at_start;
  const reasons = ["voluntary", "involuntary", "unknown"] as const;
  return {
    parts:
      start === 0
        ? []
        : reasons.map((reason) => ({
            reason,
            customers: figures[`left_${reason}`],
            value: figures[`left_${reason}`] / start,
          })),
    basis: `${formatCounted(leftOf(figures), "customer")} of ${start.toLocaleString("en")}`,
    rowsOf: { figure: "logo_churn", from: addDays(scope.day, -29), until: scope.day },
  };
}

const customersOf = ({ customers }: RiskDay) => customers.reduce((sum, count) => sum + count, 0);
/** Nobody's revenue is known, and somebody's lifetime value. */
export const isByLifetime = (risk: RiskDay) =>
  risk.byLifetime > 0 && risk.byLifetime + risk.ofUnknownValue === customersOf(risk);

/** What is lost with a customer, in words that follow what was known of how many. */
function atRiskWords(risk: RiskDay | undefined): string {
  if (risk === undefined || risk.byLifetime + risk.ofUnknownValue === 0)
    return "chance of leaving x 12 months of revenue";
  const { byLifetime, ofUnknownValue } = risk;
  const parts = [
    isByLifetime(risk)
      ? "chance of leaving x lifetime value"
      : byLifetime === 0
        ? "chance of leaving x 12 months of revenue"
        : `chance of leaving x 12 months of revenue, for ${formatCounted(byLifetime, "customer")} without revenue x lifetime value`,
    ...(ofUnknownValue === 0
      ? []
      : [`${formatCounted(ofUnknownValue, "customer")} without a known value left out`]),
  ];
  return parts.join("; ");
}

/** Who asked for the end is scored as long as it is there, whatever figures of revenue say. */
const stillThere = ({ churnDate }: Scope): string =>
  churnDate === "request" ? " Customers who canceled are in it until their paid term ends." : "";

function riskTile(scope: Scope, known: Known, tile: MakeTile): DashboardTile {
  const { risk } = known;
  const latest = risk.findLast(({ day }) => day <= scope.day);
  const money = (minor: number) => toMajorUnits(minor, scope.currency);
  const days = latest?.isUndated === true ? null : (latest?.horizonDays ?? 90);
  const band =
    latest === undefined || latest.lowMinor === null || latest.highMinor === null
      ? null
      : { lower: money(latest.lowMinor), upper: money(latest.highMinor) };
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const ofRange =
    band !== null
      ? " The range holds 8 of 10 outcomes, if customers leave independently of one another."
      : latest !== undefined && scope.plan !== null
        ? " Its range is worked out for all customers together, not for a part of them."
        : "";
  return tile({
    key: "revenue_at_risk",
    label: days === null ? "Revenue at risk" : `Revenue at risk, ${days} days`,
    unit: "money",
    moreIsBetter: false,
    formula: `${latest === undefined || !isByLifetime(latest) ? "Yearly revenue" : "Lifetime value"} of customers expected to leave${days === null ? "" : ` within ${days} days`}: ${atRiskWords(latest)}, each customer's added up.${ofRange}${stillThere(scope)}`,
    missing: noScores(known),
    at: (day) => {
      const there = risk.findLast((one) => one.day <= day);
      return there === undefined ? null : money(sum(there.atRiskMinor));
    },
    more: {
      band,
      basis: `of ${formatCounted(latest === undefined ? 0 : sum(latest.customers), "scored customer")}${
        latest === undefined || latest.byLifetime === 0
          ? ""
          : `, ${formatCount(latest.byLifetime)} by lifetime value`
      }`,
      rowsOf: { figure: "revenue_at_risk" },
    },
  });
}

function recoveredTile(
  scope: Scope,
  payments: readonly PaymentDay[],
  period: DashboardPeriod,
  tile: MakeTile,
): DashboardTile {
  const from = firstOfMonth(scope.day);
  const paid = (first: string, last: string) => payments.filter(({ day }) => day >= first && day <= last);
  const here = paid(from, scope.day);
  const bills = here.reduce((sum, day) => sum + day.paid_count, 0);
  const isKnown = payments.length > 0 && scope.plan === null;
  return tile({
    key: "recovered_this_month",
    label: "Recovered this month",
    unit: "money",
    moreIsBetter: true,
    formula: "Paid this month within 60 days of a payment that had failed.",
    missing:
      scope.plan === null
        ? "Needs bills with the payments that failed: import invoices and payment attempts."
        : notByGroup(scope),
    at: (day) => {
      if (!isKnown || payments[0]!.day > day) return null;
      const sum = paid(firstOfMonth(day), day).reduce((total, one) => total + one.paid_minor, 0);
      return toMajorUnits(sum, scope.currency);
    },
    before: { day: addMonths(scope.day, -1), words: "vs the same days a month before" },
    more: {
      basis: formatCounted(bills, "bill"),
      rowsOf: { figure: "recovered", from, until: scope.day },
    },
  });
}
