import type { DriversInsights } from "@forestay/contracts/wire";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { addedTitle } from "../hooks/drivers-words.ts";

const shown = 8;

/** What each field adds to the ranking by itself: what is lost where it alone is left out. */
export function AddedByField({ fieldValues }: { fieldValues: NonNullable<DriversInsights["fieldValues"]> }) {
  const { fields, rows, auc } = fieldValues;
  return (
    <Cell
      title={addedTitle(fields)}
      subtitle={`Ranking (AUC) lost where one is left out; with all of them ${auc.toFixed(3)}, on ${rows.toLocaleString("en")} held-out records`}
    >
      <DataTable label="What each field adds">
        <thead>
          <tr>
            <HeaderCell>Field</HeaderCell>
            <HeaderCell numeric>Adds</HeaderCell>
            <HeaderCell numeric>95% interval</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, shown).map(({ field, label, added, verdict }) => (
            <Row key={field}>
              <DataCell>{label}</DataCell>
              <DataCell numeric>
                {verdict === "nothing" ? "no more than chance" : signed(added.value)}
              </DataCell>
              <DataCell numeric>
                {added.lower === null || added.upper === null
                  ? "n/a"
                  : `${added.lower.toFixed(3)} to ${added.upper.toFixed(3)}`}
              </DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      <div className="flex justify-end pt-2">
        <CsvButton
          file={{
            name: "added-by-field",
            columns: ["field", "auc_added", "low_95", "high_95", "auc_alone", "verdict"],
            rows: fields.map(({ label, added, alone, verdict }) => [
              label,
              added.value,
              added.lower,
              added.upper,
              alone,
              verdict,
            ]),
          }}
        />
      </div>
    </Cell>
  );
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
