import { toRuns, writable, type PdfFont, type Weight } from "./pdf-fonts.ts";

/** The colors of the web's light theme (tokens.css) as the PDF needs them. */
export const colors = {
  ink: "#1b2630",
  ink2: "#49545d",
  ink3: "#67717a",
  line: "#e3e1dc",
  lineStrong: "#cfcdc7",
  brand: "#045b6b",
  brandTint: "#e4f2f4",
  /** As text: dark enough on white. */
  levels: ["#1f5a78", "#75560f", "#98300b", "#7a1c3f"],
} as const;

const MARGIN = 48;
const FOOTER = 36;

interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right";
  /** Longer texts end in an ellipsis. */
  width?: number;
  /** What it is to who has it read aloud: 'H1', 'P'. */
  tag?: string;
}

export interface Cell {
  text: string;
  align?: "left" | "right";
  weight?: Weight;
  color?: string;
}

export type PdfPage = ReturnType<typeof createPdfPage>;

/** Writes down the page and on to the next: texts, headings, tables. `y` is where the next thing goes. */
export function createPdfPage(doc: PDFKit.PDFDocument, fonts: readonly PdfFont[], footer: string) {
  const left = MARGIN;
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - FOOTER;
  let y = MARGIN;
  let pages = 1;
  /** What is being drawn belongs to a part that has its tag already. */
  let isTagged = false;
  const wantsTags = doc.options.tagged === true;
  for (const font of fonts) doc.registerFont(font.name, font.data);

  const page = {
    left,
    width,
    fonts,
    get y() {
      return y;
    },
    skip(height: number) {
      y += height;
    },
    /** Goes on to a new page when less than so much is left of this one. */
    need(height: number) {
      if (y + height <= bottom) return;
      writeFooter();
      doc.addPage();
      pages++;
      y = MARGIN;
    },
    /** One line at a place; where it goes on is up to the caller. */
    line(text: string, x: number, at: number, style: TextStyle = {}): void {
      tagged(style.tag ?? "P", () => drawLine(text, x, at, style));
    },
    /** A drawing, said in words for who cannot see it; texts in it are part of it. */
    figure(alt: string, draw: () => void): void {
      tagged("Figure", draw, { alt });
    },
    /** Words over as many lines as they need. */
    paragraph(text: string, style: TextStyle & { gap?: number } = {}): void {
      const { size = 9, weight = "regular" } = style;
      const lines = wrap(text, style.width ?? width, size, weight);
      // Where it goes over the foot of a page, its parts are tagged one by one.
      if (y + lines.length * size * 1.45 <= bottom) tagged(style.tag ?? "P", () => writeLines(lines, style));
      else writeLines(lines, style);
      y += style.gap ?? 4;
    },
    /** Words over at most so many lines at a place; returns how high they stand. */
    box(text: string, x: number, at: number, style: TextStyle & { width: number; lines: number }): number {
      const { size = 9, weight = "regular", lines: most } = style;
      const lines = wrap(text, style.width, size, weight);
      const rest = lines.slice(most - 1).join(" ");
      const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), rest];
      tagged(style.tag ?? "P", () => {
        for (const [index, line] of shown.entries()) page.line(line, x, at + index * size * 1.3, style);
      });
      return shown.length * size * 1.3;
    },
    besides,
    /** A heading never stands alone at the foot of a page. */
    heading(text: string, keepWith = 60): void {
      page.need(26 + keepWith);
      if (y > MARGIN) y += 12;
      page.line(text, left, y, { size: 11.5, weight: "strong", tag: "H2" });
      y += 20;
    },
    /** Rows under their heads; the heads stand again on every page. */
    table(
      columns: readonly { head: string; width: number; align?: "right" }[],
      rows: readonly Cell[][],
    ): void {
      const total = columns.reduce((sum, column) => sum + column.width, 0);
      const scale = width / total;
      const table = wantsTags ? doc.struct("Table") : undefined;
      if (table !== undefined) doc.addStructure(table);
      const draw = (cells: readonly Cell[], isHead: boolean) => {
        let x = left;
        const row = wantsTags ? doc.struct("TR") : undefined;
        if (row !== undefined) table?.add(row);
        for (const [index, column] of columns.entries()) {
          const cell = cells[index];
          const room = column.width * scale;
          if (cell) {
            const style = {
              size: isHead ? 8 : 9,
              weight: cell.weight ?? (isHead ? "strong" : "regular"),
              color: cell.color ?? (isHead ? colors.ink3 : colors.ink),
              align: column.align ?? "left",
              width: room - 8,
            } as const;
            tagged(isHead ? "TH" : "TD", () => page.line(cell.text, x, y + 4, style), row && { parent: row });
          }
          x += room;
        }
        y += 18;
        rule(y, isHead ? colors.lineStrong : colors.line);
      };
      const heads = columns.map(({ head }) => ({ text: head }));
      page.need(36);
      draw(heads, true);
      for (const row of rows) {
        const before = pages;
        page.need(18);
        if (pages !== before) draw(heads, true);
        draw(row, false);
      }
      y += 6;
    },
    finish() {
      writeFooter();
      doc.end();
    },
  };

  function drawLine(text: string, x: number, at: number, style: TextStyle): void {
    const { size = 9, weight = "regular", color = colors.ink, align = "left" } = style;
    const fit = style.width === undefined ? text : shorten(text, style.width, size, weight);
    const room = style.width ?? 0;
    let at_x = align === "right" ? x + room - widthOf(fit, size, weight) : x;
    for (const run of runsOf(fit, weight)) {
      doc.font(run.font.name).fontSize(size).fillColor(color);
      doc.text(run.text, at_x, at, { lineBreak: false });
      at_x += doc.widthOfString(run.text);
    }
  }
  function writeLines(lines: readonly string[], style: TextStyle): void {
    const { size = 9 } = style;
    for (const line of lines) {
      page.need(size * 1.45);
      page.line(line, left, y, style);
      y += size * 1.45;
    }
  }
  /** Draws as one part of the document's structure, below `parent` if one is given. */
  function tagged(
    tag: string,
    draw: () => void,
    { alt, parent }: { alt?: string; parent?: PDFKit.PDFStructureElement } = {},
  ): void {
    if (!wantsTags || isTagged) return draw();
    isTagged = true;
    const content = doc.markStructureContent(tag);
    draw();
    doc.endMarkedContent();
    isTagged = false;
    const part = doc.struct(tag, alt === undefined ? {} : { alt }, content);
    if (parent === undefined) doc.addStructure(part);
    else parent.add(part);
  }
  /** Draws what is no part of what the page says: rules, the foot of a page. */
  function besides(draw: () => void): void {
    if (!wantsTags || isTagged) return draw();
    isTagged = true;
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
    isTagged = false;
  }
  function rule(at: number, color: string): void {
    besides(() => {
      doc
        .moveTo(left, at)
        .lineTo(left + width, at)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke();
    });
  }
  function writeFooter(): void {
    // The library would break the page below its own margin.
    const margin = doc.page.margins.bottom;
    doc.page.margins.bottom = 0;
    const at = doc.page.height - MARGIN;
    besides(() => {
      rule(at - 8, colors.line);
      page.line(footer, left, at, { size: 7.5, color: colors.ink3, width: width - 60 });
      page.line(`Page ${pages}`, left, at, { size: 7.5, color: colors.ink3, align: "right", width });
    });
    doc.page.margins.bottom = margin;
  }
  function runsOf(text: string, weight: Weight) {
    return toRuns(fonts, weight, text) ?? toRuns(fonts, weight, writable(fonts, text)) ?? [];
  }
  function widthOf(text: string, size: number, weight: Weight): number {
    return runsOf(text, weight).reduce(
      (sum, run) => sum + doc.font(run.font.name).fontSize(size).widthOfString(run.text),
      0,
    );
  }
  function shorten(text: string, room: number, size: number, weight: Weight): string {
    if (widthOf(text, size, weight) <= room) return text;
    const letters = [...text];
    while (letters.length > 1 && widthOf(`${letters.join("")}…`, size, weight) > room) letters.pop();
    return `${letters.join("").trimEnd()}…`;
  }
  function wrap(text: string, room: number, size: number, weight: Weight): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/\s+/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(longer, size, weight) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line === "" ? lines : [...lines, line];
  }
  return page;
}
