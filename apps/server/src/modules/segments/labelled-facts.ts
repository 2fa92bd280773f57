import { DAY_MS, parseField, type CriterionField } from "@forestay/contracts";
import { NO_PAST, type CustomerFacts, type FactValue } from "@forestay/criteria";
import { sql } from "kysely";
import {
  ATTRIBUTE_PREFIX,
  hasLeftSql,
  leftAtSql,
  sqlLeavingRule,
  startedAtSql,
  toMinorUnits,
  type AttributeValue,
  type LeavingRule,
} from "#modules/customers/index.ts";
import { readKnownUntil, readLearnedFields, type LearnedFields } from "#modules/models/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { RuleContext } from "./read-context.ts";
import { MOST_CUSTOMERS, readDoings, type JudgedFacts } from "./scored-facts.ts";

/** How long before the day that is looked back at a record may have been made. */
const OLDEST_RECORD_DAYS = 35;
/** Who left, and who stayed, at least: fewer leave too few to check on. */
const FEWEST_OF_EACH = 50;

export interface LabelledFacts {
  /** As of what; null: labels without a day, and the records as they stand. */
  asOf: { day: Date; horizonDays: number } | null;
  customers: JudgedFacts[];
}

/** What is known of a customer of whom it is known whether it left. */
interface Row {
  id: string;
  left: boolean;
  /** The moment that `values` are of. */
  at: Date;
  startedAt: Date | null;
  values: Record<string, AttributeValue>;
}

/**
 * Customers of whom it is known whether they left, in random order, with what plain rules may ask of them as it was before:
 * with a past, as of the newest day whose horizon has passed; with labels alone, only what the model in use learned from them and
 * no more, as activity, payments and tenure of who left stopped with the leaving. Null where too few left or stayed, or no model
 * says which columns give the answer away.
 */
export async function readLabelledFacts(
  tx: Tx,
  companyId: string,
  { filter: { leaving }, fields, currency }: RuleContext,
  now: Date,
): Promise<LabelledFacts | null> {
  const learned = await readLearnedFields(tx, companyId, leaving);
  if (learned === null) return null;
  // Silence that ended is no date: who came back counts as having left where a model learned from it, and cannot be told here.
  if (learned.source !== "labels" && leaving.definition !== "cancelled") return null;
  const day = await readDay(tx, companyId, learned, leaving);
  if (learned.source !== "labels" && day === null) return null;
  const rows = await readRows(tx, companyId, { learned, leaving, day });
  const left = rows.reduce((sum, row) => sum + Number(row.left), 0);
  if (Math.min(left, rows.length - left) < FEWEST_OF_EACH) return null;
  const doings = day === null ? null : await readDoings(tx, companyId, fields, rows);
  const doubted = doubtedEvents(fields, learned);
  const customers = rows.map((row): JudgedFacts => {
    // As it was then, by as much later as now is: a rule counts its days from now.
    const since = now.getTime() - row.at.getTime();
    const later = <D extends { at: number }>(done: readonly D[] = []) =>
      done.map((one) => ({ ...one, at: one.at + since }));
    return {
      target: row.left ? 1 : 0,
      facts: {
        ...NO_PAST,
        ...factsOf(row, { learned, fields, currency, now }),
        events: later(doings?.events.get(row.id)?.filter(({ type }) => !doubted.has(type))),
        attempts: learned.doubtsFailedPayments ? [] : later(doings?.attempts.get(row.id)),
      },
    };
  });
  return { asOf: day === null ? null : { day, horizonDays: learned.horizonDays }, customers };
}

/** The newest day of which it is known who left within the horizon after it; null without one. */
async function readDay(
  tx: Tx,
  companyId: string,
  { source, horizonDays }: LearnedFields,
  leaving: LeavingRule,
): Promise<Date | null> {
  if (source === "labels") return null;
  const until = await readKnownUntil(tx, companyId, leaving);
  return Number.isFinite(until) ? new Date(Math.floor(until / DAY_MS - horizonDays) * DAY_MS) : null;
}

