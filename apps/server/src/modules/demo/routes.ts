import { demoRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { removeDemoCompany } from "./remove-demo.ts";
import { isSampleAvailable, loadSample } from "./sample-data.ts";
import { readSampleModel } from "./sample-model.ts";
import { readSampleShare } from "./sample-mark.ts";

/** Binds how far the sample has come, and its removal. */
export function bindDemoRoutes(api: Api, context: ModuleContext): void {
  bind(api, demoRoutes.progress, ({ user }) =>
    withTenant(context.db, user.companyId, async (tx) => ({
      share: await readSampleShare(tx, user.companyId),
      isAvailable: await isSampleAvailable(context, tx, user.companyId),
    })),
  );
  bind(api, demoRoutes.sampleModel, async () => ({ model: await readSampleModel(context) }));
  bind(api, demoRoutes.load, ({ user }) => loadSample(context, user));
  bind(api, demoRoutes.remove, ({ user }) => removeDemoCompany(context, user));
}
