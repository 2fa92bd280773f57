import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

export type Weight = "regular" | "strong";

/** A font file of the document: the Latin letters, and those beyond them, come apart. */
export interface PdfFont {
  /** Its name in the document. */
  name: string;
  weight: Weight;
  data: Buffer;
  /** Whether it can write a character. */
  has(codePoint: number): boolean;
}

const require = createRequire(import.meta.url);
/** As WOFF 1: the PDF library cannot cut composed letters out of WOFF 2. The OFL of both families lets them be embedded. */
const fileOf = (family: string, subset: string, weight: number) =>
  require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);

/** The product's own typeface first; what it has no letters for is written in one that is near to it. */
const files = [
  ["instrument-sans", "latin"],
  ["instrument-sans", "latin-ext"],
  ["inter", "greek"],
  ["inter", "greek-ext"],
  ["inter", "cyrillic"],
  ["inter", "cyrillic-ext"],
  ["inter", "vietnamese"],
] as const;

let loading: Promise<readonly PdfFont[]> | undefined;

/** Latin, Greek and Cyrillic in two weights; read once, at the first report. */
export function loadPdfFonts(): Promise<readonly PdfFont[]> {
  loading ??= readFonts();
  return loading;
}

async function readFonts(): Promise<readonly PdfFont[]> {
  const { create } = await import("fontkit");
  const wanted = (["regular", "strong"] as const).flatMap((weight) =>
    files.map(([family, subset]) => ({ weight, family, subset })),
  );
  return Promise.all(
    wanted.map(async ({ weight, family, subset }) => {
      const data = await readFile(fileOf(family, subset, weight === "regular" ? 400 : 600));
      const font = create(data);
      if (!("hasGlyphForCodePoint" in font)) throw new Error("A font collection where a font was expected");
      return {
        name: `${weight}-${family}-${subset}`,
        weight,
        data,
        has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
      };
    }),
  );
}

/** A text cut where another font file takes over. */
interface Run {
  font: PdfFont;
  text: string;
}

/** Cuts a text by the fonts that can write it; null where none of them can write some character. */
export function toRuns(fonts: readonly PdfFont[], weight: Weight, text: string): Run[] | null {
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
export function writable(fonts: readonly PdfFont[], ...texts: readonly (string | null)[]): string {
  const given = texts.filter((text): text is string => text !== null && text !== "");
  const whole = given.find((text) => toRuns(fonts, "regular", text) !== null);
  if (whole !== undefined) return whole;
  return [...(given.at(-1) ?? "")]
    .map((letter) => (toRuns(fonts, "regular", letter) === null ? "?" : letter))
    .join("");
}
