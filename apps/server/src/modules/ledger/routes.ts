import { billingRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readBilling } from "./read-billing.ts";
import { readUse } from "./read-use.ts";

/** Binds what a customer is charged and uses. */
export function bindLedgerRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, billingRoutes.get, ({ params, user }) => readBilling(db, user.companyId, params.id, clock.now()));
  bind(api, billingRoutes.use, ({ params, user }) => readUse(db, user.companyId, params.id, clock.now()));
}
