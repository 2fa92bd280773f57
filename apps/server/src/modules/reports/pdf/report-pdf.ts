import { PRODUCT_NAME } from "@forestay/contracts";
import { createPdfPage, colors, type PdfPage } from "#platform/pdf/pdf-page.ts";
import { loadPdfFonts, writable } from "#platform/pdf/pdf-fonts.ts";
import type { ReportFigures } from "../read-report.ts";
import { reportWords, type ReportSection, type ReportText } from "../words/report-words.ts";
import { drawMovements } from "./movements-chart.ts";
import { paperOf } from "./paper.ts";
import { drawTiles } from "./tile-grid.ts";

/**
 * The dashboard as a PDF of one or two pages: the words of the mail, small lines and columns drawn from the same series.
 * Its date is the figures' own, so that equal figures give equal bytes.
 */
export async function writeReportPdf(figures: ReportFigures): Promise<Buffer> {
  // Loaded with the first report: most processes never write one.
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), loadPdfFonts()]);
  const report = reportWords(figures);
  const { dashboard } = figures;
  const doc = new PDFDocument({
    size: paperOf(dashboard.timeZone),
    margin: 0,
    lang: "en-US",
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: {
      Title: `${figures.company}: ${report.title}`,
      Author: figures.company,
      Creator: PRODUCT_NAME,
      CreationDate: new Date(dashboard.asOf ?? `${dashboard.day}T00:00:00Z`),
    },
  });
  const written = collect(doc);
  const page = createPdfPage(doc, fonts, `${PRODUCT_NAME}. ${report.scope}. ${report.asOf}.`);

  page.line(PRODUCT_NAME, page.left, page.y, { weight: "strong", color: colors.brand });
  page.line(report.scope, page.left + 120, page.y, {
    color: colors.ink2,
    align: "right",
    width: page.width - 120,
  });
  page.skip(26);
  page.paragraph(report.title, { size: 18, weight: "strong", gap: 4, tag: "H1" });
  for (const sentence of report.said) page.paragraph(sentence, { color: colors.ink2, gap: 0 });
  page.paragraph(`${report.asOf}.`, { color: colors.ink2, gap: 10 });

  drawTiles(doc, page, report.tiles);
  writeAttention(page, report);
  // What is short fills the first page, and the chart has the second one with its equation.
  page.heading(report.payments.heading, 60);
  writeSection(page, report.payments, ["Bills", "Recovered", "Amount"]);
  page.heading(report.health.heading, 30);
  writeSection(page, report.health, ["", "", ""]);
  page.heading(report.movements.heading, 190);
  if (dashboard.months.some(({ flow }) => flow !== null)) drawMovements(doc, page, dashboard);
  writeSection(page, report.movements, ["Month", "Movements", "Amount"]);
  page.finish();
  return written;
}

function writeAttention(page: PdfPage, { attention }: ReportText): void {
  page.heading(attention.heading, 60);
  for (const sentence of attention.said) page.paragraph(sentence, { color: colors.ink2 });
  if (attention.rows.length === 0) return;
  page.table(
    [
      { head: "Customer", width: 4 },
      { head: "Main reason", width: 6 },
      { head: "Risk", width: 1.6, align: "right" },
      { head: "At risk a year", width: 2.2, align: "right" },
    ],
    attention.rows.map(({ label, instead, value, note, valueNote }) => [
      { text: writable(page.fonts, label, instead ?? null), weight: "strong" },
      { text: note ?? "–", color: colors.ink2 },
      { text: valueNote ?? "" },
      { text: value, weight: "strong" },
    ]),
  );
  if (attention.rows.some(({ label }) => writable(page.fonts, label) !== label)) {
    page.paragraph(
      "Names in a script that this file's fonts do not hold stand by e-mail, or with question marks.",
      {
        color: colors.ink2,
        size: 8,
      },
    );
  }
}

function writeSection(page: PdfPage, { said, rows }: ReportSection, heads: [string, string, string]): void {
  for (const sentence of said) page.paragraph(sentence, { color: colors.ink2 });
  if (rows.length === 0) return;
  page.table(
    [
      { head: heads[0], width: 4 },
      { head: heads[1], width: 4, align: "right" },
      { head: heads[2], width: 3, align: "right" },
    ],
    rows.map(({ label, value, valueNote }) => [
      { text: label },
      { text: valueNote ?? "", color: colors.ink2 },
      { text: value, weight: "strong" },
    ]),
  );
}

/** The bytes of a document, once it has been ended. */
function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
}
