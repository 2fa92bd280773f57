import { TabularError } from "../tabular-error.ts";
import type { Archive } from "./archive.ts";
import { scanXml } from "./xml-scanner.ts";

/**
 * A workbook's table of texts, kept as one run of UTF-8 with offsets: three million short texts take some 90 MB so,
 * and several times that as JavaScript strings.
 */
export class SharedTexts {
  private bytes = Buffer.allocUnsafe(64 * 1024);
  private ends = new Float64Array(1024);
  private count = 0;
  private used = 0;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.used + size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + size));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    this.used += this.bytes.write(text, this.used);
    if (this.count === this.ends.length) {
      const larger = new Float64Array(this.ends.length * 2);
      larger.set(this.ends);
      this.ends = larger;
    }
    this.ends[this.count++] = this.used;
  }

  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    return this.bytes.toString("utf8", index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export function decodeExcelText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Reads the table of texts; phonetic hints (`rPh`) are left out. */
export async function readSharedTexts(
  archive: Archive,
  part: string,
  maxBytes: number,
): Promise<SharedTexts> {
  const texts = new SharedTexts();
  let current = "";
  let isInText = false;
  let phoneticDepth = 0;
  await scanXml(archive.stream(part, maxBytes), {
    onOpen(name) {
      if (name === "si") current = "";
      else if (name === "rPh") phoneticDepth++;
      else if (name === "t") isInText = phoneticDepth === 0;
    },
    onText(text) {
      if (!isInText) return;
      current += text;
      if (current.length > 1024 ** 2)
        throw new TabularError("damaged", "The workbook is damaged: a text in it has no end.");
    },
    onClose(name) {
      if (name === "t") isInText = false;
      else if (name === "rPh") phoneticDepth--;
      else if (name === "si") texts.add(decodeExcelText(current));
    },
  });
  return texts;
}
