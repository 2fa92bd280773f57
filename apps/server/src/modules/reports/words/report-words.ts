import {
  type Attention,
  type Dashboard,
  type DashboardRowsOf,
  type DashboardTile,
  type DataHealth,
  type WebPath,
} from "@forestay/contracts";
import {
  formatCount,
  formatCounted,
  formatDate,
  formatDateTime,
  formatMoney,
  formatShare,
  monthName,
  movementsTitle,
  movementWords,
  TILE_ORDER,
  tileChange,
  tileFigure,
  valuedByWords,
} from "@forestay/contracts/words";
import type { ReportFigures, ReportScope } from "../read-report.ts";

/** A line of a report: what, how much, and what is to be said of either. */
export interface ReportRow {
  label: string;
  value: string;
  note: string | null;
  valueNote: string | null;
  path: WebPath | null;
  /** What stands for the label where it cannot be written: a file's fonts hold the letters of some scripts only. */
  instead?: string | null;
}

export interface ReportTile extends ReportRow {
  isGood: boolean | null;
  series: DashboardTile["series"];
}

export interface ReportSection {
  heading: string;
  /** Sentences below the heading. */
  said: string[];
  rows: ReportRow[];
}

/** A report in words: mail and PDF are made of the same ones. */
export interface ReportText {
  /** The answer, in a sentence. */
  title: string;
  said: string[];
  /** Company and what the figures are narrowed to. */
  scope: string;
  /** 'As of ...'. */
  asOf: string;
  tiles: ReportTile[];
  attention: ReportSection;
  movements: ReportSection;
  payments: ReportSection;
  health: ReportSection;
  /** Of the whole report, on the dashboard. */
  path: WebPath;
}

/** From so many days on, figures are said to be old. */
const OLD_AFTER_DAYS = 1;
export const ATTENTION_SHOWN = 5;
const PAYMENT_MONTHS = 3;

/** Says a report. A figure that is not known is n/a and says what would fill it; it is never 0 for want of data. */
export function reportWords(figures: ReportFigures): ReportText {
  const { company, dashboard, attention, health, scope: asked } = figures;
  const { plan, currency, currencies } = dashboard;
  const query = queryOf(asked);
  return {
    title: titleOf(figures),
    said: saidOf(figures),
    scope: [
      company,
      ...(plan === null ? [] : [`plan ${plan}`]),
      ...(currencies.length > 1 ? [`revenue in ${currency}`] : []),
    ].join(", "),
    asOf: asOfWords(dashboard),
    tiles: dashboard.tiles
      .toSorted((a, b) => TILE_ORDER.indexOf(a.key) - TILE_ORDER.indexOf(b.key))
      .map((tile) => tileRow(tile, dashboard, asked)),
    attention: attentionSection(attention, dashboard),
    movements: movementsSection(dashboard, asked),
    payments: paymentsSection(dashboard, asked),
    health: healthSection(health, dashboard),
    path: query === "" ? "/app" : `/app?${query}`,
  };
}

/** 'Harborline, week to November 22, 2026: 12 customers left'. */
export function reportSubject({ company, dashboard, left }: ReportFigures): string {
  const ended = left === null ? null : `${formatCounted(left.now, "customer")} left`;
  return `${company}, week to ${dayWords(dashboard.day)}${ended === null ? "" : `: ${ended}`}`;
}

/** Of lifetime values nothing is 'a year'. */
const aYear = ({ risk }: Dashboard) => (risk?.valuedBy === "revenue" ? " a year" : "");

const dayWords = (day: string) => formatDate(`${day}T00:00:00Z`, "UTC", "long");

function titleOf({ left, dashboard, company }: ReportFigures): string {
  if (left !== null) {
    const gone = `${left.now === 0 ? "No customer" : formatCounted(left.now, "customer")} left in the last 30 days`;
    if (left.before === null) return gone;
    const change = left.now - left.before;
    if (change === 0) return `${gone}, as many as in the 30 days before`;
    return `${gone}, ${formatCount(Math.abs(change))} ${change > 0 ? "more" : "fewer"} than in the 30 days before`;
  }
  const risk = dashboard.tiles.find(({ key }) => key === "revenue_at_risk");
  if (risk !== undefined && risk.value !== null)
    return `${formatMoney(risk.value, dashboard.currency)}${aYear(dashboard)} is at risk`;
  return `What is known of ${company} so far`;
}

