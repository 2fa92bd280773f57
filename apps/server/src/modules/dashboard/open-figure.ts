import {
  churnReasons,
  NEEDS_ATTENTION,
  riskLevelLabel,
  type ChurnReasonKind,
  type MrrMovementKind,
} from "@forestay/contracts";
import {
  addDays,
  addMonths,
  atRisk,
  countRecovered,
  failedBills,
  firstOfMonth,
  leaversIn,
  leftOf,
  movementsIn,
  payersAt,
  readPayments,
  readRetention,
  readRevenue,
  readRisk,
  readToldReasons,
  reasonThemes,
  retainedIn,
  type RetentionFigures,
  type RiskDay,
  type Scope,
} from "#modules/metrics/index.ts";
import { countLatestScored, latestScored } from "#modules/track-record/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { dayOf, inWords, spanWords } from "./days.ts";
import { daysOf, monthEnds, spanOf, wholeMonths } from "./rows-days.ts";
import type { Figure, RowsQuery as Query } from "./rows-figure.ts";
import { ofCountry } from "./rows-of-country.ts";
import { counted as many, mrrQuotients, paid, retentionQuotients } from "./rows-quotients.ts";

/** What a number is made of, read from the rollups; its rows are read when they are asked for. */
export const openFigure = (tx: Tx, scope: Scope, query: Query): Promise<Figure> =>
  query.country === undefined
    ? figures[query.figure](tx, scope, query)
    : ofCountry(tx, scope, query, query.country);

type Open = (tx: Tx, scope: Scope, query: Query) => Promise<Figure>;

