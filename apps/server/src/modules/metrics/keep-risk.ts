import { setImmediate as nextTurn } from "node:timers/promises";
import { dayCalendar, expectedLeavers, expectedRevenueAtRisk, isoDay } from "@forestay/metrics";
import { sql } from "kysely";
import { analysisCompleted, isUndatedAnalysis } from "#modules/analyses/index.ts";
import { listCompanyIds, readCompanySettings } from "#modules/companies/index.ts";
import { hasLeftSql, readCompanyContext, readLeavingRule, sqlLeavingRule } from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationSynced } from "#modules/integrations/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import { ALL_PLANS } from "./movement-rows.ts";
import type { RiskDay } from "./read-rollups.ts";
import { ABOVE_SEGMENTS } from "./segment-key.ts";

const ROWS_PER_READ = 50_000;
/** Main reasons that are counted. */
const REASONS = 8;

/** Adds up what scores put at risk after whatever wrote customers or their scores. */
export const riskJob = defineCompanyJob({
  name: "metrics.keep-risk",
  cron: "*/10 * * * *",
  listCompanyIds,
  isDue: isRiskBehind,
  handler: ({ db, clock, payload: { companyId } }) => keepRisk(db, companyId, clock.now()),
});

/** New scores and new customers are seen right away; whatever else changes them within ten minutes. */
export const riskAfterNews = [
  later(analysisCompleted, riskJob.company, ofCompany),
  later(importCompleted, riskJob.company, ofCompany),
  later(integrationSynced, riskJob.company, ofCompany),
];

/** Whether customers or scores changed since they were last added up. */
export async function isRiskBehind(tx: Tx, companyId: string): Promise<boolean> {
  const { version, lastScoredAt } = await readCompanyContext(tx, companyId);
  const state = await tx
    .selectFrom("rollup_states")
    .select("customers_version")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const wasKept = state !== undefined && state.customers_version !== null;
  return state?.customers_version !== version && (lastScoredAt !== null || wasKept);
}

/** Brings risk_values up to the customers of this moment, and the company's day of risk_days to what they add up to. */
export async function keepRisk(db: Database, companyId: string, now: Date): Promise<void> {
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      const { version, currency, lastScoredAt } = await readCompanyContext(tx, companyId);
      if (lastScoredAt === null) return forgetRisk(tx, companyId, version);
      const { timeZone, churnDate } = await readCompanySettings(tx, companyId);
      const day = isoDay(dayCalendar(timeZone).dayAt(now.getTime()));
      await writeValues(tx, companyId, currency, now);
      await writeDay(tx, client, companyId, { day, now });
      await tx
        .insertInto("rollup_states")
        .values({
          company_id: companyId,
          time_zone: timeZone,
          churn_date: churnDate,
          kept_at: now,
          customers_version: version,
        })
        .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ customers_version: version }))
        .execute();
    },
    EVERY_ROW,
  );
}

/** Nobody has a score, or no longer: those of the sample went with it, or the company itself. */
async function forgetRisk(tx: Tx, companyId: string, version: number): Promise<void> {
  await tx.deleteFrom("risk_values").where("company_id", "=", companyId).execute();
  await tx.deleteFrom("risk_days").where("company_id", "=", companyId).execute();
  await tx
    .updateTable("rollup_states")
    .set({ customers_version: version })
    .where("company_id", "=", companyId)
    .execute();
}

/** Who is there and scored, with the chance as it was given: where a run's results were removed, the rounded score stands for it. */
async function writeValues(tx: Tx, companyId: string, currency: string, now: Date): Promise<void> {
  const rule = await readLeavingRule(tx, companyId, now);
  await sql`
    create temporary table risk_now on commit drop as
    select v.*, floor(probability * value_minor + 0.5)::bigint as at_risk_minor
    from (
      select c.id as customer_id, coalesce(c.currency, ${currency}) as currency, coalesce(c.plan, ${ALL_PLANS}) as plan,
        c.churn_risk_level as level, coalesce(r.probability, c.churn_risk_score / 100.0)::float8 as probability,
        greatest(0, coalesce(c.monthly_revenue_cents, 0)) as mrr_minor,
        greatest(0, coalesce(12 * c.monthly_revenue_cents, c.lifetime_value_cents, 0)) as value_minor,
        case when c.monthly_revenue_cents is not null then 'revenue' when c.lifetime_value_cents is not null then 'lifetime' end as value_basis,
        nullif(split_part(c.top_factor, ': ', 1), '') as driver
      from customers c left join churn_analysis_results r
        on r.company_id = c.company_id and r.analysis_id = c.score_analysis_id and r.customer_id = c.id
      where c.company_id = ${companyId} and c.churn_risk_score is not null
        and ${hasLeftSql(sqlLeavingRule(rule))} is not true
    ) v`.execute(tx);
  await sql`
    insert into risk_values (company_id, customer_id, currency, plan, level, probability, mrr_minor, value_minor, at_risk_minor, driver, value_basis)
    select ${companyId}::uuid, customer_id, currency, plan, level, probability, mrr_minor, value_minor, at_risk_minor, driver, value_basis from risk_now
    on conflict (company_id, customer_id) do update set currency = excluded.currency, plan = excluded.plan,
      level = excluded.level, probability = excluded.probability, mrr_minor = excluded.mrr_minor,
      value_minor = excluded.value_minor, at_risk_minor = excluded.at_risk_minor, driver = excluded.driver,
      value_basis = excluded.value_basis
    where (risk_values.currency, risk_values.plan, risk_values.level, risk_values.probability, risk_values.mrr_minor, risk_values.value_minor,
      risk_values.driver, risk_values.value_basis)
      is distinct from (excluded.currency, excluded.plan, excluded.level, excluded.probability, excluded.mrr_minor, excluded.value_minor,
      excluded.driver, excluded.value_basis)`.execute(tx);
  await sql`
    delete from risk_values v where v.company_id = ${companyId}
      and not exists (select from risk_now n where n.customer_id = v.customer_id)`.execute(tx);
}

