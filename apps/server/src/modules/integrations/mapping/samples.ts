import type { SourceField } from "./mapped-fields.ts";

/** A field with what some records there have in it. */
export interface SampledField extends SourceField {
  samples: string[];
}

const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** Different values of a field among records; `valueOf` gives a field's value in the record at a place. */
export function sampled<Item>(
  fields: readonly SourceField[],
  records: readonly Item[],
  valueOf: (record: Item, field: SourceField) => unknown,
): SampledField[] {
  return fields.map((field) => {
    const samples = new Set<string>();
    for (const record of records) {
      const value = valueOf(record, field);
      if (value === null || value === undefined || typeof value === "object" || value === "") continue;
      const text = typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
      samples.add(text.slice(0, LONGEST_SAMPLE));
      if (samples.size === SAMPLES) break;
    }
    return { ...field, samples: [...samples] };
  });
}
