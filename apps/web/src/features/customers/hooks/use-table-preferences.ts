import { useCallback, useState } from "react";
import { z } from "zod";

const STORAGE_KEY = "forestay-customer-columns";

const preferencesSchema = z.object({
  /** Ids of the columns shown, in the table's order; null = the default set. */
  columns: z.array(z.string()).nullable(),
  density: z.enum(["comfortable", "compact"]),
});
export type TablePreferences = z.infer<typeof preferencesSchema>;

const defaults: TablePreferences = { columns: null, density: "comfortable" };

/** Which columns and how dense: chosen in Columns and remembered in this browser (design section 3). */
export function useTablePreferences(): [TablePreferences, (patch: Partial<TablePreferences>) => void] {
  const [preferences, setPreferences] = useState(read);
  const change = useCallback((patch: Partial<TablePreferences>) => {
    setPreferences((current) => {
      const next = { ...current, ...patch };
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
      return next;
    });
  }, []);
  return [preferences, change];
}

function read(): TablePreferences {
  try {
    return preferencesSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ""));
  } catch {
    return defaults;
  }
}
