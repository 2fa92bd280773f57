import { SegmentStatus } from "@forestay/contracts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { dayCalendar, isoDay } from "@forestay/metrics";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import type { Database } from "#platform/db/database.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { readCountedBy } from "./counted-by.ts";
import { FIRST_RISKS } from "./first-risks.ts";
import { ALL_PLANS } from "./movement-rows.ts";
import { RollupSums } from "./rollup-sums.ts";
import { ABOVE_SEGMENTS, segmentKey } from "./segment-key.ts";
import { readStoredRows } from "./stored-rows.ts";
import { addToTable, sumTableNames, sumTables } from "./sum-tables.ts";
import { Sums } from "./sums.ts";

const MEMBERS_PER_READ = 5_000;
const MEMBERS_PER_TURN = 200;
/** Nobody has looked for so long: the next one waits a moment. */
const KEPT_DAYS = 3;
/** Members come and go all the time: their sums are made anew, and of many not for every move. */
const MINUTES_APART = 10;
const LARGE = { members: 20_000, minutesApart: 60 };
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Keeps figures of the segments that somebody looks at. */
export const segmentFiguresJob = defineCompanyJob({
  name: "metrics.keep-segments",
  cron: "* * * * *",
  listCompanyIds,
  isDue: async (tx, companyId, now) => (await dueSegments(tx, companyId, now)).length > 0,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const now = clock.now();
    const due = await withTenantClient(db, companyId, ({ tx }) => dueSegments(tx, companyId, now));
    for (const segmentId of due) {
      signal.throwIfAborted();
      await keepSegment(db, companyId, segmentId, now);
    }
  },
});

async function dueSegments(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ segment_id: string }>`
    select f.segment_id from segment_figure_states f join segments s on s.company_id = f.company_id and s.id = f.segment_id
    where f.company_id = ${companyId} and f.asked_at > ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}::int)
      and (f.kept_at is null or f.kept_at < ${now}::timestamptz - make_interval(mins => case
        when s.customer_count > ${LARGE.members} then ${LARGE.minutesApart}::int else ${MINUTES_APART}::int end))
    order by f.kept_at nulls first, f.segment_id`.execute(tx);
  return rows.map(({ segment_id }) => segment_id);
}

/** Notes that figures of a segment are wanted; tells from when those are that are kept, null where none are yet. */
export async function askForSegment(
  tx: Tx,
  companyId: string,
  segmentId: string,
  now: Date,
): Promise<Date | null> {
  const state = await tx
    .selectFrom("segment_figure_states")
    .select(["asked_at", "kept_at"])
    .where("company_id", "=", companyId)
    .where("segment_id", "=", segmentId)
    .executeTakeFirst();
  if (state === undefined || now.getTime() - state.asked_at.getTime() > 3_600_000)
    await tx
      .insertInto("segment_figure_states")
      .values({ company_id: companyId, segment_id: segmentId, asked_at: now })
      .onConflict((conflict) => conflict.columns(["company_id", "segment_id"]).doUpdateSet({ asked_at: now }))
      .execute();
  return state?.kept_at ?? null;
}

/**
 * Works a segment's sums out from its members' movements, as the rollups of plans are made from the same, and puts them in
 * place of those before. Under the lock of rollups, so that no movement is counted half.
 */
export async function keepSegment(
  db: Database,
  companyId: string,
  segmentId: string,
  now: Date,
): Promise<void> {
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      await lockUntilCommit(tx, advisoryLock.rollups, companyId);
      const { calendar } = await readCountedBy(tx, companyId, now);
      const sums = new RollupSums(calendar);
      for (let after = FIRST_ID; ;) {
        const ids = await readMembers(client, companyId, segmentId, after);
        if (ids.length === 0) break;
        after = ids.at(-1)!;
        const stored = await readStoredRows(client, companyId, ids);
        for (const [at, { movements }] of [...stored.values()].entries()) {
          if (at % MEMBERS_PER_TURN === MEMBERS_PER_TURN - 1) await nextTurn();
          // By plan a segment is not kept: a member counts with all it pays.
          const all = movements.filter(({ plan }) => plan === ALL_PLANS);
          sums.addMovements(all, 1);
        }
      }
      await replaceSums(client, companyId, segmentKey(segmentId), sums);
      await writeRisk(client, tx, companyId, segmentId, now);
      await writeFirst(tx, companyId, segmentId);
      await tx
        .updateTable("segment_figure_states")
        .set({ kept_at: now })
        .where("company_id", "=", companyId)
        .where("segment_id", "=", segmentId)
        .execute();
    },
    EVERY_ROW,
  );
}

