import { weekdays } from "@forestay/contracts";
import { sendMail, webAddress, type OutgoingMail } from "#modules/mail/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { writeReportPdf } from "./pdf/report-pdf.ts";
import { readReport, type ReportScope } from "./read-report.ts";
import type { ReportTime } from "./schedule.ts";
import { unsubscribeToken, type Subscriber } from "./unsubscribe-token.ts";
import { emptyReportMail, reportMail, type MailLinks } from "./words/report-mail.ts";
import { reportSubject, reportWords, type ReportText } from "./words/report-words.ts";

/** A report as it is mailed: the same for everybody who asked for the same figures at that moment. */
export interface WrittenReport {
  company: string;
  /** Null: the company has no customers, and there is nothing to report. */
  report: { subject: string; text: ReportText; pdf: Buffer; day: string } | null;
}

/** Reads the figures and writes them down, outside of any transaction that mails them. */
export async function writeReport(
  db: Database,
  companyId: string,
  scope: ReportScope,
  now: Date,
): Promise<WrittenReport> {
  const figures = await readReport(db, companyId, scope, now);
  const { company, dashboard } = figures;
  if (!dashboard.hasCustomers) return { company, report: null };
  return {
    company,
    report: {
      subject: reportSubject(figures),
      text: reportWords(figures),
      pdf: await writeReportPdf(figures),
      day: dashboard.day,
    },
  };
}

export const reportFileName = (day: string) => `dashboard-${day}.pdf`;

interface Addressed extends Subscriber {
  email: string;
  uniqueKey: string;
  /** Null: asked for once, which nothing has to end. */
  weekly: (ReportTime & { timeZone: string }) | null;
  notBefore: Date | null;
}

type MailContext = Pick<ModuleContext, "config" | "clock" | "jobs" | "secretKeys">;

/** Mails a report in the caller's transaction. */
export async function mailReport(
  context: MailContext,
  tx: Tx,
  { company, report }: WrittenReport,
  { email, uniqueKey, weekly, notBefore, ...subscriber }: Addressed,
): Promise<void> {
  const { config } = context;
  const token = weekly === null ? null : unsubscribeToken(context.secretKeys, subscriber);
  const links: MailLinks = {
    to: (path) => webAddress(config, path),
    unsubscribe: token === null ? null : webAddress(config, `/unsubscribe?token=${token}`),
    settings: webAddress(config, "/app/settings?section=notifications"),
  };
  const why =
    weekly === null
      ? "You asked for this report."
      : `You asked for it every ${dayName(weekly.weekday)} at ${String(weekly.hour).padStart(2, "0")}:00 (${weekly.timeZone.replaceAll("_", " ")}).`;
  const mail: OutgoingMail = {
    to: email,
    companyId: subscriber.companyId,
    uniqueKey,
    subject: report?.subject ?? `${company}: there is nothing to report yet`,
    template: report === null ? emptyReportMail(company, links, why) : reportMail(report.text, links, why),
    ...(report === null
      ? {}
      : {
          attachments: [
            { fileName: reportFileName(report.day), contentType: "application/pdf", content: report.pdf },
          ],
        }),
    ...(token === null
      ? {}
      : {
          secrets: [token],
          unsubscribeUrl: webAddress(config, `/api/reports/unsubscribe?token=${token}`),
        }),
    ...(notBefore === null ? {} : { notBefore }),
  };
  await sendMail(context, tx, mail);
}

const dayName = (weekday: number) => weekdays.find(({ value }) => value === weekday)?.label ?? "week";
