import type { CriteriaNode, CustomerSummary, SegmentFigures } from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { compileCriteria, displayName, toMajorUnits, type FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { hasSample } from "./random-sample.ts";

/** Up to here every customer is looked at while somebody writes a rule; beyond, a random part. */
export const LOOKED_AT_WHOLE = 50_000;
const SHOWN = 5;
/** The share of those drawn that is looked at first. */
const FIRST_PART = 0.4;
/** So many found among these are known to within a sixth (1.96 / √150); of fewer all that are drawn are looked at. */
const FOUND_ENOUGH = 150;
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

/** Sums over the customers that meet the same number of a rule's entries. */
interface DepthSums {
  depth: number;
  customers: number;
  scored: number;
  probability: number | null;
  /** Of those whose amounts are in the company's currency. */
  lifetime: number | null;
  with_lifetime: number;
  revenue: number | null;
  with_revenue: number;
  at_risk: number | null;
  levels: number[];
}

interface ShownRow {
  id: string;
  at_risk_minor: number | null;
  full_name: string | null;
  email: string | null;
  external_id: string | null;
  churn_risk_score: number | null;
  churn_risk_level: CustomerSummary["churnRiskLevel"];
}

/**
 * Who a rule chooses, in one pass: counts after each of its entries, averages, a few of them, and the segments that are nearly
 * the same. In a large company of a random part of the customers, unless `isExact` asks for all: as large a part as it takes to
 * know the count well. Counts and sums are then scaled, and `margin` is half the width of the count's 95% interval.
 */
export async function lookAtRule(
  tx: Tx,
  companyId: string,
  nodes: readonly CriteriaNode[],
  context: FilterContext,
  asked: { isExact: boolean },
): Promise<LookedAt> {
  const isWhole = asked.isExact || (await isLookedAtWhole(tx, companyId, context));
  const look = (part: Part) => read(tx, companyId, nodes, context, part);
  const atDepth = ({ sums }: Found, depth: number) => sums.filter((one) => one.depth === depth);
  let found = await look(isWhole ? "all" : "first");
  if (!isWhole && countOf(atDepth(found, nodes.length)) < FOUND_ENOUGH)
    found = together(found, await look("rest"));
  const chosen = atDepth(found, nodes.length);
  const looked = countOf(found.sums);
  const scale = isWhole ? 1 : scaleOf(looked, context);
  const toFigures = (sums: readonly DepthSums[]) => figuresOf(sums, scale, context.currency);
  const share = looked === 0 ? 0 : countOf(chosen) / looked;
  let left = looked;
  const narrowing = nodes.map((_, index) => {
    left -= countOf(atDepth(found, index));
    return Math.round(left * scale);
  });
  return {
    figures: toFigures(chosen),
    everyone: { ...toFigures(found.sums), customerCount: isWhole ? looked : context.customerCount },
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
      share: shared / Math.max(1, members + countOf(chosen) - shared),
    })),
  };
}

/** Figures of all customers, as `lookAtRule` has them: of a random part in a large company. */
export async function lookAtEverybody(
  tx: Tx,
  companyId: string,
  context: FilterContext,
): Promise<SegmentFigures> {
  const isWhole = await isLookedAtWhole(tx, companyId, context);
  const { rows } = await sql<{ sums: DepthSums }>`
    select to_jsonb(d) as sums from (select 0 as depth, ${SUMS} from (
      select c.lifetime_value_cents, c.monthly_revenue_cents, v.probability, v.level, v.at_risk_minor, ${isOwnSql(context)} as is_own
      ${customersSql(companyId, isWhole ? "all" : "first")}) looked) d`.execute(tx);
  const sums = rows.map((row) => row.sums);
  const looked = countOf(sums);
  const figures = figuresOf(sums, isWhole ? 1 : scaleOf(looked, context), context.currency);
  return { ...figures, customerCount: isWhole ? looked : context.customerCount };
}

const isLookedAtWhole = async (tx: Tx, companyId: string, { customerCount }: FilterContext) =>
  customerCount <= LOOKED_AT_WHOLE || !(await hasSample(tx, companyId));

const scaleOf = (looked: number, { customerCount }: FilterContext) =>
  looked === 0 ? 1 : customerCount / looked;

const countOf = (sums: readonly DepthSums[]) => sums.reduce((count, { customers }) => count + customers, 0);

