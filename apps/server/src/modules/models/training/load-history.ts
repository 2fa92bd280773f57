import { DAY_MS } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import {
  hasLeftSql,
  leftAtSql,
  listAttributes,
  sqlLeavingRule,
  type AttributeValue,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { snapshotFeatures, TREND_DAYS } from "#modules/features/engine-door.ts";
import {
  closedSnapshots,
  LEARNING_DAYS,
  silenceFeatures,
  snapshotTimeMs,
  snapshotHorizonSql,
  type ClosedSnapshot,
  type Snapshot,
} from "#modules/outcomes/engine-door.ts";
import { createDatedRows } from "./dated-rows.ts";
import type { ChampionRows, LoadedTrainingSet } from "./load-labels.ts";
import { inSampleOrder, MOST_TRAINING_ROWS } from "./sample-customers.ts";

const CUSTOMERS_PER_READ = 1000;

interface SnapshotRow {
  customerId: string;
  leftAt: Date | null;
  seen: boolean;
  takenOn: string;
  features: Record<string, AttributeValue>;
}

/** Builds the training set from the company's own past: features at t, outcome in (t, t + horizon]. */
export async function loadHistory(
  db: Database,
  companyId: string,
  {
    rule,
    horizonDays,
    expectedRows,
    signal,
    champion,
  }: {
    /** What counts as having left. */
    rule: LeavingRule;
    horizonDays: number;
    expectedRows: number;
    signal: AbortSignal;
    /** The model in use: what it did not learn from is laid out in its columns too, to compare on. */
    champion: ChampionRows | null;
  },
): Promise<LoadedTrainingSet> {
  const { knownUntilMs, customerIds, attributes } = await withTenant(
    db,
    companyId,
    async (tx) => ({
      knownUntilMs: await readKnownUntil(tx, companyId, rule),
      customerIds: await readCustomerIds(tx, companyId),
      attributes: await listAttributes(tx, companyId),
    }),
    EVERY_ROW,
  );
  // Nothing earlier is looked at, by a row or by the trend before it.
  const fromMs = knownUntilMs - horizonDays * DAY_MS - (LEARNING_DAYS + TREND_DAYS + 2) * DAY_MS;
  // More than can be learned from: customers are taken in the sample's order until it is full.
  const ids = expectedRows <= MOST_TRAINING_ROWS ? customerIds : inSampleOrder(customerIds);
  const dated = createDatedRows(attributes, knownUntilMs);
  let isFull = false;
  for (let from = 0; from < ids.length && !isFull; from += CUSTOMERS_PER_READ) {
    signal.throwIfAborted();
    const page = ids.slice(from, from + CUSTOMERS_PER_READ);
    const batch = await withTenant(db, companyId, (tx) => readPasts(tx, companyId, page, { fromMs, rule }));
    const byId = new Map(batch.map((customer) => [customer.customerId, customer]));
    for (const past of page.flatMap((id) => byId.get(id) ?? [])) {
      const { customerId, snapshots } = past;
      const closed = closedOf(past, { rule, horizonDays, knownUntilMs });
      isFull = dated.count + closed.length > MOST_TRAINING_ROWS;
      if (isFull) break;
      for (const { index, ...followed } of closed) {
        const row = snapshotFeatures(`${customerId}@${snapshots[index]?.takenOn}`, snapshots, index);
        dated.add(row, { customerId, ...followed });
      }
    }
  }
  return dated.trainingSet(champion);
}

/** Up to when it is known who left. */
export async function readKnownUntil(tx: Tx, companyId: string, rule: LeavingRule): Promise<number> {
  const { rows } = await sql<{ until: Date | null }>`
    with ${snapshotHorizonSql(companyId, rule)} select until at time zone 'UTC' as until from known`.execute(
    tx,
  );
  return rows[0]?.until?.getTime() ?? Number.NEGATIVE_INFINITY;
}

async function readCustomerIds(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where company_id = ${companyId} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** One customer's snapshots in order of time, and what is known of its leaving. */
export interface CustomerPast {
  customerId: string;
  leftAtMs: number | null;
  /** Whether an activity is recorded. */
  seen: boolean;
  snapshots: Snapshot[];
}

/** Those of its snapshots whose outcome is known, newest first, with it. */
export function closedOf(
  { leftAtMs, seen, snapshots }: CustomerPast,
  {
    rule: { definition, inactiveDays },
    horizonDays,
    knownUntilMs,
  }: { rule: LeavingRule; horizonDays: number; knownUntilMs: number },
): ClosedSnapshot[] {
  return closedSnapshots(snapshots, {
    leftAtMs,
    horizonMs: horizonDays * DAY_MS,
    knownUntilMs,
    silence:
      definition === "cancelled"
        ? null
        : // Where an end counts too, a customer without any activity is known by that.
          { inactiveDays, isKnown: seen || definition !== "inactive" },
  });
}

/** The snapshots of these customers since `fromMs`, of all values or only of `features`. */
export async function readPasts(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  { fromMs, rule, features }: { fromMs: number; rule: LeavingRule; features?: readonly string[] },
): Promise<CustomerPast[]> {
  const from = Number.isFinite(fromMs) ? isoDay(fromMs) : "-infinity";
  const read = features === undefined ? sql`s.features` : onlySql([...features, ...silenceFeatures]);
  const { rows } = await sql<SnapshotRow>`
    select s.customer_id as "customerId", c.left_at as "leftAt", c.seen, s.taken_on as "takenOn", ${read} as features
    from (
      select c.company_id, c.id, ${leftAtSql(sqlLeavingRule(rule))} as left_at,
        ${hasLeftSql(sqlLeavingRule(rule))} as has_left, c.last_seen_at is not null as seen
      from customers c where c.company_id = ${companyId} and c.id = any(${customerIds}::uuid[])
    ) c join customer_snapshots s on s.company_id = c.company_id and s.customer_id = c.id
    where (c.left_at is not null or c.has_left is not true) and s.taken_on >= ${from}::date and s.taken_on < ${isoDay(rule.now.getTime())}::date
    order by s.customer_id, s.taken_on`.execute(tx);
  return [...groupByCustomer(rows)];
}

const onlySql = (features: readonly string[]) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(features.flatMap((name) => [sql`${name}::text`, sql`s.features -> ${name}::text`]))}))`;

function* groupByCustomer(rows: readonly SnapshotRow[]): Generator<CustomerPast> {
  let current = null as CustomerPast | null;
  for (const { customerId, leftAt, seen, takenOn, features } of rows) {
    if (current?.customerId !== customerId) {
      if (current) yield current;
      current = { customerId, leftAtMs: leftAt?.getTime() ?? null, seen, snapshots: [] };
    }
    current.snapshots.push({ takenOn, features });
  }
  if (current) yield current;
}

/** `YYYY-MM-DD` in UTC, whatever zone the machine is in. */
const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** The newest snapshots of these customers with those of the months before it, by customer, in order of time. */
export async function readLatestSnapshots(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  { newestMs, maxAgeDays }: { newestMs: number; maxAgeDays: number },
): Promise<Map<string, Snapshot[]>> {
  const from = isoDay(newestMs - (maxAgeDays + TREND_DAYS + 1) * DAY_MS);
  const { rows } = await sql<Pick<SnapshotRow, "customerId" | "takenOn" | "features">>`
    select customer_id as "customerId", taken_on as "takenOn", features from customer_snapshots
    where company_id = ${companyId} and customer_id = any(${customerIds}::uuid[]) and taken_on >= ${from}::date
      and taken_on < ${isoDay(newestMs)}::date
    order by customer_id, taken_on`.execute(tx);
  const byCustomer = new Map<string, Snapshot[]>();
  for (const { customerId, takenOn, features } of rows) {
    const known = byCustomer.get(customerId);
    if (known) known.push({ takenOn, features });
    else byCustomer.set(customerId, [{ takenOn, features }]);
  }
  for (const [id, snapshots] of byCustomer) {
    const last = snapshots.at(-1);
    if (!last || snapshotTimeMs(last) < newestMs - maxAgeDays * DAY_MS) byCustomer.delete(id);
  }
  return byCustomer;
}

/** End of the company's newest snapshot day, not after now; null without snapshots. */
export async function newestSnapshotMs(tx: Tx, companyId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ takenOn: string | null }>`
    select max(taken_on) as "takenOn" from customer_snapshots where company_id = ${companyId} and taken_on < ${isoDay(now.getTime())}::date`.execute(
    tx,
  );
  const takenOn = rows[0]?.takenOn;
  return takenOn ? snapshotTimeMs({ takenOn, features: {} }) : null;
}
