import { DAY_MS } from "@forestay/contracts";
import type { revenueWhatIfQuery, RevenueWhatIf } from "@forestay/contracts";
import { formatCounted, formatMoney, formatShare } from "@forestay/contracts/words";
import {
  FEWEST_FORECAST_MONTHS,
  forecastBand,
  forecastMrr,
  growthSpread,
  RECOVERY_WINDOW_MS,
  type GrowthSpread,
  type MrrLevers,
  type MrrOutlook,
  type PlanOutlook,
} from "@forestay/metrics";
import type { z } from "zod";
import { toMajorUnits, toMinorUnits } from "#modules/customers/index.ts";
import {
  addDays,
  addMonths,
  firstOfMonth,
  leftOf,
  monthOf,
  readPayments,
  readRetention,
  readRevenue,
  type RetentionFigures,
} from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { monthsAsked, readAsked, type Asked, type Month } from "./insights-scope.ts";

type Query = z.output<typeof revenueWhatIfQuery>;

const AHEAD_MONTHS = 12;
/** Plans with a lever of their own: those with the most MRR. */
const MOST_PLANS = 6;
/** Months of failures whose 60 days are over that the recovery rate is measured on. */
const RECOVERY_MONTHS = 6;
/** A smaller share would be told as 0%. */
const LEAST_TOLD = 0.0005;
const RECOVERY_DAYS = RECOVERY_WINDOW_MS / DAY_MS;

/** MRR of the next twelve months as things go, and as they would if something were otherwise: all from the company's own months. */
export async function readRevenueWhatIf(
  db: Database,
  companyId: string,
  query: Query,
  now: Date,
): Promise<RevenueWhatIf> {
  return withTenant(db, companyId, async (tx) => {
    const asked = await readAsked(tx, companyId, query, now);
    const measured = asked.segment === null ? await measure(tx, asked) : null;
    if (measured === null) {
      return {
        scope: asked.told,
        basisMonths: 0,
        basis: null,
        levers: { churn: [], recovery: null, newMrr: 0 },
        asIs: [],
        changed: null,
        assumptions: [],
        missing:
          asked.segment !== null
            ? "What-if is worked out for the whole company or a plan: choose all customers."
            : `Needs ${FEWEST_FORECAST_MONTHS} full months of subscriptions: import them as a file, or choose a longer time.`,
      };
    }
    const { outlook, spread, plans, recovery, months } = measured;
    const money = (minor: number) => toMajorUnits(minor, asked.currency);
    const levers = leversOf(query, asked.currency);
    const told = (expected: readonly number[]) =>
      expected.map((minor, ahead) => {
        const { low, high } = forecastBand(minor, ahead, spread);
        const round = (value: number) => money(Math.round(value));
        return {
          month: monthOf(addMonths(firstOfMonth(asked.day), ahead)),
          mrr: round(minor),
          low: round(low),
          high: round(high),
        };
      });
    return {
      scope: asked.told,
      basisMonths: months.length,
      basis: { from: months[0]!.from, until: months.at(-1)!.until },
      levers: {
        churn: plans.map(({ outlook: one, left }) => ({
          plan: one.plan ?? "",
          mrr: money(one.mrrMinor),
          rate: one.voluntary + one.involuntary + one.unknown,
          left,
        })),
        recovery,
        newMrr: money(Math.round(outlook.newMinor)),
      },
      asIs: told(forecastMrr(outlook, {}, AHEAD_MONTHS)),
      changed: levers === null ? null : told(forecastMrr(outlook, levers, AHEAD_MONTHS)),
      assumptions: assumptions(measured, asked.currency),
      missing: null,
    };
  });
}

function leversOf({ churn, saveRate, recoveryRate, priceChange, newMrr }: Query, currency: string) {
  const levers: MrrLevers = {
    ...(churn === undefined
      ? {}
      : { churn: new Map(Object.entries(churn).map(([plan, rate]) => [plan === "" ? null : plan, rate])) }),
    ...(saveRate === undefined ? {} : { saveRate }),
    ...(recoveryRate === undefined ? {} : { recoveryRate }),
    ...(priceChange === undefined ? {} : { priceChange }),
    ...(newMrr === undefined ? {} : { newMinor: toMinorUnits(newMrr, currency) }),
  };
  return Object.keys(levers).length === 0 ? null : levers;
}