function saidOf({ left, churnedMrr, dashboard }: ReportFigures): string[] {
  const { currency, currencies } = dashboard;
  const money = (amount: number) => formatMoney(amount, currency);
  const risk = dashboard.tiles.find(({ key }) => key === "revenue_at_risk");
  return [
    ...(churnedMrr === null || left === null || (churnedMrr === 0 && left.now === 0)
      ? []
      : [
          `${money(churnedMrr)} of monthly revenue churned in these days${currencies.length > 1 ? `, in ${currency} alone` : ""}.`,
        ]),
    ...(risk?.value == null || risk.band === null
      ? []
      : [
          `${money(risk.value)}${aYear(dashboard)} is at risk, between ${money(risk.band.lower)} and ${money(risk.band.upper)} with a chance of 8 in 10.`,
        ]),
    ...currencies
      .filter((one) => one.currency !== currency)
      .map(
        (one) =>
          `Beside it, and never added to it: ${formatMoney(one.mrr, one.currency)} of monthly revenue in ${one.currency} from ${formatCounted(one.customers, "customer")}.`,
      ),
    ...(dashboard.isCatchingUp ? ["New rows are being counted: these figures may still move."] : []),
  ];
}

function asOfWords({ asOf, day, timeZone }: Dashboard): string {
  return asOf === null
    ? `As of ${dayWords(day)}`
    : `As of ${formatDateTime(asOf, timeZone)} (${timeZone.replaceAll("_", " ")})`;
}

function tileRow(tile: DashboardTile, dashboard: Dashboard, asked: ReportScope): ReportTile {
  const change = tileChange(tile);
  return {
    label: tile.label,
    value: tile.value === null ? "n/a" : tileFigure(tile.value, tile, dashboard.currency),
    note: tile.missing ?? tile.basis,
    valueNote:
      change === null
        ? null
        : `${change.arrow === null ? "" : `${change.arrow} `}${change.text} ${tile.changeWords}`,
    isGood: change?.isGood ?? null,
    series: tile.series,
    path: tile.rowsOf === null ? null : rowsPath(tile.rowsOf, asked),
  };
}

function attentionSection({ items, currency, hidden }: Attention, { risk }: Dashboard): ReportSection {
  return {
    heading: "Needs attention first",
    said:
      items.length > 0
        ? [`By chance of leaving × ${valuedByWords(risk?.valuedBy ?? "revenue")}.`]
        : [
            hidden > 0
              ? `Nobody: ${formatCounted(hidden, "customer is", "customers are")} done, put off or no risk.`
              : "Nobody yet: once customers have scores, whoever would take most along stands here.",
          ],
    rows: items.slice(0, ATTENTION_SHOWN).map((item) => ({
      label: item.name,
      instead: item.email,
      value: formatMoney(item.atRisk, currency),
      note: item.reason === null ? null : `${item.reason.label}: ${item.reason.evidence}`,
      valueNote: `score ${item.score}`,
      path: `/app/customers/${item.customerId}`,
    })),
  };
}

/** The month as the equation that it is, to the cent. */
function movementsSection(dashboard: Dashboard, asked: ReportScope): ReportSection {
  const { months, currency } = dashboard;
  const known = months.filter(({ flow }) => flow !== null);
  const month = known.findLast(({ isComplete }) => isComplete) ?? known.at(-1);
  const heading = movementsTitle(months, currency);
  if (month === undefined || month.flow === null)
    return { heading, said: ["It is known once subscriptions have been imported."], rows: [] };
  const { flow, from, until } = month;
  const cents = (amount: number) => formatMoney(amount, currency, 2);
  const named = `${monthName(month.month)} ${month.month.slice(0, 4)}`;
  return {
    heading,
    said: month.isComplete ? [] : [`${named} so far.`],
    rows: [
      { label: `Start of ${named}`, value: cents(flow.start), note: null, valueNote: null, path: null },
      ...movementWords.map(({ key, label, isLoss }) => ({
        label: `${isLoss ? "−" : "+"} ${label}`,
        value: cents(flow[key]),
        note: null,
        valueNote: flow.counts[key] ? formatCounted(flow.counts[key], "movement") : null,
        path: flow[key] === 0 ? null : rowsPath({ figure: "movements", kind: key, from, until }, asked),
      })),
      { label: "= End", value: cents(flow.end), note: null, valueNote: null, path: null },
    ],
  };
}

