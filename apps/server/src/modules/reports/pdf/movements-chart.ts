import type { Dashboard, MrrMovementKind } from "@forestay/contracts";
import { formatMoney, monthName, movementWords } from "@forestay/contracts/words";
import { colors, type PdfPage } from "#platform/pdf/pdf-page.ts";

const HEIGHT = 150;
const LABELS = 44;
/** The page's own in its light theme: brand, seq-4, seq-3, risk-med, danger. */
const fills: Record<MrrMovementKind, string> = {
  new: colors.brand,
  expansion: "#408d9b",
  reactivation: "#81b9c3",
  contraction: "#b78e25",
  churn: "#c2272d",
};

/** What changed MRR month by month: gains from the line up, losses from the line down. A month without data is a gap. */
export function drawMovements(doc: PDFKit.PDFDocument, page: PdfPage, { months, currency }: Dashboard): void {
  page.need(HEIGHT + 46);
  page.skip(6);
  const gains = movementWords.filter(({ isLoss }) => !isLoss);
  const losses = movementWords.filter(({ isLoss }) => isLoss);
  const sum = (flow: Record<MrrMovementKind, number>, parts: typeof movementWords) =>
    parts.reduce((total, { key }) => total + flow[key], 0);
  const known = months.flatMap(({ flow }) => (flow === null ? [] : [flow]));
  const [highest, lowest] = [
    Math.max(1, ...known.map((flow) => sum(flow, gains))),
    Math.max(0, ...known.map((flow) => sum(flow, losses))),
  ];
  const [x0, y0] = [page.left + LABELS, page.y];
  const width = page.width - LABELS;
  const scale = HEIGHT / (highest + lowest);
  const line = y0 + highest * scale;
  const step = width / months.length;
  const said = months
    .flatMap(({ month, flow }) =>
      flow === null ? [] : [`${monthName(month)} ${formatMoney(flow.end - flow.start, currency)}`],
    )
    .join(", ");
  page.figure(`What changed monthly recurring revenue, by month, in all: ${said}.`, () => {
    for (const [value, at] of [[highest, y0], [0, line], ...(lowest > 0 ? [[-lowest, y0 + HEIGHT]] : [])] as [
      number,
      number,
    ][]) {
      doc
        .moveTo(x0, at)
        .lineTo(x0 + width, at)
        .lineWidth(0.6)
        .strokeColor(value === 0 ? colors.lineStrong : colors.line)
        .stroke();
      page.line(compact(value, currency), page.left, at - 4, {
        size: 7.5,
        color: colors.ink3,
        align: "right",
        width: LABELS - 6,
      });
    }
    for (const [index, { month, flow }] of months.entries()) {
      const x = x0 + index * step + step * 0.18;
      const bar = step * 0.64;
      if (flow !== null) {
        let up = line;
        for (const { key } of gains) {
          up -= flow[key] * scale;
          if (flow[key] > 0)
            doc
              .rect(x, up, bar, flow[key] * scale)
              .fillColor(fills[key])
              .fill();
        }
        let down = line;
        for (const { key } of losses) {
          if (flow[key] > 0)
            doc
              .rect(x, down, bar, flow[key] * scale)
              .fillColor(fills[key])
              .fill();
          down += flow[key] * scale;
        }
      }
      const name = monthName(month).slice(0, 3);
      page.line(name, x - 6, y0 + HEIGHT + 6, {
        size: 7.5,
        color: colors.ink3,
        align: "right",
        width: bar / 2 + 6 + 7,
      });
    }
  });
  page.skip(HEIGHT + 20);
  let x = x0;
  for (const { key, label } of movementWords) {
    page.besides(() =>
      doc
        .circle(x + 3, page.y + 4.5, 2.6)
        .fillColor(fills[key])
        .fill(),
    );
    page.line(label, x + 9, page.y, { size: 8, color: colors.ink2 });
    x += 76;
  }
  page.skip(18);
}

const compact = (value: number, currency: string) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(value);
