import { importRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import {
  cancelImportRequest,
  changeReading,
  confirmImport,
  readStatus,
  saveMapping,
  undoImportRequest,
} from "./change-import.ts";
import { importsCleanUp } from "./clean-up.ts";
import { errorFileKind } from "./error-file.ts";
import { presentImportSummary } from "./import-job.ts";
import { getImportJob, listImportJobs } from "./import-repository.ts";
import { importsRun } from "./run-job.ts";
import { uploadImport } from "./upload-import.ts";

/** Imports: files become customers. */
export const importsModule: ServerModule = {
  name: "imports",
  routes: bindRoutes,
  jobs: [importsRun, importsCleanUp.cron, importsCleanUp.company],
};

function bindRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, tickets } = context;
  const errorFiles = errorFileKind(db);
  tickets.register(errorFiles);

  bind(api, importRoutes.upload, ({ request, user }) => uploadImport(context, request, user));
  bind(api, importRoutes.list, ({ query, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const page = await listImportJobs(tx, user.companyId, query);
      return { ...page, items: page.items.map(presentImportSummary) };
    }),
  );
  bind(api, importRoutes.status, ({ params, user }) =>
    withTenant(db, user.companyId, (tx) => readStatus(tx, user.companyId, params.id, clock.now())),
  );
  bind(api, importRoutes.changeReading, ({ params, body, user }) =>
    changeReading(context, user, params.id, body),
  );
  bind(api, importRoutes.saveMapping, ({ params, body, user }) =>
    saveMapping(context, user, params.id, body),
  );
  bind(api, importRoutes.confirm, ({ params, body, user }) =>
    confirmImport(context, user, params.id, body?.answered ?? []),
  );
  bind(api, importRoutes.cancel, ({ params, user }) => cancelImportRequest(context, user, params.id));
  bind(api, importRoutes.undo, ({ params, user }) => undoImportRequest(context, user, params.id));
  bind(api, importRoutes.createErrorFile, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const job = await getImportJob(tx, user.companyId, params.id);
      if (job.error_count === 0) throw new AppError("not_found", { message: "This import has no errors." });
      await recordAudit(tx, user, {
        action: "import.errors_exported",
        target: job.file_name,
        targetId: params.id,
      });
      return tickets.issue(tx, errorFiles, user, { importId: params.id });
    }),
  );
}
