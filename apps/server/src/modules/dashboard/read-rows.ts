import {
  NEEDS_ATTENTION,
  riskLevelLabel,
  type dashboardRowsQuery,
  type DashboardRow,
  type DashboardRows,
  type RiskLevelValue,
} from "@forestay/contracts";
import type { z } from "zod";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import {
  addDays,
  addMonths,
  atRisk,
  countRecovered,
  failedBills,
  firstOfMonth,
  type FigureRow,
  leaversIn,
  leftOf,
  movementsIn,
  payersAt,
  readCountries,
  readPayments,
  readRetention,
  readRevenue,
  readRisk,
  readScope,
  readToldReasons,
  reasonThemes,
  retainedIn,
  type RiskDay,
  type RowPage,
  type Scope,
} from "#modules/metrics/index.ts";
import { countLatestScored, latestScored } from "#modules/track-record/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { dayOf, inWords, spanWords } from "./days.ts";
import { decode, encode } from "./rows-cursor.ts";
import { daysOf, monthEnds, spanOf } from "./rows-days.ts";

type Query = z.output<typeof dashboardRowsQuery>;

/** The rows of a figure and what they add up to, which is read from the rollups as the figure itself is. */
interface Figure {
  title: string;
  totalMinor: number;
  count: number;
  closingMinor?: number;
  keptMinor?: number;
  /** It is of the whole company, whatever it is asked for. */
  isWhole?: boolean;
  /** The total is how many customers there are. */
  isCount?: boolean;
  rows: (page: RowPage) => Promise<FigureRow[]>;
}

export async function readRows(
  db: Database,
  companyId: string,
  query: Query,
  now: Date,
): Promise<DashboardRows> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const figure = await openFigure(tx, scope, query);
    const found = await figure.rows({ after: decode(query), limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const names = await readCustomerNames(
      tx,
      companyId,
      shown.map(({ customerId }) => customerId),
    );
    const money = (minor: number) => toMajorUnits(minor, scope.currency);
    const last = found.length > query.limit ? shown.at(-1) : undefined;
    return {
      title: titleOf(figure, scope),
      segment: scope.segment && { ...scope.segment, keptAt: scope.segment.keptAt?.toISOString() ?? null },
      currency: scope.currency,
      ...totalOf(figure, scope.currency),
      closing: figure.closingMinor === undefined ? null : money(figure.closingMinor),
      kept: figure.keptMinor === undefined ? null : money(figure.keptMinor),
      items: shown.map((row) => toRow(row, names.get(row.customerId), money)),
      nextCursor: last === undefined ? null : encode(query, last.place),
    };
  });
}

const titleOf = ({ title, isWhole }: Figure, { plan, segment }: Scope): string => {
  const of = segment?.name ?? plan;
  return of === null || isWhole === true ? title : `${title}, ${of}`;
};

/** What the rows of a figure come to, without the rows: from the rollups alone. */
export async function readRowsTotal(
  db: Database,
  companyId: string,
  query: Omit<Query, "limit" | "cursor">,
  now: Date,
): Promise<Pick<DashboardRows, "currency" | "total" | "totalIsCount" | "count">> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const figure = await openFigure(tx, scope, { ...query, limit: 1 });
    return { currency: scope.currency, ...totalOf(figure, scope.currency) };
  });
}

const totalOf = ({ isCount, totalMinor, count }: Figure, currency: string) => ({
  total: isCount === true ? totalMinor : toMajorUnits(totalMinor, currency),
  totalIsCount: isCount === true,
  count,
});

function toRow(
  row: FigureRow,
  customer: { name: string; email: string | null } | undefined,
  money: (minor: number) => number,
): DashboardRow {
  return {
    customerId: row.customerId,
    name: customer?.name ?? null,
    email: customer?.email ?? null,
    amount: row.amountMinor === undefined ? null : money(row.amountMinor),
    before: row.beforeMinor === undefined ? null : money(row.beforeMinor),
    after: row.afterMinor === undefined ? null : money(row.afterMinor),
    day: row.day ?? null,
    kind: row.kind ?? null,
    reason: row.reason ?? null,
    level: (row.level as RiskLevelValue | undefined) ?? null,
    probability: row.probability ?? null,
  };
}

