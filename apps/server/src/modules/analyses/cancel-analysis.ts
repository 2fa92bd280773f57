import type { Analysis } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { cancelWork } from "#platform/jobs/cancel-work.ts";
import type { ModuleContext } from "#platform/module.ts";
import { endAnalysis } from "./analyses-repository.ts";
import { presentAnalysis, requireAnalysis } from "./read-analyses.ts";

/** Cancels an analysis that has not ended. The running job sees it at its next step and writes nothing. */
export function cancelAnalysis(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  id: string,
): Promise<Analysis> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    await cancelWork({
      name: "analysis",
      lock: () => requireAnalysis(tx, companyId, id, { forUpdate: true }),
      end: async (status) => {
        await endAnalysis(tx, companyId, id, { status, failure: null, at: clock.now() });
      },
      record: ({ scope }) =>
        recordAudit(tx, user, { action: "analysis.cancelled", target: scope, targetId: id }),
    });
    return presentAnalysis(tx, companyId, id);
  });
}
