import type { Archive } from "./archive.ts";
import { attributesOf, scanXml } from "./xml-scanner.ts";

export type DateStyle = "date" | "time" | undefined;

const maxStylesBytes = 32 * 1024 ** 2;

/** What a number format shows a number as, by its letters outside of quotes, escapes and brackets (ECMA-376 18.8.30). */
export function dateStyleOfFormat(code: string): DateStyle {
  const firstSection = code.split(";", 1)[0] ?? "";
  // Hours elapsed ([h]:mm) are a duration, and stay a number.
  if (/\[(h+|m+|s+)\]/i.test(firstSection)) return undefined;
  const letters = firstSection.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "").replace(/general/i, "");
  if (/[dy]/i.test(letters)) return "date";
  if (/[hs]/i.test(letters)) return "time";
  return /m/i.test(letters) ? "date" : undefined;
}

function dateStyleOfBuiltIn(id: number): DateStyle {
  if (id >= 18 && id <= 21) return "time";
  if (id === 45 || id === 47) return "time";
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return "date";
  return undefined;
}

/** For each cell style of a workbook, whether its numbers are dates or times. */
export async function readDateStyles(archive: Archive, part: string): Promise<DateStyle[]> {
  const customFormats = new Map<number, DateStyle>();
  const styles: DateStyle[] = [];
  let isInCellFormats = false;
  await scanXml(archive.stream(part, maxStylesBytes), {
    onOpen(name, tag) {
      if (name === "cellXfs") isInCellFormats = true;
      else if (name === "numFmt") {
        const { numFmtId, formatCode } = attributesOf(tag);
        customFormats.set(Number(numFmtId), dateStyleOfFormat(formatCode ?? ""));
      } else if (name === "xf" && isInCellFormats) {
        const id = Number(attributesOf(tag).numFmtId ?? 0);
        styles.push(customFormats.has(id) ? customFormats.get(id) : dateStyleOfBuiltIn(id));
      }
    },
    onText() {},
    onClose(name) {
      if (name === "cellXfs") isInCellFormats = false;
    },
  });
  return styles;
}
