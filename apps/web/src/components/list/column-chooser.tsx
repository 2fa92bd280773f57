import { Columns3 } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import type { TablePreferences } from "@/hooks/use-table-preferences.ts";
import { shownColumns } from "./list-column.ts";
import type { ListColumn } from "./list-column.ts";

interface ColumnChooserProps {
  /** Every column the list can show, in its order. */
  columns: readonly Pick<ListColumn<never>, "id" | "header" | "fixed" | "byDefault">[];
  preferences: TablePreferences;
  onChange: (patch: Partial<TablePreferences>) => void;
}

/** Which columns are shown and how dense the rows are. */
export function ColumnChooser({ columns, preferences, onChange }: ColumnChooserProps) {
  const shown = shownColumns(columns, preferences.columns).map(({ id }) => id);
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-60"
      trigger={
        <Button size="sm" icon={<Columns3 />}>
          Columns
        </Button>
      }
    >
      <div className="flex flex-col gap-2.5">
        <SegmentedControl
          label="Row height"
          value={preferences.density}
          onChange={(density) => onChange({ density })}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        {columns
          .filter((column) => !column.fixed)
          .map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={shown.includes(column.id)}
              onChange={(on) =>
                onChange({ columns: on ? [...shown, column.id] : shown.filter((id) => id !== column.id) })
              }
            />
          ))}
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onChange({ columns: null })}>
          Reset columns
        </Button>
      </div>
    </Popover>
  );
}
