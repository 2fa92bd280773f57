import type { ChurnReason, MovementKind } from "@forestay/metrics";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { ALL_PLANS } from "./movement-rows.ts";
import type { RollupScope } from "./read-rollups.ts";
import { isMember, segmentIdOf } from "./segment-key.ts";

/** One of the rows that a figure adds up from. Amounts in minor units. */
export interface FigureRow {
  customerId: string;
  /** Undefined: rows are only counted. */
  amountMinor?: number;
  beforeMinor?: number;
  afterMinor?: number;
  day?: string;
  kind?: MovementKind;
  reason?: ChurnReason;
  level?: number;
  probability?: number;
  /** Where the list goes on after this row. */
  place: readonly [string, string];
}

/** From where on and how many. `after` is the place of the last row of the page before. */
export interface RowPage {
  after: readonly [string, string] | null;
  limit: number;
}

export interface CurrencyScope extends RollupScope {
  currency: string;
}

/** Customers of one country, as a column of theirs has it; '' of whom it is not known. */
export interface InCountry {
  column: string;
  country: string;
}
const isIn = (companyId: string, alias: string, place: InCountry | undefined) =>
  place === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce((select btrim(c.attributes ->> ${place.column}) from customers c
        where c.company_id = ${companyId} and c.id = ${sql.raw(alias)}.customer_id), '') = ${place.country}`;

/** Days from the first to the last, both included. */
interface Days {
  from: string;
  until: string;
}

/** Of alias `m`: the row that says what is paid right before a day begins. */
const heldBefore = (alias: string, day: RawBuilder<unknown>) => {
  const row = sql.raw(alias);
  return sql<SqlBool>`${row}.day < ${day} and (${row}.until_day is null or ${row}.until_day >= ${day})`;
};
/** Whose movements are added up: a segment's members count with all they pay. */
const planOf = ({ plan }: RollupScope) => (plan === null || segmentIdOf(plan) !== null ? ALL_PLANS : plan);
const startOf = (day: string) => sql`${day}::date`;
const endOf = (day: string) => sql`(${day}::date + 1)`;
const beyond = (page: RowPage, columns: RawBuilder<unknown>, types: readonly [string, string]) =>
  page.after === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${columns} < (${page.after[0]}::${sql.raw(types[0])}, ${page.after[1]}::${sql.raw(types[1])})`;

type Row = Omit<FigureRow, "place"> & { at: string; id: string };
async function read(tx: Tx, query: RawBuilder<Row>): Promise<FigureRow[]> {
  const { rows } = await query.execute(tx);
  return rows.map(({ at, id, ...row }) => ({ ...row, place: [at, id] }));
}

/** Who pays at the end of a day and how much, the most first. */
export function payersAt(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope & { place?: InCountry | undefined },
  day: string,
  page: RowPage,
) {
  return read(
    tx,
    sql<Row>`
      select m.customer_id as "customerId", m.after_minor as "amountMinor", m.day, m.after_minor::text as at, m.customer_id::text as id
      from mrr_movements m
      where m.company_id = ${companyId} and m.plan = ${planOf(scope)} and m.currency = ${scope.currency}
        and ${isMember(companyId, scope.plan, "m")} and m.after_minor > 0 and ${heldBefore("m", endOf(day))}
        and ${isIn(companyId, "m", scope.place)}
        and ${beyond(page, sql`(m.after_minor, m.customer_id)`, ["bigint", "uuid"])}
      order by m.after_minor desc, m.customer_id desc limit ${page.limit}`,
  );
}

/**
 * Movements of some days, the newest first; of one kind or several or all, or churns told in some words. Of one kind amounts are above
 * zero; of several losses are below it, or what is won where `areLosses`.
 */
export function movementsIn(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope,
  {
    from,
    until,
    kind,
    kinds = kind === undefined ? undefined : [kind],
    areLosses = false,
    words,
  }: Days & {
    kind?: MovementKind | undefined;
    kinds?: readonly MovementKind[] | undefined;
    areLosses?: boolean;
    words?: readonly string[] | undefined;
  },
  page: RowPage,
) {
  const id = sql`(m.customer_id::text || ' ' || extract(epoch from m.at)::text)`;
  return read(
    tx,
    sql<Row>`
      select m.customer_id as "customerId", m.day, m.kind, m.before_minor as "beforeMinor", m.after_minor as "afterMinor",
        ${
          kind !== undefined
            ? sql`m.amount_minor`
            : areLosses
              ? sql`m.before_minor - m.after_minor`
              : sql`m.after_minor - m.before_minor`
        } as "amountMinor",
        case when m.kind = 'churn' then coalesce(m.reason, 'unknown') end as reason, m.day::text as at, ${id} as id
      from mrr_movements m
      where m.company_id = ${companyId} and m.plan = ${planOf(scope)} and m.currency = ${scope.currency}
        and ${isMember(companyId, scope.plan, "m")} and m.day between ${from} and ${until} and ${kinds === undefined ? sql`true` : sql`m.kind = any(${kinds}::text[])`}
        and ${words === undefined ? sql`true` : sql`m.words = any(${words}::text[])`}
        and ${
          page.after === null
            ? sql`true`
            : sql`(m.day, m.customer_id, m.at) < (${page.after[0]}::date, split_part(${page.after[1]}, ' ', 1)::uuid,
                to_timestamp(split_part(${page.after[1]}, ' ', 2)::numeric))`
        }
      order by m.day desc, m.customer_id desc, m.at desc limit ${page.limit}`,
  );
}

