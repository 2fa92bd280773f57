import { UPLIFT_HOLDOUTS } from "@forestay/contracts";
import { sql } from "kysely";
import { analysisCompleted } from "#modules/analyses/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { hasLeftSql, readFilterContext, sqlLeavingRule } from "#modules/customers/index.ts";
import { startEngine, type Engine, type UpliftQuality, type UpliftTask } from "#modules/engine/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { entryFacts, entryFactsSql } from "../enrol/entry-facts.ts";
import { campaignRead } from "../events.ts";

/** Customers told of at a time. */
const AT_ONCE = 20_000;
/** More say little more, and the process that learns holds them all. */
const MOST_ROWS = 200_000;
const SEED = 14;

/**
 * Learns from finished campaigns with a holdout whom contact keeps and whom it drives away, judges that on campaigns that were
 * left out, and tells it of every customer as they are now. In a process of its own (decision 0013). Before two holdouts are
 * finished nothing is learnt, and nothing is told.
 */
export const learnUpliftJob = defineCompanyJob({
  name: "campaigns.learn-uplift",
  cron: "41 2 * * *",
  listCompanyIds,
  isDue: (tx, companyId) => hasEnough(tx, companyId),
  concurrency: 1,
  handler: learn,
});

/** What a campaign came to is learnt from at once; whoever has a new score is told of anew. */
export const learnAfterNews = [
  later(campaignRead, learnUpliftJob.company, ofCompany),
  later(analysisCompleted, learnUpliftJob.company, ofCompany),
];

async function hasEnough(tx: Tx, companyId: string): Promise<boolean> {
  return (await countFinishedHoldouts(tx, companyId)) >= UPLIFT_HOLDOUTS;
}

/** Campaigns that were read, in both of whose arms somebody was measured. */
export async function countFinishedHoldouts(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from campaigns k where k.company_id = ${companyId} and k.final is not null
      and exists (select from campaign_enrolments e where e.company_id = k.company_id and e.campaign_id = k.id
        and e.arm = 'held' and e.stayed is not null)
      and exists (select from campaign_enrolments e where e.company_id = k.company_id and e.campaign_id = k.id
        and e.arm = 'sent' and e.stayed is not null)`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function learn({
  db,
  clock,
  signal,
  payload: { companyId },
}: JobRun<{ companyId: string }>): Promise<void> {
  const task = await withTenant(
    db,
    companyId,
    async (tx) => ((await hasEnough(tx, companyId)) ? readTask(tx, companyId) : null),
    EVERY_ROW,
  );
  if (task === null) return;
  const engine = startEngine(signal, { inBackground: true });
  try {
    const learnt = await engine.learnUplift(task);
    const now = clock.now();
    await withTenant(
      db,
      companyId,
      async (tx) => {
        await keepModel(tx, companyId, { task, quality: learnt?.quality ?? null, now });
        await sql`delete from campaign_uplifts where company_id = ${companyId}`.execute(tx);
        if (learnt !== null) await tellEverybody(tx, companyId, { engine, now, signal });
      },
      EVERY_ROW,
    );
  } finally {
    await engine.close();
  }
}

/** Everybody of finished campaigns who was measured and of whom something was written down. */
async function readTask(tx: Tx, companyId: string): Promise<UpliftTask> {
  const { rows } = await sql<{ campaign: string; sent: boolean; kept: boolean; facts: (number | null)[] }>`
    select e.campaign_id as campaign, e.arm = 'sent' as sent, e.stayed as kept, e.entry_facts as facts
    from campaign_enrolments e join campaigns k on k.company_id = e.company_id and k.id = e.campaign_id and k.final is not null
    where e.company_id = ${companyId} and e.arm in ('sent', 'held') and e.stayed is not null and e.entry_facts is not null
    order by e.entered_at desc, e.id limit ${MOST_ROWS}`.execute(tx);
  return {
    names: entryFacts.map(({ name }) => name),
    facts: flat(rows.map(({ facts }) => facts)),
    treated: Uint8Array.from(rows, ({ sent }) => Number(sent)),
    kept: Uint8Array.from(rows, ({ kept }) => Number(kept)),
    campaignOf: rows.map(({ campaign }) => campaign),
    seed: SEED,
  };
}

/** Row after row; NaN where one is not known. */
const flat = (rows: readonly (readonly (number | null)[])[]): Float64Array =>
  Float64Array.from(rows.flatMap((facts) => entryFacts.map((_, at) => facts[at] ?? Number.NaN)));

async function keepModel(
  tx: Tx,
  companyId: string,
  { task, quality, now }: { task: UpliftTask; quality: UpliftQuality | null; now: Date },
): Promise<void> {
  const row = {
    learnt_at: now,
    campaigns: new Set(task.campaignOf).size,
    customers: task.campaignOf.length,
    quality: quality === null ? null : JSON.stringify(quality),
  };
  await tx
    .insertInto("campaign_uplift_models")
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
}

/** Of everybody who has not left. */
async function tellEverybody(
  tx: Tx,
  companyId: string,
  { engine, now, signal }: { engine: Engine; now: Date; signal: AbortSignal },
): Promise<void> {
  const context = await readFilterContext(tx, companyId, now);
  const { leaving, currency } = context;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ id: string; facts: (number | null)[]; yearly: number | null }>`
      select c.id, ${entryFactsSql(now)} as facts,
        case when coalesce(c.currency, ${currency}) = ${currency} then 12 * c.monthly_revenue_cents end::float8 as yearly
      from customers c where c.company_id = ${companyId} and c.id > ${after}
        and ${hasLeftSql(sqlLeavingRule(leaving))} is not true
      order by c.id limit ${AT_ONCE}`.execute(tx);
    if (rows.length === 0) return;
    const { uplift, harmShare, keptAnyway } = await engine.tellUplift(flat(rows.map(({ facts }) => facts)));
    await sql`
      insert into campaign_uplifts (company_id, customer_id, uplift, kept_anyway, harm_share, yearly_value_cents, worth_cents)
      select ${companyId}::uuid, t.id, t.uplift, t.anyway, t.harm, t.yearly, round(t.uplift * coalesce(t.yearly, 0))
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${[...uplift]}::float8[], ${[...keptAnyway]}::float8[],
        ${[...harmShare]}::float8[], ${rows.map(({ yearly }) => yearly)}::float8[]) as t(id, uplift, anyway, harm, yearly)`.execute(
      tx,
    );
    after = rows.at(-1)!.id;
    if (rows.length < AT_ONCE) return;
  }
}
