import type { Readable } from "node:stream";
import { PRODUCT_NAME, type Analysis, type ContactPlan } from "@forestay/contracts";
import { findingWords } from "@forestay/contracts/words";
import { loadPdfFonts } from "#platform/pdf/pdf-fonts.ts";
import { colors, createPdfPage } from "#platform/pdf/pdf-page.ts";
import { writeDrivers, writeLevels, writePlan, writeQuality } from "./report-sections.ts";
import { moment } from "./report-words.ts";

/**
 * A completed analysis as a PDF: verdict, quality with intervals, calibration, levels, drivers, plan and its customers.
 * It leaves as it is written. `createdAt` is the file's own date, so that the same input gives the same bytes.
 */
export async function openReport(
  { company, analysis, plan }: { company: string; analysis: Analysis; plan: ContactPlan | null },
  createdAt: Date,
): Promise<Readable> {
  // Loaded with the first report: most processes never write one.
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), loadPdfFonts()]);
  const title = findingWords(analysis);
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    lang: "en-US",
    displayTitle: true,
    info: { Title: title, Author: company, Creator: PRODUCT_NAME, CreationDate: createdAt },
  });
  const page = createPdfPage(doc, fonts, `${PRODUCT_NAME}, ${company}. Chances, not certainties.`);

  page.line(PRODUCT_NAME, page.left, page.y, { weight: "strong", color: colors.brand });
  page.line(company, page.left, page.y, { color: colors.ink2, align: "right", width: page.width });
  page.skip(26);
  page.paragraph(title, { size: 18, weight: "strong", gap: 2 });
  const source = analysis.source === "rules" ? "rules, not trained" : `model ${analysis.modelVersion ?? ""}`;
  page.paragraph(
    `${analysis.scope}, ${source}, ${moment(analysis.completedAt ?? analysis.createdAt)}, started by ${analysis.createdBy}`,
    { color: colors.ink2, gap: 0 },
  );
  for (const warning of analysis.warnings) page.paragraph(warning, { color: colors.ink2 });

  writeQuality(doc, page, analysis);
  writeLevels(page, analysis);
  writeDrivers(doc, page, analysis);
  if (plan !== null) writePlan(page, analysis, plan);
  page.finish();
  return doc;
}