/** The plan that alias `a0` paid most for when the window began, as the rollups count it. */
const paidMostFor = (
  companyId: string,
  plan: string | null,
  currency: string | null,
  from: RawBuilder<unknown>,
) =>
  plan === null || segmentIdOf(plan) !== null
    ? isMember(companyId, plan, "a0")
    : sql<SqlBool>`${plan} = (
        select p.plan from mrr_movements p
        where p.company_id = ${companyId} and p.customer_id = a0.customer_id and p.plan > ${ALL_PLANS} and p.after_minor > 0
          and ${heldBefore("p", from)} and ${currency === null ? sql`true` : sql`p.currency = ${currency}`}
        order by p.currency, p.after_minor desc, p.plan limit 1)`;

/** What customers of the start of a window pay then and at its end, who pays most first: what GRR and NRR add up from. */
export function retainedIn(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope & { place?: InCountry | undefined },
  { from, until }: Days,
  page: RowPage,
) {
  return read(
    tx,
    sql<Row>`
      select a0.customer_id as "customerId", a0.after_minor as "amountMinor", a0.after_minor as "beforeMinor",
        coalesce(t1.after_minor, 0) as "afterMinor", a0.after_minor::text as at, a0.customer_id::text as id
      from mrr_movements a0 left join lateral (
        select m.after_minor from mrr_movements m
        where m.company_id = ${companyId} and m.customer_id = a0.customer_id and m.plan = ${ALL_PLANS}
          and m.currency = ${scope.currency} and ${heldBefore("m", endOf(until))} and m.after_minor > 0 limit 1) t1 on true
      where a0.company_id = ${companyId} and a0.plan = ${ALL_PLANS} and a0.currency = ${scope.currency} and a0.after_minor > 0
        and ${heldBefore("a0", startOf(from))} and ${paidMostFor(companyId, scope.plan, scope.currency, startOf(from))}
        and ${isIn(companyId, "a0", scope.place)}
        and ${beyond(page, sql`(a0.after_minor, a0.customer_id)`, ["bigint", "uuid"])}
      order by a0.after_minor desc, a0.customer_id desc limit ${page.limit}`,
  );
}

/**
 * Customers who paid when a window began and pay nothing at its end, the last to leave first. Without a currency: nothing in
 * any; amounts, which are what was paid when the window began, are then those of `shownIn`. `byMonth`: every calendar month of the days
 * is a window of its own, and who came back and left again is there twice.
 */
