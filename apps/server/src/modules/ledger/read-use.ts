import type { CustomerUse } from "@forestay/contracts";
import { sql } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { listEventKinds } from "./timeline-use.ts";

const WEEKS = 12;
const MOST_USED = 6;

/** What events tell of a customer's use, as of `now`. Throws `not_found`. */
export async function readUse(
  db: Database,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<CustomerUse> {
  return withTenant(db, companyId, async (tx) => {
    if (!(await readCustomerNames(tx, companyId, [customerId])).has(customerId))
      throw new AppError("not_found", { message: "This customer does not exist." });
    const timeZone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
    const ids = (await listEventKinds(tx, companyId))
      .filter(({ role }) => role === "usage")
      .map(({ id }) => id);
    if (ids.length === 0) return { lastAt: null, weeks: [], mostUsed: [] };
    // Their ids, not a query for them: so the newest is found at the end of the key of events.
    const of = sql`e.company_id = ${companyId} and e.customer_id = ${customerId} and e.occurred_at <= ${now}
      and e.type_id = any(${ids}::smallint[])`;
    const last = await sql<{
      at: Date | null;
    }>`select max(e.occurred_at) as at from events e where ${of}`.execute(tx);
    const lastAt = last.rows[0]?.at ?? null;
    if (lastAt === null) return { lastAt: null, weeks: [], mostUsed: [] };
    const local = sql`(${now}::timestamptz at time zone ${timeZone})`;
    const since = sql`(date_trunc('week', ${local}) - ${WEEKS - 1} * interval '1 week')`;
    const { rows } = await sql<Counted>`
      with counted as (
        select date_trunc('day', e.occurred_at at time zone ${timeZone}) as day, e.type_id, count(*) as events,
          max(e.occurred_at) as last_at
        from events e where ${of} and e.occurred_at >= ${since} at time zone ${timeZone} group by 1, 2
      )
      select to_char(w.start, 'YYYY-MM-DD') as from, t.name, sum(k.events)::int as events, max(k.last_at) as "lastAt",
        coalesce(array_agg(distinct k.day::date::text) filter (where k.day is not null), '{}') as days
      from generate_series(${since}, ${local}, interval '1 week') as w (start)
      left join counted k on k.day >= w.start and k.day < w.start + interval '1 week'
      left join event_types t on t.company_id = ${companyId} and t.id = k.type_id
      group by w.start, t.name order by w.start`.execute(tx);
    return { lastAt: lastAt.toISOString(), weeks: weeksOf(rows), mostUsed: mostUsedOf(rows) };
  });
}

/** Of one week and kind of event; a week without any has one without a name. */
interface Counted {
  from: string;
  name: string | null;
  events: number | null;
  lastAt: Date | null;
  days: string[];
}

function weeksOf(rows: readonly Counted[]): CustomerUse["weeks"] {
  return [...Map.groupBy(rows, ({ from }) => from)].map(([from, kinds]) => ({
    from,
    events: kinds.reduce((sum, { events }) => sum + (events ?? 0), 0),
    days: new Set(kinds.flatMap(({ days }) => days)).size,
  }));
}

function mostUsedOf(rows: readonly Counted[]): CustomerUse["mostUsed"] {
  const known = rows.flatMap(({ name, events, lastAt }) =>
    name === null || events === null || lastAt === null ? [] : [{ name, events, at: lastAt.getTime() }],
  );
  return [...Map.groupBy(known, ({ name }) => name)]
    .map(([name, weeks]) => ({
      name,
      events: weeks.reduce((sum, { events }) => sum + events, 0),
      lastAt: new Date(Math.max(...weeks.map(({ at }) => at))).toISOString(),
    }))
    .toSorted((a, b) => b.events - a.events || a.name.localeCompare(b.name))
    .slice(0, MOST_USED);
}