const openFigure = (tx: Tx, scope: Scope, query: Query): Promise<Figure> =>
  query.country === undefined
    ? figures[query.figure](tx, scope, query)
    : ofCountry(tx, scope, query, query.country);

type Open = (tx: Tx, scope: Scope, query: Query) => Promise<Figure>;

const figures: Record<Query["figure"], Open> = {
  async mrr(tx, scope, query) {
    const day = query.until ?? scope.day;
    const revenue = (await readRevenue(tx, scope.companyId, scope)).at(day);
    return {
      title: `Monthly recurring revenue on ${inWords(day)}`,
      totalMinor: revenue?.mrrMinor ?? 0,
      count: revenue?.active ?? 0,
      rows: (page) => payersAt(tx, scope.companyId, scope, day, page),
    };
  },
  async movements(tx, scope, query) {
    const days = daysOf(scope, query, addDays(scope.day, -29));
    const { kind, theme } = query;
    if (theme !== undefined) return churnOfTheme(tx, scope, days, theme);
    const flow = (await readRevenue(tx, scope.companyId, scope)).flow(days.from, days.until);
    const minor = flow?.minor ?? { new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 };
    const counts = flow?.counts ?? minor;
    return {
      title: `${kind === undefined ? "Movements" : movementTitles[kind]}, ${spanWords(days)}`,
      totalMinor:
        kind === undefined
          ? minor.new + minor.expansion + minor.reactivation - minor.contraction - minor.churn
          : minor[kind],
      count: kind === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[kind],
      rows: (page) => movementsIn(tx, scope.companyId, scope, { ...days, kind }, page),
    };
  },
  async logo_churn(tx, scope, query) {
    const days = daysOf(scope, query, addDays(scope.day, -29));
    const span = spanOf(days);
    const logos = { plan: scope.plan, currency: scope.isCurrencyAsked ? scope.currency : null };
    const counted = (await readRetention(tx, scope.companyId, span, logos)).atEndOf(days.until);
    const { reason } = query;
    const left = reason === undefined ? leftOf(counted) : counted[`left_${reason}`];
    return {
      title: `Customers lost${reason === undefined ? "" : lostBy[reason]}, ${spanWords(days)}`,
      totalMinor: left,
      isCount: true,
      count: left,
      rows: (page) =>
        leaversIn(tx, scope.companyId, { ...logos, shownIn: scope.currency, reason }, days, page),
    };
  },
  async lost_by_month(tx, scope, query) {
    const thisMonth = firstOfMonth(scope.day);
    const full = { ...query, until: query.until ?? addDays(thisMonth, -1) };
    const days = daysOf(scope, full, addMonths(thisMonth, -12));
    const logos = { plan: scope.plan, currency: scope.isCurrencyAsked ? scope.currency : null };
    const counted = await readRetention(tx, scope.companyId, "1_month", logos);
    const { reason } = query;
    let left = 0;
    for (const until of monthEnds(days)) {
      const figures = counted.atEndOf(until);
      left += reason === undefined ? leftOf(figures) : figures[`left_${reason}`];
    }
    return {
      title: `Customers lost${reason === undefined ? "" : lostBy[reason]}, month by month, ${spanWords(days)}`,
      totalMinor: left,
      isCount: true,
      count: left,
      rows: (page) =>
        leaversIn(
          tx,
          scope.companyId,
          { ...logos, shownIn: scope.currency, reason },
          { ...days, byMonth: true },
          page,
        ),
    };
  },
  async revenue_retention(tx, scope, query) {
    const days = daysOf(scope, query, addMonths(addDays(scope.day, 1), -12));
    const counted = (await readRetention(tx, scope.companyId, spanOf(days), scope)).atEndOf(days.until);
    return {
      title: `Customers who paid on ${inWords(addDays(days.from, -1))}, then and on ${inWords(days.until)}`,
      totalMinor: counted.opening_minor,
      closingMinor: counted.closing_minor,
      keptMinor: counted.kept_minor,
      count: counted.active_at_start,
      rows: (page) => retainedIn(tx, scope.companyId, scope, days, page),
    };
  },
  async revenue_at_risk(tx, scope, { level, driver }) {
    const latest = (await readRisk(tx, scope.companyId, scope, scope.day)).findLast(
      ({ day }) => day <= scope.day,
    );
    if (driver !== undefined) return riskOfDriver(tx, scope, latest, driver);
    const levels = levelsOf(level);
    const sum = (of: readonly number[]) =>
      of.reduce((total, one, at) => (levels?.includes(at) === false ? total : total + one), 0);
    return {
      title:
        level === undefined
          ? "Revenue at risk"
          : level === NEEDS_ATTENTION
            ? "Customers who need attention"
            : `Revenue at risk, ${riskLevelLabel(level)}`,
      totalMinor: latest === undefined ? 0 : sum(latest.atRiskMinor),
      count: latest === undefined ? 0 : sum(latest.customers),
      rows: (page) => atRisk(tx, scope.companyId, { ...scope, levels }, page),
    };
  },
  recovered: (tx, scope, query) => bills(tx, scope, query, "recovered"),
  failed_payments: (tx, scope, query) => bills(tx, scope, query, "failed"),
  recovered_of_failed: (tx, scope, query) => bills(tx, scope, query, "recovered_of_failed"),
  open_payments: (tx, scope, query) => bills(tx, scope, query, "open"),
  async scored(tx, scope, { level, outcome }) {
    const asked = { levels: levelsOf(level), outcome };
    const { count, from, until } = await countLatestScored(tx, scope.companyId, asked);
    const who = outcome === undefined ? "" : outcome === "left" ? " who left" : " who stayed";
    const levelWords =
      level === undefined ? "" : ` ${level === NEEDS_ATTENTION ? "High or Critical" : riskLevelLabel(level)}`;
    const when =
      from === null || until === null ? "" : `, ${spanWords({ from: dayOf(from), until: dayOf(until) })}`;
    return {
      title: `Customers scored${levelWords}${who}${when}`,
      totalMinor: count,
      isCount: true,
      isWhole: true,
      count,
      rows: (page) => latestScored(tx, scope.companyId, asked, page),
    };
  },
};

