import type {
  AnalysisCustomer,
  PaymentStatusValue,
  Recommendation,
  RiskLevelValue,
  RouteQuery,
  ScoreFactor,
  SubscriptionStatusValue,
} from "@forestay/contracts";
import type { analysisRoutes } from "@forestay/contracts";
import { DAY_MS } from "@forestay/contracts/vocabulary";
import { stepTaskTitle } from "@forestay/contracts/words";
import { sql, type RawBuilder } from "kysely";
import { readCompanyContext, readLeftAmong, toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { pageOf, type Page } from "#platform/db/page.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readStepsTaken, type StepsTaken } from "#modules/next-steps/index.ts";
import type { AnalysisRow, AnalysisSummaryDocument } from "../analyses-repository.ts";
import { readScoresSince, yearlyValueCents } from "#modules/scoring/index.ts";
import { leftSince } from "./left-since.ts";
import { readOpenTaskTitles } from "./open-tasks.ts";
import { requireAnalysis } from "../read-analyses.ts";

export interface ResultRow {
  customer_id: string;
  probability: number;
  score: number;
  level: RiskLevelValue;
  probability_range: number | null;
  factors: ScoreFactor[];
  recommendations: Recommendation[];
  full_name: string | null;
  email: string | null;
  external_id: string | null;
  currency: string | null;
  lifetime_value_cents: number | null;
  monthly_revenue_cents: number | null;
  value_at_risk_cents: number | null;
  plan: string | null;
  subscription_status: SubscriptionStatusValue | null;
  payment_status: PaymentStatusValue | null;
}

export const resultColumns = sql`r.customer_id, r.probability, r.score, r.level, r.probability_range, r.factors,
  r.recommendations, r.value_at_risk_cents, c.full_name, c.email, c.external_id, c.currency, c.lifetime_value_cents, c.monthly_revenue_cents,
  c.plan, c.subscription_status, c.payment_status`;
export const resultTables = sql`churn_analysis_results r
  join customers c on c.company_id = r.company_id and c.id = r.customer_id`;

const CHANGE_DAYS = 30;

type Query = RouteQuery<typeof analysisRoutes.customers>;
const sortColumns: Record<Query["sort"], RawBuilder<unknown>> = {
  churnRiskScore: sql`r.probability`,
  fullName: sql`c.name_key`,
  lifetimeValue: sql`c.lifetime_value_cents`,
  valueAtRisk: sql`r.value_at_risk_cents`,
};

/** The scored customers of an analysis; empty until it is complete. Unknown values sort last either way. */
export async function listResults(
  db: Database,
  companyId: string,
  analysisId: string,
  query: Query,
  now: Date,
): Promise<Page<AnalysisCustomer>> {
  return withTenant(db, companyId, async (tx) => {
    const analysis = await requireAnalysis(tx, companyId, analysisId);
    const { currency } = await readCompanyContext(tx, companyId);
    const level = query.level === undefined ? sql`true` : sql`r.level = ${query.level}`;
    const direction = query.direction === "asc" ? sql`asc` : sql`desc`;
    const column = sortColumns[query.sort];
    const { rows } = await sql<ResultRow>`
      select ${resultColumns} from ${resultTables}
      where r.company_id = ${companyId} and r.analysis_id = ${analysisId} and ${level}
      order by ${column} ${direction} ${isNullable(query.sort) ? sql`nulls last` : sql``}, r.customer_id ${direction}
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(tx);
    // The counts by level were taken when the scores were written; counting a million rows again would cost more than
    // the page itself.
    const levels =
      analysis.results_removed_at !== null
        ? []
        : ((analysis.summary as unknown as AnalysisSummaryDocument | null)?.levels ?? []);
    const totalCount = levels
      .filter((entry) => query.level === undefined || entry.level === query.level)
      .reduce((sum, entry) => sum + entry.customers, 0);
    const taken = await readTaken(tx, analysis, rows, now);
    const before = await readScoresSince(
      tx,
      companyId,
      rows.map((row) => row.customer_id),
      new Date((analysis.completed_at ?? now).getTime() - CHANGE_DAYS * DAY_MS),
    );
    const ids = rows.map((row) => row.customer_id);
    const left = await readLeftAmong(tx, companyId, ids, now);
    const openTasks = await readOpenTaskTitles(tx, companyId, ids);
    return pageOf(
      rows.map((row) => {
        const scored = toScoredCustomer(row, currency, taken, before.get(row.customer_id)?.before);
        const customer = withLeaving(scored, left);
        const task = stepTaskTitle(customer.recommendations[0]?.title);
        return {
          ...customer,
          hasOpenTask: openTasks.get(row.customer_id)?.has(task) === true,
        };
      }),
      totalCount,
      query,
    );
  });
}

const isNullable = (sort: Query["sort"]) => sort === "lifetimeValue" || sort === "valueAtRisk";

type Taken = ReadonlyMap<string, StepsTaken>;

/** What was done with these customers since they were scored. */
export const readTaken = (
  tx: Tx,
  analysis: Pick<AnalysisRow, "company_id" | "completed_at">,
  rows: readonly Pick<ResultRow, "customer_id">[],
  now: Date,
): Promise<Taken> =>
  readStepsTaken(
    tx,
    analysis.company_id,
    rows.map((row) => row.customer_id),
    { scoredAt: analysis.completed_at, now },
  );

/** What a run knows of a customer; what became of it since is the list's. */
export type ScoredCustomer = Omit<AnalysisCustomer, "hasLeft" | "leftAt" | "hasOpenTask">;

/** With whether it has left since the run: nothing keeps who has, so that no step is offered. */
export function withLeaving(
  customer: ScoredCustomer,
  left: ReadonlyMap<string, Date | null>,
): Omit<AnalysisCustomer, "hasOpenTask"> {
  const since = leftSince(left, customer.customerId);
  return { ...customer, ...since, ...(since.hasLeft && { recommendations: [], stepTaken: null }) };
}

/** `scoreBefore`: the score of 30 days before, where it is asked for and there was one. */
export function toScoredCustomer(
  row: ResultRow,
  companyCurrency: string,
  taken: Taken,
  scoreBefore: number | null = null,
): ScoredCustomer {
  const done = taken.get(row.customer_id);
  const currency = row.currency ?? companyCurrency;
  const money = (cents: number | null) => (cents === null ? null : toMajorUnits(cents, currency));
  return {
    customerId: row.customer_id,
    fullName: row.full_name ?? row.email ?? row.external_id ?? "",
    email: row.email,
    externalId: row.external_id,
    churnRiskScore: row.score,
    churnRiskLevel: row.level,
    scoreChange: scoreBefore === null ? null : row.score - scoreBefore,
    probability: row.probability,
    probabilityRange: row.probability_range,
    factors: row.factors,
    recommendations: row.recommendations.filter(({ code }) => done?.codes.has(code) !== true),
    stepTaken: done?.last ?? null,
    lifetimeValue: money(row.lifetime_value_cents),
    monthlyRevenue: money(row.monthly_revenue_cents),
    yearlyValue: money(
      yearlyValueCents({
        monthlyRevenueCents: row.monthly_revenue_cents,
        lifetimeValueCents: row.lifetime_value_cents,
      }),
    ),
    valueAtRisk: money(row.value_at_risk_cents),
    plan: row.plan,
    subscriptionStatus: row.subscription_status,
    paymentStatus: row.payment_status,
  };
}
