import type { ColumnMapping, ImportTarget } from "@forestay/contracts";
import type { ColumnProfile } from "@forestay/tabular";

/** What a column becomes, with how its dates and numbers are written where its values leave no doubt. */
export function mappingOfColumn(column: ColumnProfile, target: ImportTarget): ColumnMapping {
  const mapping: ColumnMapping = { column: column.name, target };
  if (target === "skip") return mapping;
  if (column.dateOrder !== null && column.dateOrder !== "ambiguous") mapping.dateOrder = column.dateOrder;
  if (column.numberStyle !== null && column.numberStyle !== "ambiguous")
    mapping.numberStyle = column.numberStyle;
  return mapping;
}
