import type { InsightPeriod, InsightsScope, insightsQuery } from "@forestay/contracts";
import type { z } from "zod";
import { toMajorUnits } from "#modules/customers/index.ts";
import {
  addMonths,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  readPlans,
  readScope,
  type Scope,
} from "#modules/metrics/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

export type InsightsQuery = z.output<typeof insightsQuery>;

const monthsOf: Record<InsightPeriod, number | null> = {
  "6_months": 6,
  "12_months": 12,
  "24_months": 24,
  all: null,
};
/** As many months are drawn at most, however far records reach back. */
const MOST_MONTHS = 60;

/** What a tab is asked about. */
export interface Asked extends Scope {
  /** The first day of the first full month that is looked at; null: all that is known. */
  from: string | null;
  told: InsightsScope;
}

export async function readAsked(tx: Tx, companyId: string, query: InsightsQuery, now: Date): Promise<Asked> {
  const scope = await readScope(tx, companyId, query, now);
  const months = monthsOf[query.period];
  const from = months === null ? null : addMonths(firstOfMonth(scope.day), -months);
  return {
    ...scope,
    from,
    told: {
      day: scope.day,
      period: query.period,
      from,
      plan: scope.segment === null ? scope.plan : null,
      segment: scope.segment && {
        ...scope.segment,
        keptAt: scope.segment.keptAt?.toISOString() ?? null,
      },
      segments: scope.segments,
      plans: await readPlans(tx, companyId),
      currency: scope.currency,
      currencies: scope.currencies.map(({ currency, mrrMinor, customers }) => ({
        currency,
        mrr: toMajorUnits(mrrMinor, currency),
        customers,
      })),
      churnDate: scope.churnDate,
    },
  };
}

/** What is said while a segment's figures are worked out for the first time; null where they are there. */
export const beingWorkedOut = ({ segment }: Asked): string | null =>
  segment !== null && segment.keptAt === null
    ? "Figures of this segment are being worked out: they are there within a minute."
    : null;

/** A calendar month as far as it has come. */
export interface Month {
  month: string;
  from: string;
  until: string;
  isComplete: boolean;
}

/** Calendar months that are looked at, oldest first, the one that is not over last. `firstDay`: of what is known. */
export function monthsAsked({ day, from }: Asked, firstDay: string | null): Month[] {
  const earliest = addMonths(firstOfMonth(day), -MOST_MONTHS);
  const first = from ?? (firstDay === null || firstDay < earliest ? earliest : firstOfMonth(firstDay));
  const months: Month[] = [];
  for (let at = first; at <= day; at = addMonths(at, 1)) {
    const isComplete = lastOfMonth(at) < day;
    months.push({ month: monthOf(at), from: at, until: isComplete ? lastOfMonth(at) : day, isComplete });
  }
  return months;
}
