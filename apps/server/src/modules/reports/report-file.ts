import { Readable } from "node:stream";
import { reportFileInput } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { hasCustomers } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { writeReportPdf } from "./pdf/report-pdf.ts";
import { readReport } from "./read-report.ts";
import { reportFileName } from "./write-report.ts";

type FileChoice = z.output<typeof reportFileInput>;

/** The dashboard as a PDF, drawn when its link is opened; the link is written down in the audit log. */
export function createReportFile({ db, clock, tickets }: ModuleContext) {
  const file: DownloadKind<typeof reportFileInput> = {
    name: "reports.dashboard",
    schema: reportFileInput,
    policy: "customers:read",
    async open({ period, plan, currency }, { companyId }) {
      const scope = { plan: plan ?? null, currency: currency ?? null };
      const figures = await readReport(db, companyId, scope, clock.now(), period);
      return {
        fileName: reportFileName(figures.dashboard.day),
        contentType: "application/pdf",
        stream: Readable.from([await writeReportPdf(figures)]),
      };
    },
  };
  tickets.register(file);

  /** `invalid_state` for a company without customers: there is nothing to report. */
  return (user: CompanyUser, choice: FileChoice) =>
    withTenant(db, user.companyId, async (tx) => {
      if (!(await hasCustomers(tx, user.companyId)))
        throw new AppError("invalid_state", {
          message: "There is nothing to report yet: import customers first.",
        });
      await recordAudit(tx, user, { action: "report.exported", target: "Dashboard", after: choice });
      return tickets.issue(tx, file, user, choice);
    });
}
