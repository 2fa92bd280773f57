import { Readable } from "node:stream";
import { riskLevelLabel, type ContactPlan } from "@forestay/contracts";
import { sql } from "kysely";
import { csvLine, readCompanyContext, readLeftAmong, type CsvValue } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readStepEffects } from "#modules/next-steps/index.ts";
import { planOrder } from "../plan-order.ts";
import type { AnalysisRow } from "../analyses-repository.ts";
import { requireAnalysis } from "../read-analyses.ts";
import {
  readTaken,
  resultColumns,
  resultTables,
  toScoredCustomer,
  type ResultRow,
  withLeaving,
} from "./list-results.ts";

const ROWS_PER_READ = 2000;
/** Factors and next steps that get columns of their own. */
const SHOWN = 3;

const header = [
  "customer_id",
  "external_id",
  "full_name",
  "email",
  "has_left",
  "left_at",
  "churn_risk_score",
  "churn_risk_level",
  "chance_of_leaving",
  "chance_plus_minus_points",
  "plan",
  "monthly_revenue",
  "lifetime_value",
  ...Array.from({ length: SHOWN }, (_, index) => [
    `factor_${index + 1}`,
    `factor_${index + 1}_points`,
  ]).flat(),
  ...Array.from({ length: SHOWN }, (_, index) => [
    `next_step_${index + 1}`,
    `next_step_${index + 1}_code`,
    `next_step_${index + 1}_effect`,
  ]).flat(),
];

/** Of a plan: the first so many in its order. */
interface PlanChoice {
  contacts: number;
  orderBy: ContactPlan["orderedBy"];
}

/** Every scored customer of an analysis as CSV, highest risk first, a few thousand at a time. */
export async function openResultsExport(
  db: Database,
  companyId: string,
  analysisId: string,
  now: Date,
): Promise<Readable> {
  const { analysis, currency, effects } = await readForExport(db, companyId, analysisId, now);
  async function* lines() {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    yield "\u{FEFF}" + csvLine(header);
    let after: ResultRow | undefined;
    for (;;) {
      const beyond = after
        ? sql`and (r.probability, r.customer_id) < (${after.probability}, ${after.customer_id}::uuid)`
        : sql``;
      const { rows, customers } = await withTenant(db, companyId, async (tx) => {
        const { rows } = await sql<ResultRow>`
          select ${resultColumns} from ${resultTables}
          where r.company_id = ${companyId} and r.analysis_id = ${analysisId} ${beyond}
          order by r.probability desc, r.customer_id desc limit ${ROWS_PER_READ}`.execute(tx);
        return { rows, customers: await readExported(tx, analysis, rows, currency, now) };
      });
      if (rows.length > 0) yield customers.map((customer) => csvLine(cells(customer, effects))).join("");
      after = rows.at(-1);
      if (rows.length < ROWS_PER_READ) return;
    }
  }
  return Readable.from(lines());
}

/** What is measured of each step now, by its code: more than was known when it was recommended. */
type Effects = ReadonlyMap<string, string>;

async function readForExport(
  db: Database,
  companyId: string,
  analysisId: string,
  now: Date,
): Promise<{ analysis: AnalysisRow; currency: string; effects: Effects }> {
  return withTenant(db, companyId, async (tx) => ({
    analysis: await requireAnalysis(tx, companyId, analysisId),
    currency: (await readCompanyContext(tx, companyId)).currency,
    effects: new Map(
      (await readStepEffects(tx, companyId, now)).map(({ code, words }) => [code, words ?? ""]),
    ),
  }));
}

type ExportedCustomer = ReturnType<typeof withLeaving>;

/** What the run knows of each, and what became of it since. */
async function readExported(
  tx: Tx,
  analysis: AnalysisRow,
  rows: readonly ResultRow[],
  currency: string,
  now: Date,
): Promise<ExportedCustomer[]> {
  const taken = await readTaken(tx, analysis, rows, now);
  const ids = rows.map((row) => row.customer_id);
  const left = await readLeftAmong(tx, analysis.company_id, ids, now);
  return rows.map((row) => withLeaving(toScoredCustomer(row, currency, taken), left));
}

function cells(customer: ExportedCustomer, effects: Effects): CsvValue[] {
  const factors = Array.from({ length: SHOWN }, (_, index) => customer.factors[index]);
  return [
    customer.customerId,
    customer.externalId,
    customer.fullName,
    customer.email,
    customer.hasLeft,
    customer.leftAt,
    customer.churnRiskScore,
    riskLevelLabel(customer.churnRiskLevel),
    Math.round(customer.probability * 10_000) / 10_000,
    customer.probabilityRange,
    customer.plan,
    customer.monthlyRevenue,
    customer.lifetimeValue,
    ...factors.flatMap((factor) =>
      factor ? [`${factor.label}: ${factor.evidence}`, factor.points] : [null, null],
    ),
    ...Array.from({ length: SHOWN }, (_, index) => customer.recommendations[index]).flatMap((step) =>
      step ? [step.title, step.code, effects.get(step.code) ?? "Effect untested"] : [null, null, null],
    ),
  ];
}

/** The customers of a plan as CSV, in the order in which to contact them. */
export async function openPlanExport(
  db: Database,
  companyId: string,
  analysisId: string,
  { contacts, orderBy }: PlanChoice,
  now: Date,
): Promise<Readable> {
  const { analysis, currency, effects } = await readForExport(db, companyId, analysisId, now);
  async function* lines() {
    yield "\u{FEFF}" + csvLine(["place", ...header, "value_at_risk"]);
    for (let place = 0; place < contacts; place += ROWS_PER_READ) {
      const customers = await withTenant(db, companyId, async (tx) => {
        const { rows } = await sql<ResultRow>`
          select ${resultColumns} from ${resultTables}
          where r.company_id = ${companyId} and r.analysis_id = ${analysisId}
          order by ${planOrder(orderBy)} limit ${Math.min(ROWS_PER_READ, contacts - place)} offset ${place}`.execute(
          tx,
        );
        return readExported(tx, analysis, rows, currency, now);
      });
      if (customers.length > 0)
        yield customers
          .map((customer, index) =>
            csvLine([place + index + 1, ...cells(customer, effects), customer.valueAtRisk]),
          )
          .join("");
      if (customers.length < ROWS_PER_READ) return;
    }
  }
  return Readable.from(lines());
}