function figuresOf(sums: readonly DepthSums[], scale: number, currency: string): SegmentFigures {
  /** The whole of a sum: null where no customer has the value. */
  const total = (of: (one: DepthSums) => number | null): number | null => {
    const known = sums.map(of).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((whole, value) => whole + value, 0);
  };
  const mean = (whole: number | null, count: number | null) =>
    whole === null || !count ? null : whole / count;
  const money = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, currency));
  const scored = total((one) => one.scored) ?? 0;
  const atRisk = total((one) => one.at_risk);
  return {
    customerCount: Math.round(countOf(sums) * scale),
    scoredCount: Math.round(scored * scale),
    averageChurnRate: mean(
      total((one) => one.probability),
      scored,
    ),
    averageLifetimeValue: money(
      mean(
        total((one) => one.lifetime),
        total((one) => one.with_lifetime),
      ),
    ),
    averageRevenue: money(
      mean(
        total((one) => one.revenue),
        total((one) => one.with_revenue),
      ),
    ),
    revenueAtRisk: atRisk === null ? null : money(Math.round(atRisk * scale)),
    levels: [0, 1, 2, 3].map((level) => Math.round((total((one) => one.levels[level]!) ?? 0) * scale)),
    currency,
  };
}

interface Found {
  sums: DepthSums[];
  /** The most at risk first. */
  shown: ShownRow[];
  overlaps: { segment_id: string; shared: number; members: number }[];
}

/** What was found in two parts that share no customer. */
function together(one: Found, other: Found): Found {
  const atRisk = ({ at_risk_minor: minor }: ShownRow) => minor ?? -Infinity;
  const bySegment = Map.groupBy([...one.overlaps, ...other.overlaps], ({ segment_id: id }) => id);
  return {
    sums: [...one.sums, ...other.sums],
    shown: [...one.shown, ...other.shown].toSorted((a, b) => atRisk(b) - atRisk(a) || 0).slice(0, SHOWN),
    overlaps: [...bySegment].map(([segment_id, parts]) => ({
      segment_id,
      shared: parts.reduce((sum, { shared }) => sum + shared, 0),
      members: parts.reduce((sum, { members }) => sum + members, 0),
    })),
  };
}

/** Of rows of customers and what their scores put at risk. */
const SUMS = sql`count(*) as customers, count(probability) as scored, sum(probability) as probability,
  sum(lifetime_value_cents) filter (where is_own) as lifetime,
  count(lifetime_value_cents) filter (where is_own) as with_lifetime,
  sum(monthly_revenue_cents) filter (where is_own) as revenue,
  count(monthly_revenue_cents) filter (where is_own) as with_revenue,
  sum(at_risk_minor) filter (where is_own) as at_risk,
  array[count(*) filter (where level = 0), count(*) filter (where level = 1), count(*) filter (where level = 2),
    count(*) filter (where level = 3)] as levels`;

const isOwnSql = ({ currency }: FilterContext) => sql`coalesce(c.currency, ${currency}) = ${currency}`;

/** Everybody, or of those drawn at random the first or all others. */
type Part = "all" | "first" | "rest";
const drawn = sql`join segment_samples p on p.company_id = c.company_id and p.customer_id = c.id and p.place`;
const partSql = {
  all: sql``,
  first: sql`${drawn} < ${sql.lit(FIRST_PART)}`,
  rest: sql`${drawn} >= ${sql.lit(FIRST_PART)}`,
};

/** Customers as `c` with what their scores put at risk as `v`. */
const customersSql = (companyId: string, part: Part) => sql`
  from customers c ${partSql[part]}
  left join risk_values v on v.company_id = c.company_id and v.customer_id = c.id
  where c.company_id = ${companyId}`;

async function read(
  tx: Tx,
  companyId: string,
  nodes: readonly CriteriaNode[],
  context: FilterContext,
  part: Part,
): Promise<Found> {
  const entries = nodes.map((node) => compileCriteria([node], context));
  const all = sql.lit(entries.length);
  // What is kept of a million customers between the passes is narrow; the names of a few are looked up at the end.
  const { rows } = await sql<Found>`
    with looked as materialized (
      select c.id, c.lifetime_value_cents, c.monthly_revenue_cents, v.probability, v.level, v.at_risk_minor,
        ${isOwnSql(context)} as is_own, ${depthSql(entries)} as depth
      ${customersSql(companyId, part)}
    ), shown as (
      select id, at_risk_minor from looked where depth = ${all} order by at_risk_minor desc nulls last, id limit ${SHOWN}
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
        select depth, ${SUMS}
        from looked group by depth) d) as sums,
      (select coalesce(jsonb_agg(to_jsonb(n) order by n.at_risk_minor desc nulls last, n.id), '[]') from (
        select c.id, c.full_name, c.email, c.external_id, c.churn_risk_score, c.churn_risk_level, s.at_risk_minor
        from shown s join customers c on c.company_id = ${companyId} and c.id = s.id) n) as shown,
      (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from (
        select m.segment_id, count(*) filter (where l.depth = ${all}) as shared, count(*) as members
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
