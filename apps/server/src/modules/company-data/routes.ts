import { companyDataRoutes } from "@forestay/contracts";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cancelDeletion, requestDeletion } from "./delete-company.ts";
import { openCompanyExport } from "./export-company.ts";
import { readTakeIn, takeIn } from "./take-in.ts";

/** Binds the export of everything, its way back, and the deletion of a company. */
export function bindCompanyDataRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, tickets } = context;
  const schema = z.object({});
  const exports: DownloadKind<typeof schema> = {
    name: "company-data.export",
    schema,
    policy: "company:manage",
    open: async (_payload, user) => ({
      fileName: `company-data-${clock.now().toISOString().slice(0, 10)}.zip`,
      contentType: "application/zip",
      stream: await openCompanyExport(db, user.companyId, clock.now()),
    }),
  };
  tickets.register(exports);

  bind(api, companyDataRoutes.exportEverything, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await recordAudit(tx, user, { action: "company.exported" });
      return tickets.issue(tx, exports, user, {});
    }),
  );
  bind(api, companyDataRoutes.takeIn, ({ request, user }) => takeIn(context, request, user));
  bind(api, companyDataRoutes.takenIn, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ latest: await readTakeIn(tx, user.companyId) })),
  );
  bind(api, companyDataRoutes.requestDeletion, ({ body, user }) => requestDeletion(context, user, body));
  bind(api, companyDataRoutes.cancelDeletion, ({ user }) => cancelDeletion(context, user));
}
