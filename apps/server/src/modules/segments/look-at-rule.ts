import type { CriteriaNode, CustomerSummary, SegmentFigures } from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { compileCriteria, displayName, toMajorUnits, type FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { hasSample } from "./random-sample.ts";

/** Up to here every customer is looked at while somebody writes a rule; beyond, a random part. */
export const LOOKED_AT_WHOLE = 50_000;
const SHOWN = 5;
/** Two-sided 95%. */
const Z_95 = 1.959_964;

export interface LookedAt {
  figures: SegmentFigures;
  everyone: SegmentFigures;
  isExact: boolean;
  margin: number;
  /** Customers left after each entry of the rule. */
  narrowing: number[];
  sample: Pick<CustomerSummary, "id" | "fullName" | "email" | "churnRiskScore" | "churnRiskLevel">[];
  /** Segments that share members with the rule: the share of both together that is in both. */
  overlaps: { segmentId: string; share: number }[];
}

interface FiguresRow {
  customers: number;
  scored: number;
  churn: number | null;
  lifetime: number | null;
  revenue: number | null;
  at_risk: number | null;
  levels: number[];
}

interface ShownRow {
  id: string;
  full_name: string | null;
  email: string | null;
  external_id: string | null;
  churn_risk_score: number | null;
  churn_risk_level: CustomerSummary["churnRiskLevel"];
}

/**
 * Who a rule chooses, in one pass: counts after each of its entries, averages, a few of them, and the segments that are nearly
 * the same. In a large company of a random part of the customers, unless `isExact` asks for all; counts and sums are then
 * scaled, and `margin` is half the width of the count's 95% interval.
 */
export async function lookAtRule(
  tx: Tx,
  companyId: string,
  nodes: readonly CriteriaNode[],
  context: FilterContext,
  asked: { isExact: boolean },
): Promise<LookedAt> {
  const isWhole =
    asked.isExact || context.customerCount <= LOOKED_AT_WHOLE || !(await hasSample(tx, companyId));
  const found = await read(tx, companyId, nodes, context, isWhole);
  const everyone = found.everyone;
  const looked = everyone.customers;
  const scale = isWhole || looked === 0 ? 1 : context.customerCount / looked;
  const money = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, context.currency));
  const toFigures = (row: FiguresRow): SegmentFigures => ({
    customerCount: Math.round(row.customers * scale),
    scoredCount: Math.round(row.scored * scale),
    averageChurnRate: row.churn,
    averageLifetimeValue: money(row.lifetime),
    averageRevenue: money(row.revenue),
    revenueAtRisk: row.at_risk === null ? null : money(Math.round(row.at_risk * scale)),
    levels: row.levels.map((count) => Math.round(count * scale)),
    currency: context.currency,
  });
  const share = looked === 0 ? 0 : found.figures.customers / looked;
  const depths = new Map(found.depths.map(({ depth, customers }) => [depth, customers]));
  let left = looked;
  const narrowing = nodes.map((_, index) => {
    left -= depths.get(index) ?? 0;
    return Math.round(left * scale);
  });
  return {
    figures: toFigures(found.figures),
    everyone: { ...toFigures(everyone), customerCount: isWhole ? looked : context.customerCount },
    isExact: isWhole,
    margin: isWhole ? 0 : Math.ceil(Z_95 * Math.sqrt((share * (1 - share)) / looked) * context.customerCount),
    narrowing,
    sample: found.shown.map((row) => ({
      id: row.id,
      fullName: displayName(row),
      email: row.email,
      churnRiskScore: row.churn_risk_score,
      churnRiskLevel: row.churn_risk_level,
    })),
    overlaps: found.overlaps.map(({ segment_id, shared, members }) => ({
      segmentId: segment_id,
      share: shared / Math.max(1, members + found.figures.customers - shared),
    })),
  };
}

interface Found {
  depths: { depth: number; customers: number }[];
  everyone: FiguresRow;
  figures: FiguresRow;
  shown: ShownRow[];
  overlaps: { segment_id: string; shared: number; members: number }[];
}

async function read(
  tx: Tx,
  companyId: string,
  nodes: readonly CriteriaNode[],
  context: FilterContext,
  isWhole: boolean,
): Promise<Found> {
  const entries = nodes.map((node) => compileCriteria([node], context));
  const part = isWhole
    ? sql``
    : sql`join segment_samples p on p.company_id = c.company_id and p.customer_id = c.id`;
  const all = sql<SqlBool>`true`;
  const { rows } = await sql<Found>`
    with looked as materialized (
      select c.id, c.external_id, c.full_name, c.email, c.churn_risk_score, c.churn_risk_level, c.lifetime_value_cents,
        c.monthly_revenue_cents, coalesce(c.currency, ${context.currency}) as currency, v.probability, v.level,
        v.at_risk_minor, ${depthSql(entries)} as depth
      from customers c ${part}
      left join risk_values v on v.company_id = c.company_id and v.customer_id = c.id
      where c.company_id = ${companyId}
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
        select depth, count(*) as customers from looked group by depth) d) as depths,
      (select to_jsonb(f) from (${figuresSql(all, context.currency)}) f) as everyone,
      (select to_jsonb(f) from (${figuresSql(sql<SqlBool>`depth = ${entries.length}`, context.currency)}) f) as figures,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select id, full_name, email, external_id, churn_risk_score, churn_risk_level from looked
        where depth = ${entries.length} order by at_risk_minor desc nulls last, id limit ${SHOWN}) s) as shown,
      (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from (
        select m.segment_id, count(*) filter (where l.depth = ${entries.length}) as shared, count(*) as members
        from segment_members m join looked l on l.id = m.customer_id
        where m.company_id = ${companyId} group by 1) o) as overlaps`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("Looking at a rule gave no answer");
  return row;
}

/** How many entries of the rule a customer meets before the first that it does not. */
function depthSql(entries: readonly RawBuilder<SqlBool>[]): RawBuilder<number> {
  if (entries.length === 0) return sql<number>`0`;
  const cases = entries.map((entry, index) => sql`when (${entry}) is not true then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(entries.length)} end`;
}

function figuresSql(which: RawBuilder<SqlBool>, currency: string): RawBuilder<unknown> {
  const own = sql`filter (where currency = ${currency})`;
  return sql`select count(*) as customers, count(probability) as scored, avg(probability) as churn,
      avg(lifetime_value_cents) ${own} as lifetime, avg(monthly_revenue_cents) ${own} as revenue,
      sum(at_risk_minor) ${own} as at_risk,
      array[count(*) filter (where level = 0), count(*) filter (where level = 1), count(*) filter (where level = 2),
        count(*) filter (where level = 3)] as levels
    from looked where ${which}`;
}
