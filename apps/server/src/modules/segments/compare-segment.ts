import { DAY_MS, DAY_SECONDS } from "@forestay/contracts";
import type { ComparedFigure, SegmentComparison } from "@forestay/contracts";
import { kaplanMeier, logRank, meanDifference, newcombeInterval, type FollowUp } from "@forestay/metrics";
import { sql } from "kysely";
import {
  hasLeftSql,
  leftAtSql,
  readFilterContext,
  sqlLeavingRule,
  toMajorUnits,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { findSegment } from "./segment-rows.ts";

/** How far back members are followed, and the least that says anything. */
const LONGEST_DAYS = 90;
const FEWEST_DAYS = 7;
/** Fewer on either side than this and shares are told without an interval. */
const FEWEST = 10;

type Side = Record<string, number | null> & { inside: boolean };

/** A segment's members beside everybody else: averages with the difference, and who stayed since they were in it. */
export async function compareSegment(
  db: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<SegmentComparison> {
  return withTenant(
    db,
    companyId,
    async (tx) => {
      if (!(await findSegment(tx, companyId, id)))
        throw new AppError("not_found", { message: "This segment does not exist." });
      const context = await readFilterContext(tx, companyId, now);
      const hasLeft = hasLeftSql(sqlLeavingRule(context.leaving));
      const days = (moment: string) =>
        sql`extract(epoch from ${now}::timestamptz - ${sql.ref(moment)})::float8 / ${sql.lit(DAY_SECONDS)}`;
      const own = (column: string) =>
        sql`case when coalesce(c.currency, ${context.currency}) = ${context.currency} then ${sql.ref(column)}::float8 end`;
      const measures = {
        left: sql`(${hasLeft} is true)::int::float8`,
        churn: sql`v.probability::float8`,
        revenue: own("c.monthly_revenue_cents"),
        lifetime: own("c.lifetime_value_cents"),
        tenure: days("c.started_at"),
        silent: days("c.last_seen_at"),
      };
      const columns = Object.entries(measures).map(
        ([
          name,
          value,
        ]) => sql`count(${value}) as ${sql.ref(`${name}_n`)}, avg(${value}) as ${sql.ref(`${name}_mean`)},
          coalesce(var_samp(${value}), 0) as ${sql.ref(`${name}_variance`)}`,
      );
      const { rows } = await sql<Side>`
        select m.customer_id is not null as inside, ${sql.join(columns)}
        from customers c
        left join segment_members m on m.company_id = c.company_id and m.segment_id = ${id} and m.customer_id = c.id
        left join risk_values v on v.company_id = c.company_id and v.customer_id = c.id
        where c.company_id = ${companyId} group by 1`.execute(tx);
      const inside = rows.find((row) => row.inside);
      const outside = rows.find((row) => !row.inside);
      const money = (minor: number) => toMajorUnits(Math.round(minor), context.currency);
      const plain = (value: number) => value;
      const mean = (
        key: ComparedFigure["key"],
        kind: ComparedFigure["kind"],
        label: string,
        name: string,
        convert: (value: number) => number = plain,
      ) => comparedMean({ key, kind, label }, sampleOf(inside, name), sampleOf(outside, name), convert);
      return {
        currency: context.currency,
        figures: [
          comparedShare(
            { key: "hasLeft", kind: "share", label: "Have left, ever" },
            sampleOf(inside, "left"),
            sampleOf(outside, "left"),
          ),
          mean("churnRate", "share", "Expected to leave", "churn"),
          mean("monthlyRevenue", "money", "Monthly revenue", "revenue", money),
          mean("lifetimeValue", "money", "Lifetime value", "lifetime", money),
          mean("tenureDays", "number", "Days with you", "tenure"),
          mean("silentDays", "number", "Days since last active", "silent"),
        ],
        staying: await readStaying(tx, companyId, id, now),
      };
    },
    EVERY_ROW,
  );
}

type Sample = { n: number; mean: number; variance: number } | null;
type Told = Pick<ComparedFigure, "key" | "kind" | "label">;

function sampleOf(side: Side | undefined, name: string): Sample {
  const n = Number(side?.[`${name}_n`] ?? 0);
  const mean = side?.[`${name}_mean`];
  if (n === 0 || mean === null || mean === undefined) return null;
  return { n, mean, variance: side?.[`${name}_variance`] ?? 0 };
}

function comparedMean(
  told: Told,
  inside: Sample,
  outside: Sample,
  convert: (value: number) => number,
): ComparedFigure {
  const difference = inside && outside ? meanDifference(inside, outside) : null;
  const shown = (sample: Sample) => sample && { value: convert(sample.mean), n: sample.n };
  return {
    ...told,
    inside: shown(inside),
    outside: shown(outside),
    difference: difference && {
      value: convert(difference.value),
      low: convert(difference.low),
      high: convert(difference.high),
    },
  };
}

function comparedShare(told: Told, inside: Sample, outside: Sample): ComparedFigure {
  const shown = (sample: Sample) => sample && { value: sample.mean, n: sample.n };
  const enough = inside && outside && inside.n >= FEWEST && outside.n >= FEWEST;
  const counted = ({ mean, n }: NonNullable<Sample>) => ({ events: Math.round(mean * n), rows: n });
  const interval = enough ? newcombeInterval(counted(inside), counted(outside)) : null;
  return {
    ...told,
    inside: shown(inside),
    outside: shown(outside),
    difference: interval && { value: interval.difference, low: interval.low, high: interval.high },
  };
}

interface FollowedRow {
  inside: boolean;
  days: number;
  event: number;
  customers: number;
}

/**
 * Who was in the segment on a past day, and who was not, followed until now. Membership of that day is today's with every
 * change since taken back, so that who left because of leaving is still counted in: today's members alone would not have left.
 */
async function readStaying(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<SegmentComparison["staying"]> {
  const { rows: first } = await sql<{ from: Date | null }>`
    select greatest(
      -- What a rule brought in or out is no move: it is followed from the day the rule stood.
      (select max(at) from segment_changes where company_id = ${companyId} and segment_id = ${id} and cause = 'rule'),
      (select min(since) from segment_members where company_id = ${companyId} and segment_id = ${id}),
      ${now}::timestamptz - make_interval(days => ${LONGEST_DAYS})) as from`.execute(tx);
  const from = first[0]?.from ?? null;
  if (from === null || now.getTime() - from.getTime() < FEWEST_DAYS * DAY_MS) return null;
  const { leaving } = await readFilterContext(tx, companyId, now);
  const rule = sqlLeavingRule(leaving);
  const { rows } = await sql<FollowedRow>`
    with then_in as (
      select customer_id from segment_members where company_id = ${companyId} and segment_id = ${id} and since <= ${from}
      union
      (select customer_id from (
        select distinct on (customer_id) customer_id, entered from segment_changes
        where company_id = ${companyId} and segment_id = ${id} and at > ${from} order by customer_id, at, id) f
      where not entered)
    ), there as (
      select t.customer_id is not null as inside, ${hasLeftSql(rule)} is true as has_left, ${leftAtSql(rule)} as left_at
      from customers c left join then_in t on t.customer_id = c.id
      where c.company_id = ${companyId} and c.created_at <= ${from} and (c.started_at is null or c.started_at <= ${from})
    )
    select inside, floor(extract(epoch from least(left_at, ${now}::timestamptz) - ${from}::timestamptz) / ${sql.lit(DAY_SECONDS)})::int as days,
      (has_left and left_at <= ${now})::int as event, count(*)::int as customers
    from there where (not has_left) or left_at > ${from} group by 1, 2, 3`.execute(tx);
  const lastDay = Math.floor((now.getTime() - from.getTime()) / DAY_MS);
  const curve = (inside: boolean) => {
    const own = rows.filter((row) => row.inside === inside);
    const followUp: FollowUp = {
      durations: own.map((row) => row.days ?? lastDay),
      events: own.map((row) => row.event),
      weights: own.map((row) => row.customers),
    };
    return {
      followUp,
      customers: own.reduce((sum, row) => sum + row.customers, 0),
      left: own.reduce((sum, row) => sum + row.event * row.customers, 0),
    };
  };
  const inside = curve(true);
  const outside = curve(false);
  if (inside.customers === 0 || outside.customers === 0) return null;
  const points = ({ followUp }: ReturnType<typeof curve>) => [
    { day: 0, share: 1, low: 1, high: 1 },
    ...kaplanMeier(followUp).points.map((point) => ({
      day: Math.round(point.time),
      share: point.survival,
      low: point.low,
      high: point.high,
    })),
  ];
  const test = logRank(
    {
      durations: rows.map((row) => row.days ?? lastDay),
      events: rows.map((row) => row.event),
      weights: rows.map((row) => row.customers),
    },
    rows.map((row) => (row.inside ? "inside" : "outside")),
  );
  return {
    from: from.toISOString(),
    days: lastDay,
    inside: { customers: inside.customers, left: inside.left, points: points(inside) },
    outside: { customers: outside.customers, left: outside.left, points: points(outside) },
    pValue: test?.pValue ?? null,
  };
}
