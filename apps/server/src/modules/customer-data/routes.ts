import { customerDataRoutes } from "@forestay/contracts";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { openCustomerExport } from "./export-customer.ts";
import { mergeCustomers } from "./merge-customers.ts";
import { previewMerge } from "./preview-merge.ts";

/** Binds taking along, erasing and merging customers. */
export function bindCustomerDataRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, tickets } = context;
  const schema = z.object({ customerId: z.uuid() });
  const exports: DownloadKind<typeof schema> = {
    name: "customer-data.export",
    schema,
    policy: "customers:write",
    open: async ({ customerId }, user) => ({
      fileName: `customer-${customerId}.json`,
      contentType: "application/json; charset=utf-8",
      stream: await openCustomerExport(context, user.companyId, customerId, clock.now()),
    }),
  };
  tickets.register(exports);

  bind(api, customerDataRoutes.createExport, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const customer = (await readCustomerNames(tx, user.companyId, [params.id])).get(params.id);
      if (!customer) throw new AppError("not_found", { message: "This customer does not exist." });
      await recordAudit(tx, user, {
        action: "customer.exported",
        target: customer.name,
        targetId: params.id,
      });
      return tickets.issue(tx, exports, user, { customerId: params.id });
    }),
  );
  bind(api, customerDataRoutes.erase, async ({ params, body, user }) => {
    await eraseCustomer(context, user, params.id, body.typedName);
    return {};
  });
  bind(api, customerDataRoutes.previewMerge, ({ params, body, user }) =>
    previewMerge(context, user, { keptId: params.id, otherId: body.otherId }),
  );
  bind(api, customerDataRoutes.merge, async ({ params, body, user }) => {
    await mergeCustomers(context, user, { keptId: params.id, otherId: body.otherId }, body.typedName);
    return {};
  });
}
