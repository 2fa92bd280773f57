import type { demoRoutes, RouteResponseInput } from "@forestay/contracts";
import { findDemoCompany } from "#modules/companies/index.ts";
import { listModelSummaries } from "#modules/models/index.ts";
import { withSystem, withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

type SampleModel = RouteResponseInput<typeof demoRoutes.sampleModel>["model"];

/**
 * What was measured of the model that scores the sample company; null where there is no sample, or no model of it. Anybody
 * may know it: the sample is of nobody. A company of one's own with sample customers in it is not asked.
 */
export async function readSampleModel({ db }: Pick<ModuleContext, "db">): Promise<SampleModel> {
  const company = await withSystem(db, findDemoCompany);
  if (company === undefined) return null;
  const models = await withTenant(db, company.id, (tx) => listModelSummaries(tx, company.id));
  const current = models.find(({ isCurrent }) => isCurrent);
  if (current === undefined) return null;
  const { trainedAt, horizonDays, rows, outcomes, auc, ece } = current;
  return { trainedAt, horizonDays, rows, outcomes, auc, ece };
}
