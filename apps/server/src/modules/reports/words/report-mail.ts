import type { MailSection, MailTemplate } from "#modules/mail/index.ts";
import type { ReportRow, ReportSection, ReportText } from "./report-words.ts";

/** Where a mail's links lead: absolute addresses. */
export interface MailLinks {
  to(path: ReportText["path"]): string;
  /** Ends the reports without signing in; null where nothing comes again. */
  unsubscribe: string | null;
  /** Where day and hour are chosen. */
  settings: string;
}

/** A report as a mail, whole without its PDF and without pictures. */
export function reportMail(report: ReportText, links: MailLinks, why: string): MailTemplate {
  const row = ({ label, value, note, valueNote, path }: ReportRow) => ({
    label,
    value,
    ...(note === null ? {} : { note }),
    ...(valueNote === null ? {} : { valueNote }),
    ...(path === null ? {} : { url: links.to(path) }),
  });
  const section = ({ heading, said, rows }: ReportSection): MailSection => ({
    heading,
    paragraphs: said,
    rows: rows.map(row),
  });
  return {
    title: report.title,
    paragraphs: [...report.said, `${report.scope}. ${report.asOf}.`],
    action: { label: "Open the dashboard", url: links.to(report.path) },
    sections: [
      { heading: "The figures", rows: report.tiles.map(row) },
      section(report.attention),
      section(report.movements),
      section(report.payments),
      section(report.health),
    ],
    footer: why,
    footerLinks: [
      ...waysOut(links),
      {
        label: links.unsubscribe === null ? "Get it every week" : "Change when it comes",
        url: links.settings,
      },
    ],
  };
}

/** Instead of a report of nothing: one sentence on how to fill it. It is sent once, not every week. */
export function emptyReportMail(company: string, links: MailLinks, why: string): MailTemplate {
  return {
    title: "There is nothing to report yet",
    paragraphs: [
      `${company} has no customers here so far: import a file of them, with their subscriptions if you have it, and the next report has figures in it. Until then no more of these mails come.`,
    ],
    action: { label: "Import a file", url: links.to("/app/customers?import=open") },
    footer: why,
    footerLinks: waysOut(links),
  };
}

const waysOut = ({ unsubscribe }: MailLinks) =>
  unsubscribe === null ? [] : [{ label: "Unsubscribe", url: unsubscribe }];
