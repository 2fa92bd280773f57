import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";

const counted = [
  "written",
  "identified",
  "waiting",
  "ignored",
  "anonymous",
  "duplicates",
  "refused",
  "withoutEffect",
] as const;
export type Counts = Record<(typeof counted)[number], number>;
/** What became of what came in in one hour. */
export type HourCounts = Counts & { hour: Date };

const columnOf = (name: string) => (name === "withoutEffect" ? "without_effect" : name);
const columns = counted.map(columnOf);

export const noCounts = (hour: Date): HourCounts => ({
  hour,
  ...(Object.fromEntries(counted.map((name) => [name, 0])) as Counts),
});

/** Adds to what is counted of hours. */
export async function addCounts(
  client: SqlClient,
  companyId: string,
  hours: readonly HourCounts[],
): Promise<void> {
  await client.query(
    `insert into tracking_hours (company_id, hour, ${columns.join(", ")})
     select $1, hour, ${counted.map((name) => `"${name}"`).join(", ")} from jsonb_to_recordset($2::jsonb)
       as r (hour timestamptz, ${counted.map((name) => `"${name}" integer`).join(", ")}) order by hour
     on conflict (company_id, hour) do update set
       ${columns.map((name) => `${name} = tracking_hours.${name} + excluded.${name}`).join(", ")}`,
    [companyId, JSON.stringify(hours)],
  );
}

/** What is counted since a moment, by whole hours. */
export async function readCounts(tx: Tx, companyId: string, since: Date): Promise<Counts> {
  const sums = counted.map(
    (name) => sql`coalesce(sum(${sql.ref(columnOf(name))}), 0)::integer as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Counts>`select ${sql.join(sums)} from tracking_hours
    where company_id = ${companyId} and hour >= ${since}`.execute(tx);
  if (!rows[0]) throw new Error("The sum of hours is no row");
  return rows[0];
}

/** Adds events to what is counted of their kinds. */
export async function addKinds(
  client: SqlClient,
  companyId: string,
  events: readonly { record: { type: string; occurredAt: string }; receivedAt: Date }[],
): Promise<void> {
  const kinds = new Map<string, { day: string; name: string; events: number; last_at: string }>();
  for (const { record, receivedAt } of events) {
    const day = receivedAt.toISOString().slice(0, 10);
    const key = `${day} ${record.type}`;
    const known = kinds.get(key);
    if (known === undefined) {
      kinds.set(key, { day, name: record.type, events: 1, last_at: record.occurredAt });
      continue;
    }
    known.events++;
    if (record.occurredAt > known.last_at) known.last_at = record.occurredAt;
  }
  await client.query(
    `insert into tracking_kinds (company_id, day, name, events, last_at)
     select $1, day, name, events, last_at from jsonb_to_recordset($2::jsonb)
       as r (day date, name text, events integer, last_at timestamptz) order by day, name
     on conflict (company_id, day, name) do update set events = tracking_kinds.events + excluded.events,
       last_at = greatest(tracking_kinds.last_at, excluded.last_at)`,
    [companyId, JSON.stringify([...kinds.values()])],
  );
}