interface Measured {
  months: readonly Month[];
  outlook: MrrOutlook;
  spread: GrowthSpread;
  plans: { outlook: PlanOutlook; left: number }[];
  recovery: RevenueWhatIf["levers"]["recovery"];
  /** (Expansion - contraction) / MRR at the start. */
  stayRate: number;
  /** What the rates by plan say to be lost beyond what was, as a share of MRR: below 0 where more was lost than they say. */
  otherRate: number;
}

/** How the company's own full months went; null of too few. */
async function measure(tx: Tx, asked: Asked): Promise<Measured | null> {
  const { companyId, plan, currency, day } = asked;
  const revenue = await readRevenue(tx, companyId, { plan, currency });
  const months = monthsAsked(asked, revenue.firstDay).filter(({ from, until, isComplete }) => {
    const flow = isComplete ? revenue.flow(from, until) : null;
    return flow !== null && flow.startMinor > 0;
  });
  const flows = months.map(({ from, until }) => revenue.flow(from, until)!);
  const spread = growthSpread(flows);
  const there = revenue.at(day);
  if (spread === null || there === null) return null;
  const mean = (kind: "new" | "reactivation") =>
    flows.reduce((sum, { minor }) => sum + minor[kind], 0) / flows.length;
  const started = flows.reduce((sum, { startMinor }) => sum + startMinor, 0);
  const changed = flows.reduce((sum, { minor }) => sum + minor.expansion - minor.contraction, 0);
  const churned = flows.reduce((sum, { minor }) => sum + minor.churn, 0);
  const recovery = plan === null ? await recoveryOf(tx, asked) : null;
  const plans = await plansOf(tx, asked, months, there.mrrMinor);
  const stayRate = changed / started;
  // Rates by plan leave out what left plans that earn nothing today, who came and left within a month, and who changed to another
  // plan (which counts as new there): without it the months that were measured would not come out as they were.
  const otherRate = lossOfAll(plans.map(({ outlook }) => outlook)) - churned / started;
  return {
    months,
    spread,
    recovery,
    plans,
    stayRate,
    otherRate,
    outlook: {
      plans: plans.map((one) => one.outlook),
      newMinor: mean("new"),
      reactivationMinor: mean("reactivation"),
      changeRate: stayRate + otherRate,
      recoveryRate: recovery?.rate ?? null,
    },
  };
}

/** Share of today's MRR that plans lose a month by their rates. */
function lossOfAll(plans: readonly PlanOutlook[]): number {
  const all = plans.reduce((sum, { mrrMinor }) => sum + mrrMinor, 0);
  const lost = plans.reduce(
    (sum, { mrrMinor, voluntary, involuntary, unknown }) =>
      sum + mrrMinor * (voluntary + involuntary + unknown),
    0,
  );
  return all === 0 ? 0 : lost / all;
}

type Loss = Pick<
  RetentionFigures,
  "opening_minor" | "lost_voluntary_minor" | "lost_involuntary_minor" | "lost_unknown_minor"
> & { left: number };