/** High and Critical: reasons are counted over them. */
const ATTENTION_LEVELS: readonly number[] = [2, 3];

/** What a country earned and kept at the end of the last full month, and who left in it: other figures are not kept by country. */
async function ofCountry(tx: Tx, scope: Scope, query: Query, country: string): Promise<Figure> {
  const { companyId, currency } = scope;
  const { column, until, rows } = await readCountries(tx, companyId, currency);
  const counted = rows.find((row) => row.country === country);
  if (
    column === null ||
    until === null ||
    counted === undefined ||
    scope.plan !== null ||
    query.until !== until
  )
    throw new AppError("validation_failed", {
      fields: { country: "Countries are kept for the last full month, of all plans" },
    });
  const named = country === "" ? "country not known" : country;
  const asked = { plan: null, currency, place: { column, country } };
  const month = { from: firstOfMonth(until), until };
  const year = { from: addMonths(addDays(until, 1), -12), until };
  switch (query.figure) {
    case "mrr":
      return {
        title: `Monthly recurring revenue on ${inWords(until)}, ${named}`,
        totalMinor: counted.mrrMinor,
        count: counted.customers,
        rows: (page) => payersAt(tx, companyId, asked, until, page),
      };
    case "revenue_retention":
      return {
        title: `Customers who paid on ${inWords(addDays(year.from, -1))}, then and on ${inWords(until)}, ${named}`,
        totalMinor: counted.openingMinor,
        closingMinor: counted.closingMinor,
        keptMinor: counted.keptMinor,
        count: counted.opened,
        rows: (page) => retainedIn(tx, companyId, asked, year, page),
      };
    case "logo_churn":
      return {
        title: `Customers lost, ${spanWords(month)}, ${named}`,
        totalMinor: counted.left,
        isCount: true,
        count: counted.left,
        rows: (page) => leaversIn(tx, companyId, { ...asked, shownIn: currency }, month, page),
      };
    default:
      throw new AppError("validation_failed", { fields: { country: "This figure is not kept by country" } });
  }
}