async function writeDay(
  tx: Tx,
  client: SqlClient,
  companyId: string,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const { horizonDays } = await readScoringSettings(tx, companyId);
  await tx
    .deleteFrom("risk_days")
    .where("company_id", "=", companyId)
    .where("day", "=", day)
    .where((where) => where.or([where("plan", "=", ALL_PLANS), where("plan", ">", ABOVE_SEGMENTS)]))
    .execute();
  const byLevel = (value: string) =>
    `array[${[0, 1, 2, 3].map((level) => `coalesce(sum(${value}) filter (where level = ${level}), 0)`).join(", ")}]`;
  await client.query(
    `insert into risk_days (company_id, day, currency, plan, customers, mrr_minor, value_minor, at_risk_minor, horizon_days, is_undated, as_of,
       by_lifetime, of_unknown_value)
     select $1, $2, currency, coalesce(plan, '') as plan, ${byLevel("1")}, ${byLevel("mrr_minor")}, ${byLevel("value_minor")},
       ${byLevel("at_risk_minor")}, $3, $4, $5, count(*) filter (where value_basis = 'lifetime'), count(*) filter (where value_basis is null)
     from risk_values where company_id = $1
     group by grouping sets ((currency), (currency, plan)) having grouping(plan) = 1 or plan <> ''`,
    [companyId, day, horizonDays, await areUndated(tx, companyId), now],
  );
  // Whose last customer went or is scored no more: nothing from today on, not what the last day said.
  await client.query(
    `insert into risk_days (company_id, day, currency, plan, customers, mrr_minor, value_minor, at_risk_minor, horizon_days, is_undated, as_of)
     select $1, $2, currency, plan, array[0,0,0,0], array[0,0,0,0], array[0,0,0,0], array[0,0,0,0], $3, is_undated, $4
     from (select distinct on (currency, plan) currency, plan, customers, is_undated from risk_days
       where company_id = $1 and day < $2 and (plan = '' or plan > $5) order by currency, plan, day desc) before
     where customers <> array[0,0,0,0] on conflict do nothing`,
    [companyId, day, horizonDays, now, ABOVE_SEGMENTS],
  );
  const { rows: currencies } = await client.query<{ currency: string }>(
    "select currency from risk_days where company_id = $1 and day = $2 and plan = '' and customers <> array[0,0,0,0]",
    [companyId, day],
  );
  for (const { currency } of currencies) {
    const scored = await readScored(client, companyId, currency);
    const { low, high } = expectedRevenueAtRisk(scored);
    await nextTurn();
    const leavers = expectedLeavers(scored.churnProbabilities);
    const reasons = await readReasons(tx, companyId, currency);
    await client.query(
      `update risk_days set low_minor = $4, high_minor = $5, leavers = $6, leavers_low = $7, leavers_high = $8, reasons = $9
       where company_id = $1 and day = $2 and plan = '' and currency = $3`,
      [
        companyId,
        day,
        currency,
        low.amountMinor,
        high.amountMinor,
        leavers.customers,
        leavers.low,
        leavers.high,
        JSON.stringify(reasons),
      ],
    );
  }
}

/** Whether the newest scores say nothing of when. */
async function areUndated(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ analysisId: string | null }>`
    select score_analysis_id as "analysisId" from customers
    where company_id = ${companyId} and scored_at is not null order by scored_at desc limit 1`.execute(tx);
  const analysisId = rows[0]?.analysisId ?? null;
  return analysisId !== null && (await isUndatedAnalysis(tx, companyId, analysisId));
}

/** Chances and values of everybody scored in a currency, by the thousand: columns of a million are 16 MB. */
async function readScored(client: SqlClient, companyId: string, currency: string) {
  const churnProbabilities: number[] = [];
  const valuesMinor: number[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await client.query<[string, number, number]>({
      text: `select customer_id, probability, value_minor from risk_values
        where company_id = $1 and customer_id > $2 and currency = $3 order by customer_id limit $4`,
      values: [companyId, after, currency, ROWS_PER_READ],
      rowMode: "array",
    });
    for (const [, probability, value] of rows) {
      churnProbabilities.push(probability);
      valuesMinor.push(value);
    }
    if (rows.length < ROWS_PER_READ) break;
    after = rows.at(-1)![0];
    await nextTurn();
  }
  return { currency, churnProbabilities, valuesMinor };
}

/**
 * What most often comes first among the reasons of customers of High and Critical, and what they put at risk. A reason is kept
 * with its evidence ("Fewer logins: 3 in the last 30 days, was 12"); those of the same field count together, whatever their figures.
 */
async function readReasons(tx: Tx, companyId: string, currency: string) {
  const { rows } = await sql<RiskDay["reasons"][number]>`
    select driver as label, count(*) as customers, sum(at_risk_minor)::float8 as "atRiskMinor"
    from risk_values where company_id = ${companyId} and currency = ${currency} and level >= 2 and driver is not null
    group by 1 order by 2 desc, 1 limit ${REASONS}`.execute(tx);
  return rows;
}
