import {
  SegmentStatus,
  SEGMENT_TREND_DAYS,
  type CriterionField,
  type Segment,
  type SegmentFigures,
} from "@forestay/contracts";
import { criteriaSentence, type CriterionFormat } from "@forestay/contracts/words";
import { sql } from "kysely";
import { toMajorUnits, type FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { brokenLinesOf } from "./broken-lines.ts";
import { criteriaOf, segmentsById, usersOf, type SegmentRow, type SegmentUsers } from "./segment-rows.ts";

export interface ViewContext {
  currency: string;
  filter: FilterContext;
  fields: readonly CriterionField[];
  format: CriterionFormat;
  users: SegmentUsers;
  trends: ReadonlyMap<string, number[]>;
}

/** A kept segment as the wire has it. */
export function toSegment(row: SegmentRow, context: ViewContext): Segment {
  const criteria = criteriaOf(row);
  const figures = figuresOf(row, context.currency);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    criteria,
    sentence: criteriaSentence(criteria, context.fields, context.format),
    brokenLines: brokenLinesOf(criteria, {
      ...context,
      use: "followed",
      root: "criteria",
      segmentId: row.id,
      segments: segmentsById(context.users.segments),
    }),
    type: row.type as Segment["type"],
    status: row.status as Segment["status"],
    color: row.color as Segment["color"],
    customerCount: figures?.customerCount ?? null,
    averageChurnRate: figures?.averageChurnRate ?? null,
    averageLifetimeValue: figures?.averageLifetimeValue ?? null,
    averageRevenue: figures?.averageRevenue ?? null,
    figures,
    countedAt: row.counted_at?.toISOString() ?? null,
    isCounting: row.status === SegmentStatus.Active && row.needs_recount,
    trend: context.trends.get(row.id) ?? [],
    usedBy: usersOf(context.users, row.id),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  };
}

function figuresOf(row: SegmentRow, currency: string): SegmentFigures | null {
  if (row.customer_count === null) return null;
  const money = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, currency));
  return {
    customerCount: row.customer_count,
    scoredCount: row.scored_count ?? 0,
    averageChurnRate: row.average_churn_rate,
    averageLifetimeValue: money(row.average_lifetime_value_cents),
    averageRevenue: money(row.average_revenue_cents),
    revenueAtRisk: money(row.at_risk_cents),
    levels: row.level_counts ?? [0, 0, 0, 0],
    currency,
  };
}

/** Members by day of the last 30, by segment, as far as they are known. */
export async function readTrends(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<ReadonlyMap<string, number[]>> {
  const { rows } = await sql<{ segment_id: string; counts: number[] }>`
    select segment_id, array_agg(customer_count order by day) as counts from segment_days
    where company_id = ${companyId} and day > (${now}::timestamptz)::date - ${SEGMENT_TREND_DAYS}::int group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ segment_id, counts }) => [segment_id, counts.map(Number)]));
}