const figures: Record<Query["figure"], Open> = {
  async mrr(tx, scope, query) {
    const day = query.until ?? scope.day;
    const revenue = (await readRevenue(tx, scope.companyId, scope)).at(day);
    const [mrrMinor, active] = [revenue?.mrrMinor ?? 0, revenue?.active ?? 0];
    const whole =
      scope.plan === null
        ? null
        : (await readRevenue(tx, scope.companyId, { plan: null, currency: scope.currency })).at(day);
    return {
      title: `Monthly recurring revenue on ${inWords(day)}`,
      totalMinor: mrrMinor,
      count: active,
      quotients: mrrQuotients(mrrMinor, active, whole?.mrrMinor),
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
    const months = wholeMonths(days) ?? 0;
    return {
      title: `${kind === undefined ? "Movements" : movementTitles[kind]}, ${spanWords(days)}`,
      totalMinor:
        kind === undefined
          ? minor.new + minor.expansion + minor.reactivation - minor.contraction - minor.churn
          : minor[kind],
      count: kind === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[kind],
      quotients:
        kind === undefined || months < 2
          ? []
          : [{ label: "A month", part: paid(minor[kind], ""), of: many(months, "months") }],
      rows: (page) => movementsIn(tx, scope.companyId, scope, { ...days, kind }, page),
    };
  },
  gross_mrr_churn: (tx, scope, query) => mrrChurn(tx, scope, query, "gross"),
  net_mrr_churn: (tx, scope, query) => mrrChurn(tx, scope, query, "net"),
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
      lostMinor: scope.isCurrencyAsked ? lostOf(counted, reason) : undefined,
      quotients: [
        {
          label: "Share",
          part: many(left, "who left"),
          of: many(counted.active_at_start, `who paid on ${inWords(addDays(days.from, -1))}`),
        },
      ],
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
    let [left, all, lostMinor] = [0, 0, 0];
    for (const until of monthEnds(days)) {
      const figures = counted.atEndOf(until);
      left += reason === undefined ? leftOf(figures) : figures[`left_${reason}`];
      all += leftOf(figures);
      lostMinor += lostOf(figures, reason);
    }
    return {
      title: `Customers lost${reason === undefined ? "" : lostBy[reason]}, month by month, ${spanWords(days)}`,
      totalMinor: left,
      isCount: true,
      count: left,
      lostMinor: scope.isCurrencyAsked ? lostMinor : undefined,
      quotients:
        reason === undefined
          ? []
          : [{ label: "Share", part: many(left, "of them"), of: many(all, "who left") }],
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
      quotients: retentionQuotients(counted.opening_minor, counted.closing_minor, counted.kept_minor),
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
      quotients:
        latest === undefined || levels === undefined
          ? []
          : [
              {
                label: "Share",
                part: many(sum(latest.customers), "of this risk"),
                of: many(total(latest.customers), "scored"),
              },
            ],
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

/** What MRR churn of some days is worked out of: gross what was lost, net the same less what those who were there won. */
async function mrrChurn(tx: Tx, scope: Scope, query: Query, of: "gross" | "net"): Promise<Figure> {
  const days = daysOf(scope, query, addDays(scope.day, -29));
  const flow = (await readRevenue(tx, scope.companyId, scope)).flow(days.from, days.until);
  const losses = ["churn", "contraction"] as const;
  const gains = of === "gross" ? [] : (["expansion", "reactivation"] as const);
  const sum = (key: "minor" | "counts", kinds: readonly MrrMovementKind[]) =>
    kinds.reduce((total, kind) => total + (flow?.[key][kind] ?? 0), 0);
  const totalMinor = sum("minor", losses) - sum("minor", gains);
  const kinds = [...losses, ...gains];
  return {
    title: `${of === "gross" ? "Gross MRR churn" : "Net MRR churn"}, ${spanWords(days)}`,
    totalMinor,
    count: sum("counts", kinds),
    quotients: [
      {
        label: of === "gross" ? "Gross MRR churn" : "Net MRR churn",
        part: paid(totalMinor, of === "gross" ? "lost" : "lost, less what was won"),
        of: paid(flow?.startMinor ?? 0, "at the start"),
      },
    ],
    rows: (page) => movementsIn(tx, scope.companyId, scope, { ...days, kinds, areLosses: true }, page),
  };
}

/** High and Critical: reasons are counted over them. */
const ATTENTION_LEVELS: readonly number[] = [2, 3];

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

/** What those who left paid, for one reason or all. */
const lostOf = (figures: RetentionFigures, reason: ChurnReasonKind | undefined): number =>
  total((reason === undefined ? churnReasons : [reason]).map((one) => figures[`lost_${one}_minor`]));

const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0);
const levelsOf = (level: Query["level"]) =>
  level === undefined ? undefined : level === NEEDS_ATTENTION ? ATTENTION_LEVELS : [level];

/** Those who need attention for one main reason. Reasons are counted over all customers of a currency. */
function riskOfDriver(tx: Tx, scope: Scope, latest: RiskDay | undefined, driver: string): Figure {
  const counted = latest?.reasons.find(({ label }) => label === driver);
  const needAttention = ATTENTION_LEVELS.reduce((sum, level) => sum + (latest?.customers[level] ?? 0), 0);
  return {
    title: `Main reason: ${driver}`,
    quotients: [
      {
        label: "Share",
        part: many(counted?.customers ?? 0, "for this reason"),
        of: many(needAttention, "who need attention"),
      },
    ],
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
  const sumOf = (name: "paid" | "recovered" | "failed" | "open") =>
    inside.reduce((sum, day) => sum + day[`${name}_minor`], 0);
  return {
    title: `${words}, ${spanWords(days)}`,
    isWhole: true,
    totalMinor: sumOf(column),
    quotients:
      of === "recovered_of_failed"
        ? [
            {
              label: "Recovery rate",
              part: paid(sumOf("recovered"), "recovered"),
              of: paid(sumOf("failed"), "that failed"),
            },
          ]
        : [],
    // Sums count who paid in full; rows are of parts too.
    count:
      of === "recovered_of_failed"
        ? await countRecovered(tx, scope.companyId, scope.currency, days)
        : inside.reduce((sum, day) => sum + day[`${column}_count`], 0),
    rows: (page) => failedBills(tx, scope.companyId, scope.currency, { ...days, of }, page),
  };
}
