import type { ReasonsInsights } from "@forestay/contracts";
import { toMajorUnits } from "#modules/customers/index.ts";
import {
  readRetention,
  readRevenue,
  readToldReasons,
  reasonThemes,
  type RetentionFigures,
} from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { beingWorkedOut, monthsAsked, readAsked, type InsightsQuery } from "./insights-scope.ts";

const MOST_THEMES = 12;
/** A rule of more wordings nobody reads. */
const MOST_WORDINGS = 30;

/** Why customers left: who ended it, from rollups, and in their own words, as the ledger was told. */
export async function readReasonsInsights(
  db: Database,
  companyId: string,
  query: InsightsQuery,
  now: Date,
): Promise<ReasonsInsights> {
  return withTenant(db, companyId, async (tx) => {
    const asked = await readAsked(tx, companyId, query, now);
    const { currency, plan } = asked;
    const revenue = await readRevenue(tx, companyId, { plan, currency });
    if (revenue.firstDay === null) {
      return {
        scope: asked.told,
        months: [],
        total: null,
        themes: [],
        withReason: 0,
        missing: beingWorkedOut(asked) ?? "Needs subscriptions with their ends: import them as a file.",
      };
    }
    const retention = await readRetention(tx, companyId, "1_month", { plan, currency });
    const money = (minor: number) => toMajorUnits(minor, currency);
    const lostOf = (figures: Losses) => ({
      voluntary: { customers: figures.left_voluntary, mrr: money(figures.lost_voluntary_minor) },
      involuntary: { customers: figures.left_involuntary, mrr: money(figures.lost_involuntary_minor) },
      unknown: { customers: figures.left_unknown, mrr: money(figures.lost_unknown_minor) },
    });
    const total: Losses = {
      left_voluntary: 0,
      left_involuntary: 0,
      left_unknown: 0,
      lost_voluntary_minor: 0,
      lost_involuntary_minor: 0,
      lost_unknown_minor: 0,
    };
    const complete = monthsAsked(asked, revenue.firstDay).filter(({ isComplete }) => isComplete);
    const months = complete.map(({ month, from, until }) => {
      if (revenue.at(until) === null) return { month, from, until, lost: null };
      const figures = retention.atEndOf(until);
      for (const column of Object.keys(total) as (keyof Losses)[]) total[column] += figures[column];
      return { month, from, until, lost: lostOf(figures) };
    });
    const [first, last] = [complete[0], complete.at(-1)];
    const told =
      first === undefined || last === undefined
        ? []
        : await readToldReasons(tx, companyId, { plan, currency, from: first.from, until: last.until });
    return {
      scope: asked.told,
      months,
      total: lostOf(total),
      themes: reasonThemes(told)
        .slice(0, MOST_THEMES)
        .map(({ lostMinor, wordings, ...theme }) => ({
          ...theme,
          mrr: money(lostMinor),
          wordings: wordings.length > MOST_WORDINGS ? null : wordings,
        })),
      withReason: told.reduce((sum, { customers }) => sum + customers, 0),
      missing: null,
    };
  });
}

type Losses = Pick<
  RetentionFigures,
  | "left_voluntary"
  | "left_involuntary"
  | "left_unknown"
  | "lost_voluntary_minor"
  | "lost_involuntary_minor"
  | "lost_unknown_minor"
>;
