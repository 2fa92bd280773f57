import { useCallback, useState } from "react";

export interface TablePreferences {
  /** Ids of the columns shown, in the table's order; null = the default set. */
  columns: string[] | null;
  density: "comfortable" | "compact";
}

const defaults: TablePreferences = { columns: null, density: "comfortable" };

/**
 * Which columns of a list and how dense: chosen in Columns and remembered in this browser.
 * `storageKey` is the list's own.
 */
export function useTablePreferences(
  storageKey: string,
): [TablePreferences, (patch: Partial<TablePreferences>) => void] {
  const [preferences, setPreferences] = useState(() => read(storageKey));
  const change = useCallback(
    (patch: Partial<TablePreferences>) => {
      setPreferences((current) => {
        const next = { ...current, ...patch };
        localStorage.setItem(storageKey, JSON.stringify(next));
        return next;
      });
    },
    [storageKey],
  );
  return [preferences, change];
}

/** What was remembered, part by part; nothing that another version or hand left there breaks the list. */
function read(storageKey: string): TablePreferences {
  try {
    const { columns, density } = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Record<
      string,
      unknown
    >;
    return {
      columns: Array.isArray(columns) ? columns.filter((id) => typeof id === "string") : null,
      density: density === "compact" ? density : defaults.density,
    };
  } catch {
    return defaults;
  }
}
