import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { readCompanyContext } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { toSums } from "./kept-sums.ts";
import { latestScores, MISSED_NAMED, readWaiting, workOutSums } from "./track-record-sums.ts";

/** Up to so many scores they are read whenever somebody asks, and nothing is kept. */
const FEW_SCORES = 100_000;

/** Keeps what became of the scores of companies with many of them: after they matured, and within ten minutes of new ones. */
export const keepTrackRecordJob = defineCompanyJob({
  name: "track-record.keep",
  cron: "*/10 * * * *",
  listCompanyIds,
  isDue: (tx, companyId) => isTrackRecordBehind(tx, companyId),
  handler: ({ db, clock, payload: { companyId } }) => keepTrackRecord(db, companyId, clock.now()),
});

/** Whether a company has more than `few` scores and its sums are not kept, or not of all that is there now. */
export async function isTrackRecordBehind(tx: Tx, companyId: string, few = FEW_SCORES): Promise<boolean> {
  const kept = await readKept(tx, companyId);
  if (kept === undefined) return hasMany(tx, companyId, few);
  const { lastScoredAt } = await readCompanyContext(tx, companyId);
  if (kept.last_scored_at?.getTime() !== lastScoredAt?.getTime()) return true;
  return !(await isWhole(tx, companyId, kept));
}

const readKept = (tx: Tx, companyId: string) =>
  tx.selectFrom("track_records").selectAll().where("company_id", "=", companyId).executeTakeFirst();
type Kept = NonNullable<Awaited<ReturnType<typeof readKept>>>;

/** Whether the scores that are kept are those that were counted: none matured since, and nobody was erased. */
async function isWhole(tx: Tx, companyId: string, { customers, ...kept }: Kept): Promise<boolean> {
  if (kept.maturings !== kept.kept_maturings) return false;
  const { count } = await tx
    .selectFrom("track_record_scores")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return Number(count) === customers;
}

/** In the transaction in which scores mature: whatever becomes of whoever does it, the sums are due. */
export async function markTrackRecord(tx: Tx, companyId: string): Promise<void> {
  await tx
    .updateTable("track_records")
    .set((is) => ({ maturings: is("maturings", "+", 1) }))
    .where("company_id", "=", companyId)
    .execute();
}

/** Whether a company has more than `few` scores, past and present. */
async function hasMany(tx: Tx, companyId: string, few: number): Promise<boolean> {
  const beyond = await tx
    .selectFrom("customer_score_history")
    .select("scored_at")
    .where("company_id", "=", companyId)
    .offset(few)
    .limit(1)
    .executeTakeFirst();
  return beyond !== undefined;
}

/**
 * Works the sums out and puts them in place of those before; forgets them where there are `few` scores or less. Where nothing
 * matured since, only who waits is counted, unless all is wanted (`anew`).
 */
export async function keepTrackRecord(
  db: Database,
  companyId: string,
  now: Date,
  { few = FEW_SCORES, anew = false } = {},
): Promise<void> {
  await withTenant(
    db,
    companyId,
    async (tx) => {
      await lockUntilCommit(tx, advisoryLock.trackRecord, companyId);
      if (!(await hasMany(tx, companyId, few))) return forgetTrackRecord(tx, companyId);
      const { lastScoredAt } = await readCompanyContext(tx, companyId);
      const known = await readKept(tx, companyId);
      // New scores are waited for, and change nothing of those that are known.
      const isKnown = !anew && known !== undefined && (await isWhole(tx, companyId, known));
      const sums = isKnown
        ? { ...toSums(known.sums), ...(await readWaiting(tx, companyId)) }
        : await workOutSums(tx, companyId);
      if (!isKnown) await writeScores(tx, companyId);
      const kept = {
        kept_at: now,
        last_scored_at: lastScoredAt,
        customers: sums.latest.reduce((total, { scored }) => total + scored, 0),
        kept_maturings: known?.maturings ?? 0,
        sums: JSON.stringify(sums),
      };
      await tx
        .insertInto("track_records")
        .values({ company_id: companyId, ...kept })
        .onConflict((conflict) => conflict.column("company_id").doUpdateSet(kept))
        .execute();
    },
    EVERY_ROW,
  );
}

/** For a company whose scores go, all of them. */
export async function forgetTrackRecord(tx: Tx, companyId: string): Promise<void> {
  await tx.deleteFrom("track_record_scores").where("company_id", "=", companyId).execute();
  await tx.deleteFrom("track_records").where("company_id", "=", companyId).execute();
}

/** Brings track_record_scores up to the newest scores whose outcome is known; writes only rows that differ. */
async function writeScores(tx: Tx, companyId: string): Promise<void> {
  await sql`
    with ${latestScores(companyId)},
    named as (
      select l.customer_id, row_number() over (order by c.lifetime_value_cents desc nulls last, l.customer_id) as rank
      from latest l join customers c on c.company_id = ${companyId} and c.id = l.customer_id
      where l.left_within and l.level < 2
      order by c.lifetime_value_cents desc nulls last, l.customer_id limit ${MISSED_NAMED}
    ),
    gone as (
      delete from track_record_scores t where t.company_id = ${companyId}
        and not exists (select from latest l where l.customer_id = t.customer_id)
    )
    insert into track_record_scores (company_id, customer_id, scored_at, score, level, probability, left_within, missed_rank)
    select ${companyId}::uuid, l.customer_id, l.scored_at, l.score, l.level, l.probability, l.left_within, n.rank
    from latest l left join named n on n.customer_id = l.customer_id
    on conflict (company_id, customer_id) do update set scored_at = excluded.scored_at, score = excluded.score,
      level = excluded.level, probability = excluded.probability, left_within = excluded.left_within,
      missed_rank = excluded.missed_rank
    where (track_record_scores.scored_at, track_record_scores.score, track_record_scores.level, track_record_scores.probability,
      track_record_scores.left_within, track_record_scores.missed_rank)
      is distinct from (excluded.scored_at, excluded.score, excluded.level, excluded.probability, excluded.left_within,
      excluded.missed_rank)`.execute(tx);
}
