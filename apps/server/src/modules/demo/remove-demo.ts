import type { RouteResponseInput } from "@forestay/contracts";
import type { demoRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { countCompanyRows, deleteCompany, findDemoCompany } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { removeSampleData } from "./sample-data.ts";
import { stopSampleLoad } from "./sample-mark.ts";

type Removed = RouteResponseInput<typeof demoRoutes.remove>;

/**
 * Removes the sample company with every row of it, in one transaction, and counts what is left. Only its own Owner may
 * (the policy), and only a company that is marked as sample data can be removed here. From a person's own company that
 * took sample customers in, those go and the company stays.
 */
export async function removeDemoCompany({ db, log }: ModuleContext, user: CompanyUser): Promise<Removed> {
  await stopSampleLoad(db, user.companyId);
  const answer = await withTenant(
    db,
    user.companyId,
    async (tx) => {
      const removed = await removeSampleData(tx, user.companyId);
      if (removed !== null) {
        await recordAudit(tx, user, { action: "company.sample_removed" });
        return removed;
      }
      const demo = await findDemoCompany(tx);
      if (demo?.id !== user.companyId) {
        throw new AppError("invalid_state", { message: "Your company is not the sample company." });
      }
      const before = await countCompanyRows(tx, demo.id);
      await deleteCompany(tx, demo.id);
      // In the platform's log: the company's own goes with it.
      await recordAudit(tx, user, { action: "company.deleted", targetId: demo.id, companyId: null });
      const after = await countCompanyRows(tx, demo.id);
      return { removed: before, remaining: after.reduce((sum, { rows }) => sum + rows, 0) };
    },
    { statementTimeoutMs: 0 },
  );
  log.info({ removed: answer.removed }, "sample company removed");
  return answer;
}
