import { ownColumnOf, type SourceKind } from "@forestay/contracts/vocabulary";
import type { LinkedCustomerInput } from "#modules/customers/index.ts";

/** A field of an object there that can come in. */
export interface SourceField {
  object: string;
  name: string;
  /** As people call it there. */
  label: string;
  kind: SourceKind;
  /** Where it goes unless the company says otherwise; null: nowhere. */
  standard: string | null;
}

/** A field that comes in, and where it goes: as it is stored for a connection. */
export interface MapLine {
  object: string;
  field: string;
  kind: SourceKind;
  target: string;
}

/** What the company chose of an object, else what comes in by itself. */
export const linesOf = (
  object: string,
  chosen: readonly MapLine[] | null,
  standard: readonly SourceField[],
): MapLine[] => (chosen ?? standardLines(standard)).filter((line) => line.object === object);

export const standardLines = (fields: readonly SourceField[]): MapLine[] =>
  fields.flatMap(({ object, name: field, kind, standard: target }) =>
    target === null ? [] : [{ object, field, kind, target }],
  );

type Value = string | number | null;
/** What a record says of a customer: fields of ours, and own columns. */
export interface Said {
  fullName: string | null;
  email: string | null;
  /** Those that are said; an empty value says nothing. */
  values: Pick<LinkedCustomerInput, "plan" | "monthlyRevenue" | "startedAt">;
  own: Record<string, string | number>;
}

const LONGEST_NAME = 500;
const LONGEST_TEXT = 200;

/** Reads a record by its lines; `valueOf` gives a field's value there, null where it is empty or none of its kind. */
export function saidBy(lines: readonly MapLine[], valueOf: (line: MapLine) => Value): Said {
  const said: Said = { fullName: null, email: null, values: {}, own: {} };
  for (const line of lines) {
    const value = valueOf(line);
    if (value === null || value === "") continue;
    const own = ownColumnOf(line.target);
    if (own !== null) said.own[own] = typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value;
    else if (line.target === "fullName") said.fullName = String(value).slice(0, LONGEST_NAME);
    else if (line.target === "email") said.email = String(value);
    else if (line.target === "plan") said.values.plan = String(value).slice(0, LONGEST_TEXT);
    else if (line.target === "monthlyRevenue") {
      const amount = Number(value);
      if (Number.isFinite(amount) && amount >= 0) said.values.monthlyRevenue = amount;
    } else if (line.target === "startedAt") {
      const at = new Date(value);
      if (!Number.isNaN(at.getTime())) said.values.startedAt = at.toISOString();
    }
  }
  return said;
}

/** A text there as its kind is kept here: a number that is none, and nothing but blanks, are null. */
export function valueOfText(text: string | null | undefined, kind: SourceKind): Value {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return null;
  if (kind !== "number") return trimmed;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : null;
}
