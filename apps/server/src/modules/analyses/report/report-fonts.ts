import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

export type Weight = "regular" | "strong";

/** A font file of the document: the Latin letters, and those beyond them, come apart. */
export interface ReportFont {
  /** Its name in the document. */
  name: string;
  weight: Weight;
  data: Buffer;
  /** Whether it can write a character. */
  has(codePoint: number): boolean;
}

const require = createRequire(import.meta.url);
/** As WOFF 1: the PDF library cannot cut composed letters out of WOFF 2. The OFL lets it be embedded. */
const fileOf = (subset: string, weight: number) =>
  require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`);

let loading: Promise<readonly ReportFont[]> | undefined;

/** The product's own typeface in two weights; read once, at the first report. */
export function loadReportFonts(): Promise<readonly ReportFont[]> {
  loading ??= readFonts();
  return loading;
}

async function readFonts(): Promise<readonly ReportFont[]> {
  const { create } = await import("fontkit");
  const wanted = (["regular", "strong"] as const).flatMap((weight) =>
    ["latin", "latin-ext"].map((subset) => ({ weight, subset })),
  );
  return Promise.all(
    wanted.map(async ({ weight, subset }) => {
      const data = await readFile(fileOf(subset, weight === "regular" ? 400 : 600));
      const font = create(data);
      if (!("hasGlyphForCodePoint" in font)) throw new Error("A font collection where a font was expected");
      return {
        name: `${weight}-${subset}`,
        weight,
        data,
        has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
      };
    }),
  );
}

/** A text cut where another font file takes over. */
interface Run {
  font: ReportFont;
  text: string;
}

/** Cuts a text by the fonts that can write it; null where none of them can write some character. */
export function toRuns(fonts: readonly ReportFont[], weight: Weight, text: string): Run[] | null {
  const own = fonts.filter((font) => font.weight === weight);
  const runs: Run[] = [];
  for (const letter of text.normalize("NFC").replaceAll(/\s+/g, " ")) {
    const last = runs.at(-1);
    const codePoint = letter.codePointAt(0) ?? 0;
    if (last?.font.has(codePoint)) last.text += letter;
    else {
      const font = own.find((one) => one.has(codePoint));
      if (!font) return null;
      runs.push({ font, text: letter });
    }
  }
  return runs;
}

/** The first of some texts that can be written; else the last one with a question mark for what cannot. */
export function writable(fonts: readonly ReportFont[], ...texts: readonly (string | null)[]): string {
  const given = texts.filter((text): text is string => text !== null && text !== "");
  const whole = given.find((text) => toRuns(fonts, "regular", text) !== null);
  if (whole !== undefined) return whole;
  return [...(given.at(-1) ?? "")]
    .map((letter) => (toRuns(fonts, "regular", letter) === null ? "?" : letter))
    .join("");
}
