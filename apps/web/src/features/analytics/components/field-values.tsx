import type { ModelQuality } from "@forestay/contracts/wire";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { addsWords } from "../hooks/field-words.ts";
import { PlainRow, PlainTable } from "./plain-table.tsx";

/** What each field adds to the ranking, measured by leaving it out. */
export function FieldValues({ quality: { fieldValues } }: { quality: ModelQuality }) {
  if (fieldValues === null) return null;
  const adding = fieldValues.fields.filter(({ verdict }) => verdict === "adds").length;
  return (
    <SheetRow>
      <Cell
        title={
          adding === 0
            ? "No single field adds anything measurable"
            : `${adding} of ${fieldValues.fields.length} fields add something measurable by themselves`
        }
        subtitle="What is lost when one is left out"
      >
        <p className="m-0 max-w-180 pb-4 text-note text-ink-2">
          {fieldValues.method} A field that adds nothing may still tell much alone: then others say the same.
          The 95% intervals hold for all fields together.
        </p>
        <div className="grid gap-x-10 lg:grid-cols-2">
          {halves(fieldValues.fields).map((fields, index) => (
            <PlainTable
              key={index}
              caption={index === 0 ? "Adds most" : "Adds least"}
              heads={["Field", "Adds to AUC", "95% interval", "AUC alone"]}
            >
              {fields.map(({ field, label, added, alone, verdict }) => (
                <PlainRow
                  key={field}
                  name={label}
                  cells={[
                    addsWords({ verdict, auc: added, alone }).short,
                    added.lower === null || added.upper === null
                      ? "–"
                      : `${added.lower.toFixed(3)} to ${added.upper.toFixed(3)}`,
                    alone.toFixed(2),
                  ]}
                />
              ))}
            </PlainTable>
          ))}
        </div>
      </Cell>
    </SheetRow>
  );
}

function halves<T>(items: readonly T[]): T[][] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].filter((half) => half.length > 0);
}