/** What each plan earns now and loses a month: the largest, and all else together. */
async function plansOf(tx: Tx, asked: Asked, months: readonly Month[], allMinor: number) {
  const { companyId, currency, day } = asked;
  const lossOf = async (plan: string | null): Promise<Loss> => {
    const series = await readRetention(tx, companyId, "1_month", { plan, currency });
    const sum: Loss = {
      opening_minor: 0,
      lost_voluntary_minor: 0,
      lost_involuntary_minor: 0,
      lost_unknown_minor: 0,
      left: 0,
    };
    for (const { until } of months) {
      const figures = series.atEndOf(until);
      sum.left += leftOf(figures);
      for (const column of Object.keys(sum) as (keyof Loss)[])
        if (column !== "left") sum[column] += figures[column];
    }
    return sum;
  };
  const all = await lossOf(asked.plan);
  if (asked.plan !== null) return [{ outlook: outlookOf(asked.plan, allMinor, all), left: all.left }];
  const rows: { plan: string; mrrMinor: number }[] = [];
  for (const plan of asked.told.plans) {
    const there = (await readRevenue(tx, companyId, { plan, currency })).at(day);
    if (there !== null && there.mrrMinor > 0) rows.push({ plan, mrrMinor: there.mrrMinor });
  }
  const largest = rows.sort((a, b) => b.mrrMinor - a.mrrMinor).slice(0, MOST_PLANS);
  const rest = { ...all };
  let restMinor = allMinor;
  const found: { outlook: PlanOutlook; left: number }[] = [];
  for (const { plan, mrrMinor } of largest) {
    const own = await lossOf(plan);
    for (const column of Object.keys(rest) as (keyof Loss)[]) rest[column] -= own[column];
    restMinor -= mrrMinor;
    found.push({ outlook: outlookOf(plan, mrrMinor, own), left: own.left });
  }
  if (restMinor > 0) found.push({ outlook: outlookOf(null, restMinor, rest), left: rest.left });
  return found;
}

function outlookOf(plan: string | null, mrrMinor: number, loss: Loss): PlanOutlook {
  const rate = (minor: number) => (loss.opening_minor <= 0 ? 0 : Math.max(0, minor / loss.opening_minor));
  return {
    plan,
    mrrMinor,
    voluntary: rate(loss.lost_voluntary_minor),
    involuntary: rate(loss.lost_involuntary_minor),
    unknown: rate(loss.lost_unknown_minor),
  };
}

/** Of what failed in the last months whose 60 days are over, the share that came in. */
async function recoveryOf(tx: Tx, { companyId, currency, day }: Asked): Promise<Measured["recovery"]> {
  const until = addDays(day, -RECOVERY_DAYS);
  const from = addMonths(until, -RECOVERY_MONTHS);
  const failed = (await readPayments(tx, companyId, currency, from)).filter((one) => one.day <= until);
  const failedMinor = failed.reduce((sum, one) => sum + one.failed_minor, 0);
  if (failedMinor === 0) return null;
  return {
    rate: failed.reduce((sum, one) => sum + one.recovered_minor, 0) / failedMinor,
    failedBills: failed.reduce((sum, one) => sum + one.failed_count, 0),
    from,
    until,
  };
}

function assumptions(measured: Measured, currency: string): string[] {
  const { months, outlook, spread, plans, recovery, stayRate, otherRate } = measured;
  const money = (minor: number) => formatMoney(toMajorUnits(Math.round(minor), currency), currency);
  const left = plans.reduce((sum, one) => sum + one.left, 0);
  const basis = formatCounted(months.length, "full month");
  return [
    `Customers leave as in the last ${basis}: ${formatCounted(left, "customer")} left in them.`,
    `${money(outlook.newMinor)} of new MRR a month and ${money(outlook.reactivationMinor)} of customers who come back, as in these months on average.`,
    `Who stays pays ${formatShare(Math.abs(stayRate))} ${stayRate < 0 ? "less" : "more"} each month: expansion less contraction.`,
    ...(Math.abs(otherRate) < LEAST_TOLD
      ? []
      : [
          otherRate < 0
            ? `${formatShare(-otherRate)} of MRR a month is lost beyond the churn by plan, as in these months: by plans that earn nothing today, changes of plan, and who came and left within a month.`
            : `The churn by plan comes to ${formatShare(otherRate)} of MRR a month more than was lost in these months: that much is not taken off.`,
        ]),
    recovery === null
      ? "Nothing is known of failed payments: recovery has no lever until bills and their payments are imported."
      : `${formatShare(recovery.rate)} of failed payments come in after all, by amount, of ${formatCounted(recovery.failedBills, "failed bill")} of six months.`,
    `Months vary as they did, by ${formatShare(spread.deviation)} of MRR either way, each by itself: the range holds 8 in 10 such years. That a lever does what is supposed is not in it.`,
    "A change of price reaches everybody in the first month and moves nobody away.",
  ];
}