async function readRows(
  tx: Tx,
  companyId: string,
  { learned, leaving, day }: { learned: LearnedFields; leaving: LeavingRule; day: Date | null },
): Promise<Row[]> {
  const { source, horizonDays } = learned;
  const rule = sqlLeavingRule(leaving);
  const record = sql`jsonb_strip_nulls(jsonb_build_object('plan', c.plan,
      'monthly_revenue_minor', c.monthly_revenue_cents, 'lifetime_value_minor', c.lifetime_value_cents))
    || (select coalesce(jsonb_object_agg(${ATTRIBUTE_PREFIX}::text || key, value), '{}') from jsonb_each(c.attributes))`;
  // Before some are drawn: of many who left years ago, or of whom nothing is known, too few would be left to count.
  const isKnown =
    source === "labels"
      ? sql`${hasLeftSql(rule)} is not null`
      : sql`(${leftAtSql(rule)} > ${day}::timestamptz - make_interval(days => ${OLDEST_RECORD_DAYS})
          or (${leftAtSql(rule)} is null and ${source === "dates" ? sql`${hasLeftSql(rule)} is false` : sql`${hasLeftSql(rule)} is not true`}))`;
  const drawn = sql`select c.id, c.company_id, ${hasLeftSql(rule)} as has_left, ${leftAtSql(rule)} as left_at, ${startedAtSql} as started_at,
      ${source === "history" ? sql`null::jsonb` : record} as record
    from customers c where c.company_id = ${companyId} and ${isKnown}
    order by hashtextextended(c.id::text, 17) limit ${MOST_CUSTOMERS}`;
  if (source === "labels") {
    const { rows } = await sql<Row>`
      select id, has_left as left, ${leaving.now}::timestamptz as at, null as "startedAt", record as values
      from (${drawn}) d order by hashtextextended(id::text, 17)`.execute(tx);
    return rows;
  }
  const dayIso = day?.toISOString().slice(0, 10);
  const past =
    source === "dates"
      ? sql`cross join lateral (select ${day}::timestamptz as at, d.record as values where d.started_at <= ${day}) s`
      : sql`cross join lateral (
          select (taken_on + 1)::timestamp at time zone 'UTC' as at, features as values from customer_snapshots
          where company_id = d.company_id and customer_id = d.id and taken_on < ${dayIso}::date
            and taken_on >= ${dayIso}::date - ${OLDEST_RECORD_DAYS}::int
          order by taken_on desc limit 1) s`;
  const { rows } = await sql<Row>`
    select d.id, coalesce(d.left_at <= s.at + make_interval(days => ${horizonDays}), false) as left, s.at,
      d.started_at as "startedAt", s.values
    from (${drawn}) d ${past}
    where d.left_at is null or d.left_at > s.at
    order by hashtextextended(d.id::text, 17)`.execute(tx);
  return rows;
}

/** Kinds of events whose counts may give the outcome away. */
const doubtedEvents = (fields: readonly CriterionField[], { doubtsEvent }: LearnedFields) =>
  new Set(
    fields.flatMap(({ field }) => {
      const parsed = parseField(field);
      return parsed?.of === "eventCount" && doubtsEvent(parsed.type) ? [parsed.type] : [];
    }),
  );

/** The values that may be asked of it, as a rule asks for them. */
function factsOf(
  { at, startedAt, values }: Row,
  {
    learned,
    fields: known,
    currency,
    now,
  }: { learned: LearnedFields; fields: readonly CriterionField[]; currency: string; now: Date },
): Pick<CustomerFacts, "fields" | "attributes"> {
  const value = (name: string): FactValue => (learned.fields.has(name) ? (values[name] ?? null) : null);
  const amount = (name: string) => {
    if (!learned.fields.has(name)) return null;
    const minor = values[`${name}_minor`];
    if (typeof minor === "number") return minor;
    const major = values[name];
    return typeof major === "number" ? toMinorUnits(major, currency) : null;
  };
  const daysAgo = (days: FactValue) => (typeof days === "number" ? now.getTime() - days * DAY_MS : null);
  const silences = ["days_since_last_activity", "days_since_last_login"]
    .map((name) => value(name))
    .filter((days) => typeof days === "number");
  return {
    fields: {
      plan: value("plan"),
      monthlyRevenue: amount("monthly_revenue"),
      lifetimeValue: amount("lifetime_value"),
      tenureDays:
        learned.source === "dates" && startedAt !== null
          ? startedAt.getTime() + (now.getTime() - at.getTime())
          : daysAgo(learned.source === "history" ? value("tenure_days") : null),
      daysSinceActivity: daysAgo(silences.length === 0 ? null : Math.min(...silences)),
    },
    attributes: Object.fromEntries(
      known.flatMap(({ field }) => {
        const parsed = parseField(field);
        return parsed?.of === "attribute" ? [[parsed.key, value(ATTRIBUTE_PREFIX + parsed.key)]] : [];
      }),
    ),
  };
}
