import { useState } from "react";

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
  const none: SelectionState = { mode: "some", ids: new Set(), filterKey };
  const [stored, setState] = useState(none);
  const state = stored.filterKey === filterKey ? stored : none;
  const allMatching = state.mode === "all";
  return {
    count: allMatching ? Math.max(0, totalCount - state.ids.size) : state.ids.size,
    allMatching,
    ids: [...state.ids],
    isSelected: (id) => state.ids.has(id) !== allMatching,
    set: (changedIds, selected) => {
      const ids = new Set(state.ids);
      for (const id of changedIds) {
        if (selected === allMatching) ids.delete(id);
        else ids.add(id);
      }
      setState({ ...state, ids });
    },
    selectAllMatching: () => setState({ mode: "all", ids: new Set(), filterKey }),
    clear: () => setState(none),
  };
}