/** Takes all segments' sums away, which were counted otherwise than the rollups are now: they are worked out when somebody looks. */
export async function forgetSegments(tx: Tx, client: SqlClient, companyId: string): Promise<void> {
  for (const table of sumTableNames)
    if ((sumTables[table].keys as readonly string[]).includes("plan"))
      await client.query(`delete from ${table} where company_id = $1 and plan >= $2 and plan < $3`, [
        companyId,
        segmentKey(""),
        ABOVE_SEGMENTS,
      ]);
  await tx
    .updateTable("segment_figure_states")
    .set({ kept_at: null })
    .where("company_id", "=", companyId)
    .execute();
}

async function readMembers(client: SqlClient, companyId: string, segmentId: string, after: string) {
  const { rows } = await client.query<{ customer_id: string }>(
    `select customer_id from segment_members where company_id = $1 and segment_id = $2 and customer_id > $3
     order by customer_id limit $4`,
    [companyId, segmentId, after, MEMBERS_PER_READ],
  );
  return rows.map(({ customer_id }) => customer_id);
}

async function replaceSums(
  client: SqlClient,
  companyId: string,
  key: string,
  sums: RollupSums,
): Promise<void> {
  for (const table of sumTableNames) {
    const { keys, values } = sumTables[table];
    const place = (keys as readonly string[]).indexOf("plan");
    // Payments are kept for the whole company alone.
    if (place === -1) continue;
    await client.query(`delete from ${table} where company_id = $1 and plan = $2`, [companyId, key]);
    const own = new Sums(values);
    for (const row of sums.tables[table].rows())
      own.add(
        row.key.with(place, key),
        Object.fromEntries(values.map((value, at) => [value, row.values[at]!])),
      );
    await addToTable(client, companyId, table, own);
  }
}

/** What scores put at risk among them, as of today: who was in it on earlier days is another question. */
async function writeRisk(
  client: SqlClient,
  tx: Tx,
  companyId: string,
  segmentId: string,
  now: Date,
): Promise<void> {
  const key = segmentKey(segmentId);
  const { horizonDays } = await readScoringSettings(tx, companyId);
  const { time_zone } = await tx
    .selectFrom("rollup_states")
    .select("time_zone")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  const day = isoDay(dayCalendar(time_zone).dayAt(now.getTime()));
  const byLevel = (value: string) =>
    `array[${[0, 1, 2, 3].map((level) => `coalesce(sum(${value}) filter (where v.level = ${level}), 0)`).join(", ")}]`;
  await client.query("delete from risk_days where company_id = $1 and plan = $2", [companyId, key]);
  await client.query(
    `insert into risk_days (company_id, day, currency, plan, customers, mrr_minor, value_minor, at_risk_minor, horizon_days, is_undated, as_of,
       by_lifetime, of_unknown_value)
     select $1, $2, v.currency, $3, ${byLevel("1")}, ${byLevel("v.mrr_minor")}, ${byLevel("v.value_minor")},
       ${byLevel("v.at_risk_minor")}, $4,
       coalesce((select r.is_undated from risk_days r where r.company_id = $1 and r.plan = '' order by r.day desc limit 1), false), $5,
       count(*) filter (where v.value_basis = 'lifetime'), count(*) filter (where v.value_basis is null)
     from risk_values v join segment_members m
       on m.company_id = v.company_id and m.segment_id = $6 and m.customer_id = v.customer_id
     where v.company_id = $1 group by v.currency`,
    [companyId, day, key, horizonDays, now, segmentId],
  );
}

/** Which members put most at risk, of each currency. */
async function writeFirst(tx: Tx, companyId: string, segmentId: string): Promise<void> {
  await tx
    .deleteFrom("segment_first_risks")
    .where("company_id", "=", companyId)
    .where("segment_id", "=", segmentId)
    .execute();
  await sql`
    insert into segment_first_risks (company_id, segment_id, customer_id, currency)
    select ${companyId}::uuid, ${segmentId}::uuid, customer_id, currency from (
      select v.customer_id, v.currency, row_number() over (partition by v.currency order by v.at_risk_minor desc, v.customer_id desc) as place
      from risk_values v join segment_members m
        on m.company_id = v.company_id and m.segment_id = ${segmentId} and m.customer_id = v.customer_id
      where v.company_id = ${companyId}
    ) ranked where place <= ${FIRST_RISKS}`.execute(tx);
}

/** A segment by which figures can be narrowed. */
export interface FigureSegment {
  id: string;
  name: string;
}

/** Every segment that is followed, by name. */
export async function listFigureSegments(tx: Tx, companyId: string): Promise<FigureSegment[]> {
  const { rows } = await sql<FigureSegment>`
    select id, name from segments where company_id = ${companyId} and status = ${sql.lit(SegmentStatus.Active)} order by lower(name), id limit 500`.execute(
    tx,
  );
  return rows;
}
