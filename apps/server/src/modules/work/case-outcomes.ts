import {
  CaseStage,
  DAY_MS,
  openStages,
  type CaseOutcomes,
  type CaseReason,
  type CaseStageValue,
  DAY_SECONDS,
} from "@forestay/contracts";
import { wilsonInterval } from "@forestay/metrics";
import { sql } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";

interface ReasonRow {
  reason: CaseReason;
  recovered: number;
  lost: number;
  recovered_cents: number;
  lost_cents: number;
}

/** What became of the cases that were closed within so many days; of money what is in the company's currency. */
export async function readCaseOutcomes(
  db: Database,
  companyId: string,
  days: number,
  now: Date,
): Promise<CaseOutcomes> {
  const since = new Date(now.getTime() - days * DAY_MS);
  return withTenant(db, companyId, async (tx) => {
    const currency = (await findCompanyLocale(tx, companyId))?.currency ?? "USD";
    const reasons = await readReasons(tx, companyId, since, currency);
    const sum = (of: (row: ReasonRow) => number) => reasons.reduce((total, row) => total + of(row), 0);
    const recovered = sum((row) => row.recovered);
    const closed = recovered + sum((row) => row.lost);
    const { rows: lengths } = await sql<{ open: number; median: number | null }>`
      select count(*) filter (where closed_at is null) as open,
        percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / ${sql.lit(DAY_SECONDS)})
          filter (where closed_at >= ${since}) as median
      from risk_cases where company_id = ${companyId}`.execute(tx);
    const stageDays = await readStageDays(tx, companyId, since);
    return {
      days,
      currency,
      open: lengths[0]?.open ?? 0,
      recovered,
      lost: closed - recovered,
      recoveredShare:
        closed === 0 ? null : { share: recovered / closed, ...wilsonInterval(recovered, closed) },
      recoveredValue: toMajorUnits(
        sum((row) => row.recovered_cents),
        currency,
      ),
      lostValue: toMajorUnits(
        sum((row) => row.lost_cents),
        currency,
      ),
      medianDays: lengths[0]?.median ?? null,
      stageDays: openStages.map((stage) => ({ stage, days: stageDays.get(stage) ?? null })),
      reasons: reasons.map((row) => ({
        reason: row.reason,
        recovered: row.recovered,
        lost: row.lost,
        lostValue: toMajorUnits(row.lost_cents, currency),
      })),
    };
  });
}

async function readReasons(tx: Tx, companyId: string, since: Date, currency: string): Promise<ReasonRow[]> {
  const cents = (stage: number) => sql`coalesce(sum(value_cents)
    filter (where stage = ${stage} and currency = ${currency}), 0)::bigint`;
  const { rows } = await sql<ReasonRow>`
    select reason, count(*) filter (where stage = ${CaseStage.Recovered}) as recovered,
      count(*) filter (where stage = ${CaseStage.Lost}) as lost,
      ${cents(CaseStage.Recovered)} as recovered_cents, ${cents(CaseStage.Lost)} as lost_cents
    from risk_cases where company_id = ${companyId} and closed_at >= ${since}
    group by reason order by count(*) desc, reason`.execute(tx);
  return rows;
}

/** Mean days in a stage of the cases closed since, each case's stays in it added up. */
async function readStageDays(tx: Tx, companyId: string, since: Date): Promise<Map<CaseStageValue, number>> {
  const { rows } = await sql<{ stage: CaseStageValue; days: number }>`
    with stays as (
      select s.case_id, s.stage, extract(epoch from lead(s.entered_at) over (
        partition by s.case_id order by s.entered_at, s.id) - s.entered_at)::float8 / ${sql.lit(DAY_SECONDS)} as days
      from risk_case_stages s join risk_cases k on k.company_id = s.company_id and k.id = s.case_id
      where s.company_id = ${companyId} and k.closed_at >= ${since}
    ), sums as (select case_id, stage, sum(days) as days from stays where days is not null group by case_id, stage)
    select stage, avg(days) as days from sums group by stage`.execute(tx);
  return new Map(rows.map(({ stage, days }) => [stage, days]));
}