function paymentsSection(dashboard: Dashboard, asked: ReportScope): ReportSection {
  const { payments, paymentsMissing, currency } = dashboard;
  if (payments === null)
    return { heading: "Failing payments", said: paymentsMissing === null ? [] : [paymentsMissing], rows: [] };
  const { open, months } = payments;
  const money = (amount: number) => formatMoney(amount, currency);
  return {
    heading:
      open.bills === 0
        ? "No failed payment is open"
        : `${formatCounted(open.bills, "failed payment is", "failed payments are")} open`,
    said: [],
    rows: [
      {
        label: "Open, failed first in the last 60 days",
        value: money(open.amount),
        note: null,
        valueNote: null,
        path:
          open.bills === 0
            ? null
            : rowsPath({ figure: "open_payments", from: open.from, until: open.until }, asked),
      },
      ...months
        .toReversed()
        .slice(0, PAYMENT_MONTHS)
        .map(({ month, from, until, failed, recovered, rate, provisional }) => ({
          label: `Failed first in ${monthName(month)}`,
          value: money(failed),
          note: null,
          valueNote:
            rate === null
              ? null
              : `${money(recovered)} recovered, ${formatShare(rate)}${provisional ? " so far" : ""}`,
          path: failed === 0 ? null : rowsPath({ figure: "failed_payments", from, until }, asked),
        })),
    ],
  };
}

const parkedWords: Record<DataHealth["parked"][number]["kind"], [one: string, many: string]> = {
  subscriptions: ["subscription waits", "subscriptions wait"],
  invoices: ["invoice waits", "invoices wait"],
  payment_attempts: ["payment waits", "payments wait"],
  events: ["event waits", "events wait"],
};

function healthSection(
  { imports, connections, ageDays, parked }: DataHealth,
  { timeZone }: Dashboard,
): ReportSection {
  const [newest] = imports;
  return {
    heading: "Data",
    said: [
      ...connections.map(({ name, lastSyncAt, lastError }) =>
        [
          lastSyncAt === null
            ? `${name} is connected and has not been read to the end yet.`
            : `${name} was last read on ${formatDate(lastSyncAt, timeZone, "long")}.`,
          ...(lastError === null ? [] : [lastError]),
        ].join(" "),
      ),
      newest === undefined || ageDays === null
        ? "No file has been imported."
        : `The newest file, ${newest.fileName}, came in on ${formatDate(newest.completedAt, timeZone, "long")}${
            ageDays > OLD_AFTER_DAYS ? `, ${formatCounted(ageDays, "day")} ago` : ""
          }${newest.errors === 0 ? "" : `; ${formatCounted(newest.errors, "row was", "rows were")} left out`}.`,
      ...parked.map(
        ({ kind, rows }) =>
          `${formatCounted(rows, ...parkedWords[kind])} for a customer that is not there yet.`,
      ),
    ],
    rows: [],
  };
}

function queryOf({ plan, currency }: ReportScope): string {
  return new URLSearchParams({
    ...(plan === null ? {} : { plan }),
    ...(currency === null ? {} : { currency }),
  }).toString();
}

/** Where the rows of a number stand. */
function rowsPath(rowsOf: DashboardRowsOf, asked: ReportScope): WebPath {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rowsOf))
    if (value !== undefined) params.set(name, String(value));
  const filter = queryOf(asked);
  return `/app/dashboard/rows?${params.toString()}${filter === "" ? "" : `&${filter}`}`;
}
