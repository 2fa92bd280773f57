import type { RouteResponseInput } from "@forestay/contracts";
import type { demoRoutes } from "@forestay/contracts";
import { sql } from "kysely";
import { deleteCompany, findDemoCompany } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";

type Removed = RouteResponseInput<typeof demoRoutes.remove>;

/**
 * Removes the sample company with every row of it, in one transaction, and counts what is left. Only its own Owner may
 * (the policy), and only a company that is marked as sample data can be removed here.
 */
export async function removeDemoCompany({ db, log }: ModuleContext, user: CompanyUser): Promise<Removed> {
  const answer = await withTenant(
    db,
    user.companyId,
    async (tx) => {
      const demo = await findDemoCompany(tx);
      if (demo?.id !== user.companyId) {
        throw new AppError("invalid_state", { message: "Your company is not the sample company." });
      }
      const before = await countRows(tx, demo.id);
      await deleteCompany(tx, demo.id);
      const after = await countRows(tx, demo.id);
      return { removed: before, remaining: after.reduce((sum, { rows }) => sum + rows, 0) };
    },
    { statementTimeoutMs: 0 },
  );
  log.info({ removed: answer.removed }, "sample company removed");
  return answer;
}

/** Rows of a company in every table that knows companies: read from the catalogue, so that none is forgotten. */
async function countRows(tx: Tx, companyId: string): Promise<Removed["removed"]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by table_name`.execute(tx);
  const counts: Removed["removed"] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where company_id = ${companyId}`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.push({ table: name, rows: count });
  }
  return counts;
}