/** Revenue lost by customers who told why in words of one theme, who came back and left again each time. */
async function churnOfTheme(
  tx: Tx,
  scope: Scope,
  days: { from: string; until: string },
  theme: string,
): Promise<Figure> {
  const told = await readToldReasons(tx, scope.companyId, { ...scope, ...days });
  const found = reasonThemes(told).find(({ label }) => label === theme);
  return {
    title: `Left for "${theme}", ${spanWords(days)}`,
    totalMinor: found?.lostMinor ?? 0,
    count: found?.customers ?? 0,
    rows: (page) =>
      movementsIn(tx, scope.companyId, scope, { ...days, kind: "churn", words: found?.wordings ?? [] }, page),
  };
}

const levelsOf = (level: Query["level"]) =>
  level === undefined ? undefined : level === NEEDS_ATTENTION ? ATTENTION_LEVELS : [level];

/** Those who need attention for one main reason. Reasons are counted over all customers of a currency. */
function riskOfDriver(tx: Tx, scope: Scope, latest: RiskDay | undefined, driver: string): Figure {
  const counted = latest?.reasons.find(({ label }) => label === driver);
  return {
    title: `Main reason: ${driver}`,
    totalMinor: counted?.atRiskMinor ?? 0,
    count: counted?.customers ?? 0,
    rows: (page) =>
      counted === undefined
        ? Promise.resolve([])
        : atRisk(tx, scope.companyId, { ...scope, levels: ATTENTION_LEVELS, driver }, page),
  };
}

/** By the day of payment or, of those that failed first in some days, whenever it was; what the sums are called, and the rows. */
const billFigures = {
  recovered: { column: "paid", words: "Recovered" },
  recovered_of_failed: { column: "recovered", words: "Recovered of what failed" },
  failed: { column: "failed", words: "Payments that failed" },
  open: { column: "open", words: "Failed and still open" },
} as const;

const lostBy = {
  voluntary: " who ended it themselves",
  involuntary: " who left unpaid",
  unknown: ", nobody said why",
} as const;

const movementTitles = {
  new: "New revenue",
  expansion: "Expansion",
  contraction: "Contraction",
  churn: "Churned revenue",
  reactivation: "Reactivation",
} as const;

async function bills(tx: Tx, scope: Scope, query: Query, of: keyof typeof billFigures): Promise<Figure> {
  const days = daysOf(scope, query, addDays(scope.day, -59));
  const counted = await readPayments(tx, scope.companyId, scope.currency, days.from);
  const { column, words } = billFigures[of];
  const inside = counted.filter(({ day }) => day <= days.until);
  return {
    title: `${words}, ${spanWords(days)}`,
    isWhole: true,
    totalMinor: inside.reduce((sum, day) => sum + day[`${column}_minor`], 0),
    // Sums count who paid in full; rows are of parts too.
    count:
      of === "recovered_of_failed"
        ? await countRecovered(tx, scope.companyId, scope.currency, days)
        : inside.reduce((sum, day) => sum + day[`${column}_count`], 0),
    rows: (page) => failedBills(tx, scope.companyId, scope.currency, { ...days, of }, page),
  };
}
