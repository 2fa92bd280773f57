import type { CellValue } from "../cell-value.ts";
import { blank, isMissing } from "./parsed.ts";
import type { Parsed } from "./parsed.ts";

// English, German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Polish, Czech, Turkish, Russian, Japanese, Chinese.
// Left out because they clash: "no" is yes in none, but Greek "nai" (yes) looks like "nay", Czech "a" and French "o" are letters.
const yesWords =
  "yes y true t 1 on ja j wahr oui vrai si sí verdadero sim verdadeiro vero waar sant sand tosi kyllä tak prawda ano pravda evet doğru да はい 是 ✓ ✔";
const noWords =
  "no n false f 0 off nein falsch non faux falso não nao nee onwaar nej falsk nei epätosi ei nie fałsz ne nepravda hayır hayir yanlış нет いいえ 否 ✗ ✘";

const words = new Map<string, boolean>([
  ...yesWords.split(" ").map((word) => [word, true] as const),
  ...noWords.split(" ").map((word) => [word, false] as const),
]);

/** Reads yes or no, as a word of several languages, a letter, 1/0 or a cell's own type. */
export function parseBoolean(cell: CellValue): Parsed<boolean> {
  if (typeof cell === "boolean") return { ok: true, value: cell };
  if (typeof cell === "number" && (cell === 0 || cell === 1)) return { ok: true, value: cell === 1 };
  if (isMissing(cell)) return blank;
  const value = typeof cell === "string" ? words.get(cell.trim().toLowerCase()) : undefined;
  return value === undefined
    ? { ok: false, expected: "yes or no (yes/no, true/false, 1/0)" }
    : { ok: true, value };
}
