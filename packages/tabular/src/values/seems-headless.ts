import type { CellValue } from "../cell-value.ts";
import { inferColumns } from "./infer-columns.ts";
import type { ColumnKind, ColumnProfile } from "./infer-columns.ts";

/** Kinds whose values no heading looks like; numbers of any kind are alike. */
const groups: Partial<Record<ColumnKind, string>> = {
  integer: "number",
  decimal: "number",
  money: "number",
  boolean: "boolean",
  date: "date",
  datetime: "date",
  email: "email",
  phone: "phone",
};
const year = /^(19|20)\d\d$/;

/**
 * Whether what was taken for the headings looks like one more row: a heading that is of its column's own kind (an e-mail
 * address over addresses, `C-1001` over `C-1002`), and none that is not. Years over numbers may be headings.
 */
export function seemsHeadless(profiles: readonly ColumnProfile[]): boolean {
  let likeData = 0;
  for (const profile of profiles) {
    const { name } = profile;
    if (profile.filledShare === 0 || /^Column \d+$/.test(name)) continue;
    const group = groups[profile.kind];
    if (group !== undefined) {
      if (kindOf(name) !== group) return false;
      if (!year.test(name)) likeData++;
    } else if (profile.words.includes(name) || hasShapeOf(name, profile.samples)) likeData++;
  }
  return likeData > 0;
}

function kindOf(name: CellValue): string | undefined {
  const [single] = inferColumns(["x"], [[name]]);
  return single && groups[single.kind];
}

/** Letters, digits and signs in the same order as nearly all of the values, with at least one digit. */
function hasShapeOf(name: string, samples: readonly string[]): boolean {
  const shape = shapeOf(name);
  return /\d/.test(name) && samples.length > 1 && samples.every((sample) => shapeOf(sample) === shape);
}
const shapeOf = (text: string) => text.replaceAll(/\p{L}+/gu, "a").replaceAll(/\d+/g, "9");
