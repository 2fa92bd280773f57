import type { TimelinePart } from "@forestay/contracts";
import { formatCounted } from "@forestay/contracts/words";
import { sql } from "kysely";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventRole } from "./event-role.ts";

const partOfRole: Record<EventRole, TimelinePart | null> = { usage: "use", support: "support", other: null };

/** Kinds of events named on a day's line; the rest is counted together. */
const NAMED = 3;

/** A kind of event of a company. */
export interface EventKind {
  id: number;
  name: string;
  role: EventRole;
}

export async function listEventKinds(tx: Tx, companyId: string): Promise<EventKind[]> {
  const rows = await tx
    .selectFrom("event_types")
    .select(["id", "name", "role"])
    .where("company_id", "=", companyId)
    .execute();
  return rows.map(({ role, ...kind }) => ({ ...kind, role: role as EventRole }));
}

/**
 * What a customer did, as one line for each day and role, at the moment of the last such event. Days are found one after another
 * by the key of events, and only those of the page are counted: it costs the same for a customer with ten events and with a
 * million, unless what is asked for is rare among them.
 */
export async function listUseLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound & { kinds: readonly EventKind[]; isEvery: boolean; timeZone: string },
): Promise<PlacedLine[]> {
  const { kinds, isEvery, timeZone, before, limit } = bound;
  if (kinds.length === 0) return [];
  const ids = kinds.map(({ id }) => id);
  const asked = isEvery ? sql`` : sql`and type_id = any(${ids}::smallint[])`;
  const of = sql`company_id = ${companyId} and customer_id = ${customerId} ${asked}`;
  const key = sql`('day:' || told.role || ':' || to_char(d.day, 'YYYY-MM-DD'))`;
  // A line's place is its last event: the day of the bound is looked at whole, or half of it would be a second line.
  const newest =
    before === null
      ? sql`true`
      : sql`occurred_at < (date_trunc('day', ${before.at}::timestamptz at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone}`;
  const { rows } = await sql<{
    key: string;
    at: string;
    role: EventRole;
    kinds: { name: string; count: number }[];
  }>`
    with recursive days as (
      select max(occurred_at) as at, 1 as n from events where ${of} and ${newest}
      union all
      select (select max(occurred_at) from events
        where ${of} and occurred_at < date_trunc('day', days.at at time zone ${timeZone}) at time zone ${timeZone}), n + 1
      from days where days.at is not null and n <= ${limit}
    ),
    dated as (select at, date_trunc('day', at at time zone ${timeZone}) as day from days where at is not null)
    select ${key} as key, ${placeTime(sql`told.at`)} as at, told.role, told.kinds
    from dated d cross join lateral (
      select t.role, max(k.at) as at,
        jsonb_agg(jsonb_build_object('name', t.name, 'count', k.count) order by k.count desc, t.name) as kinds
      from (
        select type_id, count(*) as count, max(occurred_at) as at from events
        where ${of} and occurred_at >= d.day at time zone ${timeZone} and occurred_at <= d.at group by type_id
      ) k join event_types t on t.company_id = ${companyId} and t.id = k.type_id
      group by t.role
    ) told
    where ${isBefore(bound, sql`told.at`, key)}
    order by told.at desc, 1 desc limit ${limit}`.execute(tx);
  return rows.map(({ key: ownKey, at, role, kinds: counted }) => ({
    key: ownKey,
    at,
    part: partOfRole[role],
    type: role,
    ...wordsOf(counted),
    amount: null,
    currency: null,
    about: null,
  }));
}

function wordsOf(kinds: readonly { name: string; count: number }[]): {
  title: string;
  detail: string | null;
} {
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1)
    return { title: first.name, detail: total === 1 ? null : formatCounted(total, "time") };
  const rest = kinds.slice(NAMED).reduce((sum, { count }) => sum + count, 0);
  const named = kinds.slice(0, NAMED).map(({ name, count }) => `${name} ${count}`);
  return {
    title: formatCounted(total, "event"),
    detail: [...named, ...(rest > 0 ? [`others ${rest}`] : [])].join(", "),
  };
}
