import { colors, type PdfPage } from "#platform/pdf/pdf-page.ts";
import type { ReportTile } from "../words/report-words.ts";

const COLUMNS = 3;
const HEIGHT = 80;
const PADDING = 10;
const SPARKLINE = { width: 54, height: 18 };
/** The product's ok-text and danger-text in its light theme. */
const GOOD = "#196144";
const BAD = "#aa1e22";

/** The figures of the day, three in a row: what, how much, how it changed, and how it went. */
export function drawTiles(doc: PDFKit.PDFDocument, page: PdfPage, tiles: readonly ReportTile[]): void {
  const width = page.width / COLUMNS;
  const rows = Math.ceil(tiles.length / COLUMNS);
  page.need(rows * HEIGHT + 8);
  const top = page.y;
  for (const [index, tile] of tiles.entries()) {
    const x = page.left + (index % COLUMNS) * width;
    const y = top + Math.floor(index / COLUMNS) * HEIGHT;
    drawTile(doc, page, tile, { x, y, width });
  }
  page.besides(() => {
    doc.lineWidth(0.6).strokeColor(colors.line);
    for (let row = 0; row <= rows; row++)
      doc.moveTo(page.left, top + row * HEIGHT).lineTo(page.left + page.width, top + row * HEIGHT);
    for (let column = 1; column < COLUMNS; column++)
      doc.moveTo(page.left + column * width, top).lineTo(page.left + column * width, top + rows * HEIGHT);
    doc.stroke();
  });
  page.skip(rows * HEIGHT + 8);
}

function drawTile(
  doc: PDFKit.PDFDocument,
  page: PdfPage,
  tile: ReportTile,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const isFirst = x === page.left;
  const left = isFirst ? x : x + PADDING;
  const room = width - PADDING - (isFirst ? 0 : PADDING);
  page.line(tile.label, left, y + 9, { size: 8, color: colors.ink2, width: room });
  page.line(tile.value, left, y + 22, {
    size: 17,
    weight: "strong",
    color: tile.value === "n/a" ? colors.ink3 : colors.ink,
    width: room - SPARKLINE.width - 6,
  });
  if (tile.series.length > 1)
    page.figure(`How ${tile.label} went: ${tile.series.length} values, the last is ${tile.value}.`, () =>
      drawSparkline(
        doc,
        tile.series.map(({ value }) => value),
        { x: left + room - SPARKLINE.width, y: y + 25 },
      ),
    );
  let at = y + 46;
  if (tile.valueNote !== null) {
    const color = tile.isGood === null ? colors.ink2 : tile.isGood ? GOOD : BAD;
    at += page.box(tile.valueNote, left, at, { size: 8, color, width: room, lines: 2 });
  }
  if (tile.note !== null)
    page.box(tile.note, left, at, { size: 7.5, color: colors.ink2, width: room, lines: 3 });
}

/** A small line from the same values as the page's; a value that is not known is a gap. */
function drawSparkline(
  doc: PDFKit.PDFDocument,
  values: readonly (number | null)[],
  { x, y }: { x: number; y: number },
): void {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const across = (index: number) => x + (index / (values.length - 1)) * SPARKLINE.width;
  const up = (value: number) =>
    y + SPARKLINE.height - (high === low ? 0.5 : (value - low) / (high - low)) * SPARKLINE.height;
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value === null) isDrawing = false;
    else if (isDrawing) doc.lineTo(across(index), up(value));
    else {
      doc.moveTo(across(index), up(value));
      isDrawing = true;
    }
  }
  doc.lineWidth(1.1).strokeColor(colors.brand).stroke();
  const last = values.at(-1);
  if (last != null)
    doc
      .circle(across(values.length - 1), up(last), 1.8)
      .fillColor(colors.brand)
      .fill();
}
