import type { ModelQuality } from "@forestay/contracts";
import { colors, type PdfPage } from "#platform/pdf/pdf-page.ts";
import { percent } from "./report-words.ts";

const HEIGHT = 170;
const LABELS = 34;

/** Predicted chance against the share that left, with 95% intervals; on the dotted line scores mean what they say. */
export function drawCalibration(
  doc: PDFKit.PDFDocument,
  page: PdfPage,
  bins: ModelQuality["calibrationBins"],
): void {
  page.need(HEIGHT + 40);
  const size = { width: 260, height: HEIGHT };
  const [x0, y0] = [page.left + LABELS, page.y + 6];
  const largest = Math.max(0.1, ...bins.map((bin) => Math.max(bin.meanPredicted, bin.upper)));
  const top = Math.min(1, Math.ceil(largest * 10) / 10);
  const x = (value: number) => x0 + (value / top) * size.width;
  const y = (value: number) => y0 + size.height - (Math.min(value, top) / top) * size.height;
  doc.lineWidth(0.6);
  for (const tick of [0, top / 2, top]) {
    doc
      .moveTo(x0, y(tick))
      .lineTo(x0 + size.width, y(tick))
      .strokeColor(tick === 0 ? colors.lineStrong : colors.line)
      .stroke();
    const label = { size: 7.5, color: colors.ink3, align: "right", width: LABELS - 8 } as const;
    page.line(percent(tick), page.left, y(tick) - 4, label);
    page.line(percent(tick), x(tick) - 13, y0 + size.height + 6, { ...label, width: 26 });
  }
  doc
    .moveTo(x(0), y(0))
    .lineTo(x(top), y(top))
    .dash(2, { space: 2 })
    .strokeColor(colors.ink3)
    .stroke()
    .undash();
  for (const bin of bins) {
    doc
      .moveTo(x(bin.meanPredicted), y(bin.lower))
      .lineTo(x(bin.meanPredicted), y(bin.upper))
      .lineWidth(1)
      .strokeColor(colors.brand)
      .strokeOpacity(0.45)
      .stroke()
      .strokeOpacity(1);
    doc.circle(x(bin.meanPredicted), y(bin.observed), 2.4).fillColor(colors.brand).fill();
  }
  const words = x0 + size.width + 24;
  const room = page.left + page.width - words;
  const notes = [
    "Across: the chance that was predicted.",
    "Up: the share that really left.",
    "Bars: 95% intervals.",
    "On the dotted line a score means what it says.",
  ];
  for (const [index, note] of notes.entries()) {
    page.line(note, words, y0 + 14 * index, { size: 8.5, color: colors.ink2, width: room });
  }
  page.skip(HEIGHT + 34);
}