export function leaversIn(
  tx: Tx,
  companyId: string,
  scope: RollupScope & {
    shownIn: string;
    reason?: ChurnReason | undefined;
    place?: InCountry | undefined;
  },
  { from, until, byMonth = false }: Days & { byMonth?: boolean },
  page: RowPage,
) {
  const start = byMonth ? sql`date_trunc('month', a0.day)::date` : startOf(from);
  const end = byMonth ? sql`(date_trunc('month', a0.day) + interval '1 month')::date` : endOf(until);
  const ofCurrency = (alias: string) =>
    scope.currency === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${sql.raw(alias)}.currency = ${scope.currency}`;
  const held = (day: RawBuilder<unknown>) => sql`
    select m.after_minor from mrr_movements m
    where m.company_id = ${companyId} and m.customer_id = a0.customer_id and m.plan = ${ALL_PLANS} and m.after_minor > 0
      and ${heldBefore("m", day)} and ${ofCurrency("m")}`;
  const stays = (alias: string) =>
    sql<SqlBool>`(${sql.raw(alias)}.until_day is null or ${sql.raw(alias)}.until_day >= ${end})`;
  return read(
    tx,
    sql<Row>`
      select l.*, l."amountMinor" as "beforeMinor" from (
        select a0.customer_id as "customerId", a0.day, coalesce(a0.reason, 'unknown') as reason, 0 as "afterMinor",
          coalesce((${held(start)} and m.currency = ${scope.currency ?? scope.shownIn} limit 1), 0) as "amountMinor",
          a0.day::text as at, a0.customer_id::text as id
        from mrr_movements a0
        where a0.company_id = ${companyId} and a0.plan = ${ALL_PLANS} and a0.kind = 'churn' and a0.day between ${from} and ${until}
          and ${stays("a0")} and ${ofCurrency("a0")}
          and ${scope.reason === undefined ? sql`true` : sql`coalesce(a0.reason, 'unknown') = ${scope.reason}`}
          and not exists (${held(end)}) and exists (${held(start)})
          -- Who stopped paying in several currencies left with the last of them.
          and not exists (select from mrr_movements o where o.company_id = ${companyId} and o.customer_id = a0.customer_id
            and o.plan = ${ALL_PLANS} and o.kind = 'churn' and o.day < ${end} and ${stays("o")} and ${ofCurrency("o")}
            and (o.at > a0.at or (o.at = a0.at and o.currency < a0.currency)))
          and ${paidMostFor(companyId, scope.plan, scope.currency, start)} and ${isIn(companyId, "a0", scope.place)}
          and ${beyond(page, sql`(a0.day, a0.customer_id)`, ["date", "uuid"])}
        order by a0.day desc, a0.customer_id desc limit ${page.limit}
      ) l`,
  );
}

/** Of alias `v`: whether what is at risk is in a currency, and of a plan's or segment's customer. */
const inRiskScope = (companyId: string, { plan, currency }: CurrencyScope) =>
  sql<SqlBool>`v.currency = ${currency}
    and ${plan === null || segmentIdOf(plan) !== null ? sql`true` : sql`v.plan = ${plan}`} and ${isMember(companyId, plan, "v")}`;

/** What customers' scores put at risk, the most first; of some levels, of one main reason, or all. */
export function atRisk(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope & {
    levels?: readonly number[] | undefined;
    driver?: string | undefined;
    except?: readonly string[];
    /** Of these customers alone. */
    among?: readonly string[];
  },
  page: RowPage,
) {
  return read(
    tx,
    sql<Row>`
      select v.customer_id as "customerId", v.at_risk_minor as "amountMinor", v.mrr_minor as "beforeMinor", v.level,
        v.probability, v.at_risk_minor::text as at, v.customer_id::text as id
      from risk_values v
      where v.company_id = ${companyId} and ${inRiskScope(companyId, scope)}
        and ${scope.levels === undefined ? sql`true` : sql`v.level = any(${scope.levels}::smallint[])`}
        and ${scope.driver === undefined ? sql`true` : sql`v.driver = ${scope.driver}`}
        and ${scope.among === undefined ? sql`true` : sql`v.customer_id = any(${scope.among}::uuid[])`}
        and ${scope.except === undefined ? sql`true` : sql`v.customer_id <> all(${scope.except}::uuid[])`}
        and ${beyond(page, sql`(v.at_risk_minor, v.customer_id)`, ["bigint", "uuid"])}
      order by v.at_risk_minor desc, v.customer_id desc limit ${page.limit}`,
  );
}

/** Who of some customers has anything at risk in a plan or segment and currency: only these can stand on a list of it. */
export async function atRiskAmong(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope,
  customerIds: readonly string[],
): Promise<string[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<{ customerId: string }>`
    select v.customer_id as "customerId" from risk_values v
    where v.company_id = ${companyId} and v.customer_id = any(${customerIds}::uuid[]) and ${inRiskScope(companyId, scope)}`.execute(
    tx,
  );
  return rows.map(({ customerId }) => customerId);
}

/** How many of the bills whose payment failed in some days had money come in after all, in full or in part. */
export async function countRecovered(
  tx: Tx,
  companyId: string,
  currency: string,
  { from, until }: Days,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from failed_payments
    where company_id = ${companyId} and currency = ${currency} and first_failed_day between ${from} and ${until}
      and recovered_minor > 0`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Bills whose payment failed in some days, or that came in then after all, or of which something is open; the newest first. */
export function failedBills(
  tx: Tx,
  companyId: string,
  currency: string,
  { from, until, of }: Days & { of: "failed" | "recovered" | "recovered_of_failed" | "open" },
  page: RowPage,
) {
  const day = sql.raw(of === "recovered" ? "f.recovered_day" : "f.first_failed_day");
  const amount = sql.raw(
    {
      failed: "f.amount_minor",
      recovered: "f.recovered_minor",
      recovered_of_failed: "f.recovered_minor",
      open: "f.open_minor",
    }[of],
  );
  return read(
    tx,
    sql<Row>`
      select f.customer_id as "customerId", ${amount} as "amountMinor", f.amount_minor as "beforeMinor",
        f.recovered_minor as "afterMinor", ${day} as day, ${day}::text as at, f.invoice_id::text as id
      from failed_payments f
      where f.company_id = ${companyId} and f.currency = ${currency} and ${day} between ${from} and ${until}
        and ${of === "open" ? sql`f.open_minor > 0` : of === "recovered_of_failed" ? sql`f.recovered_minor > 0` : sql`true`}
        and ${beyond(page, sql`(${day}, f.invoice_id)`, ["date", "uuid"])}
      order by ${day} desc, f.invoice_id desc limit ${page.limit}`,
  );
}
