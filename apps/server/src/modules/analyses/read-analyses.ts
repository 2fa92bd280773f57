import type { Analysis, AnalysisSummary } from "@forestay/contracts";
import { formatDate } from "@forestay/contracts/words";
import { sql, type SqlBool } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { readCompanyContext } from "#modules/customers/index.ts";
import { containing } from "#platform/db/containing.ts";
import type { Database } from "#platform/db/database.ts";
import { pageOf, type Page } from "#platform/db/page.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { findAnalysis, type AnalysisRow } from "./analyses-repository.ts";
import { readFirstCalls } from "./first-calls.ts";
import { readLevelsBefore } from "./levels-before.ts";
import { toAnalysis, toAnalysisSummary } from "./present-analysis.ts";

/** Throws `not_found`, also for another company's analysis. */
export async function requireAnalysis(
  tx: Tx,
  companyId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<AnalysisRow> {
  const row = await findAnalysis(tx, companyId, id, options);
  if (!row) throw new AppError("not_found", { message: "This analysis does not exist." });
  return row;
}

/** As requireAnalysis; throws `invalid_state` in words where its customers were removed. */
export async function requireResults(tx: Tx, companyId: string, id: string): Promise<AnalysisRow> {
  const row = await requireAnalysis(tx, companyId, id);
  if (row.results_removed_at !== null) {
    throw new AppError("invalid_state", {
      message: `The customers of this run were removed on ${formatDate(row.results_removed_at, "UTC", "long")}; its quality and totals remain.`,
    });
  }
  return row;
}

export async function getAnalysis(db: Database, companyId: string, id: string): Promise<Analysis> {
  return withTenant(db, companyId, (tx) => presentAnalysis(tx, companyId, id));
}

/** The same in the caller's transaction. */
export async function presentAnalysis(tx: Tx, companyId: string, id: string): Promise<Analysis> {
  const row = await requireAnalysis(tx, companyId, id);
  const { currency } = await readCompanyContext(tx, companyId);
  return toAnalysis(row, currency, {
    isUndated: await isUndated(tx, row),
    firstCalls: await readFirstCalls(tx, row, currency),
    levelsBefore: await readLevelsBefore(tx, row),
  });
}

/** Whether an analysis, which may be gone, was scored by a model that had learned from labels without dates. */
export async function isUndatedAnalysis(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const row = await findAnalysis(tx, companyId, id);
  return row !== undefined && isUndated(tx, row);
}

/** Whether the model that scored had learned from labels without dates; rules look at the present and are dated. */
async function isUndated(tx: Tx, row: AnalysisRow): Promise<boolean> {
  if (row.source !== "model" || row.model_version === null) return false;
  const model = await tx
    .selectFrom("churn_models")
    .select("training_source")
    .where("company_id", "=", row.company_id)
    .where("version", "=", row.model_version)
    .executeTakeFirst();
  return model?.training_source === "label_column";
}

/** Analyses of the company, newest first. */
export async function listAnalyses(
  db: Database,
  companyId: string,
  { search = "", ...query }: { page: number; pageSize: number; search?: string | undefined },
): Promise<Page<AnalysisSummary>> {
  return withTenant(db, companyId, async (tx) => {
    const zone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
    const listed = tx
      .selectFrom("churn_analyses")
      .where("company_id", "=", companyId)
      // The nights' scorings would bury what people did; each customer's history shows them.
      .where("trigger", "<>", "nightly")
      .$if(search.trim() !== "", (all) =>
        all.where(
          sql<SqlBool>`(created_by ilike ${containing(search)} or
            to_char(created_at at time zone ${zone}, 'FMMon FMDD, YYYY') ilike ${containing(search)})`,
        ),
      );
    const { count } = await listed
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const rows = await listed
      // Without the summary: tens of kilobytes each that a list does not show.
      .select(["id", "status", "stage", "scope", "source", "model_version", "requested_model_version"])
      .select(["customers_analyzed", "need_attention", "created_by", "created_at", "completed_at"])
      .select("results_removed_at")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute();
    return pageOf(rows.map(toAnalysisSummary), count, query);
  });
}
