import { auditRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openAuditExport } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";
import { changesOf, recordAudit } from "./record-audit.ts";

const exportSchema = auditRoutes.exportAudit.body;

/** Binds the company's audit log and its export. */
export function bindAuditRoutes(api: Api, { db, clock, tickets }: ModuleContext): void {
  const exports: DownloadKind<typeof exportSchema> = {
    name: "audit.export",
    schema: exportSchema,
    policy: "company:manage",
    open: async (filter, user) => ({
      fileName: `audit-log-${clock.now().toISOString().slice(0, 10)}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: openAuditExport(db, user.companyId, filter),
    }),
  };
  tickets.register(exports);

  bind(api, auditRoutes.listAudit, ({ query, user }) =>
    withTenant(db, user.companyId, (tx) => listAudit(tx, user.companyId, query, query)),
  );
  bind(api, auditRoutes.exportAudit, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await recordAudit(tx, user, { action: "audit.exported", ...changesOf({}, body) });
      return tickets.issue(tx, exports, user, body);
    }),
  );
}
