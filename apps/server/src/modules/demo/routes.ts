import { demoRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { removeDemoCompany } from "./remove-demo.ts";
import { readSampleShare } from "./sample-mark.ts";

/** Binds how far the sample has come, and its removal. */
export function bindDemoRoutes(api: Api, context: ModuleContext): void {
  bind(api, demoRoutes.progress, async ({ user }) => ({
    share: await withTenant(context.db, user.companyId, (tx) => readSampleShare(tx, user.companyId)),
  }));
  bind(api, demoRoutes.remove, ({ user }) => removeDemoCompany(context, user));
}
