import { useCallback, useState } from "react";

interface SelectionState {
  /** 'all' = everything the filter matches, less `ids`; 'some' = exactly `ids`. */
  mode: "some" | "all";
  ids: ReadonlySet<string>;
  /** The filter it was made under: another filter starts a new selection. */
  filterKey: string;
}

export interface RowSelection {
  count: number;
  /** Everything that matches is chosen, less `ids`; otherwise `ids` are. */
  allMatching: boolean;
  ids: readonly string[];
  isSelected: (id: string) => boolean;
  set: (ids: readonly string[], selected: boolean) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

/**
 * Rows of a list chosen across its pages: single rows, a page, or everything that matches, without listing a million ids.
 * `filter` is what decides which rows the list holds, `totalCount` how many those are.
 */
export function useRowSelection(filter: unknown, totalCount: number): RowSelection {
  const filterKey = JSON.stringify(filter);
  const [stored, setState] = useState(() => noneOf(filterKey));
  const state = stored.filterKey === filterKey ? stored : noneOf(filterKey);
  const allMatching = state.mode === "all";
  // The same from render to render: a row that is handed it is not drawn again for it.
  const set = useCallback<RowSelection["set"]>(
    (changedIds, selected) =>
      setState((last) => {
        const current = last.filterKey === filterKey ? last : noneOf(filterKey);
        const ids = new Set(current.ids);
        for (const id of changedIds) {
          if (selected === (current.mode === "all")) ids.delete(id);
          else ids.add(id);
        }
        return { ...current, ids };
      }),
    [filterKey],
  );
  return {
    count: allMatching ? Math.max(0, totalCount - state.ids.size) : state.ids.size,
    allMatching,
    ids: [...state.ids],
    isSelected: (id) => state.ids.has(id) !== allMatching,
    set,
    selectAllMatching: () => setState({ mode: "all", ids: new Set(), filterKey }),
    clear: () => setState(noneOf(filterKey)),
  };
}

const noneOf = (filterKey: string): SelectionState => ({ mode: "some", ids: new Set(), filterKey });
