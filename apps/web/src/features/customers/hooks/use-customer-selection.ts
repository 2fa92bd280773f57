import type { CustomerFilter, CustomerSelection } from "@forestay/contracts/wire";
import { useState } from "react";

interface SelectionState {
  /** 'all' = everything the filter matches, less `ids`; 'some' = exactly `ids`. */
  mode: "some" | "all";
  ids: ReadonlySet<string>;
  /** The filter it was made under: another filter starts a new selection. */
  filterKey: string;
}

/** Rows chosen across pages: single rows, a page, or everything that matches, without listing a million ids. */
export function useCustomerSelection(filter: CustomerFilter, totalCount: number) {
  const filterKey = JSON.stringify(filter);
  const [stored, setState] = useState<SelectionState>({ mode: "some", ids: new Set(), filterKey });
  const state: SelectionState =
    stored.filterKey === filterKey ? stored : { mode: "some", ids: new Set(), filterKey };

  const isSelected = (id: string) => (state.mode === "all" ? !state.ids.has(id) : state.ids.has(id));
  const count = state.mode === "all" ? Math.max(0, totalCount - state.ids.size) : state.ids.size;

  function set(changedIds: readonly string[], selected: boolean) {
    const ids = new Set(state.ids);
    for (const id of changedIds) {
      if (selected === (state.mode === "some")) ids.add(id);
      else ids.delete(id);
    }
    setState({ ...state, ids });
  }

  const selection: CustomerSelection | null =
    count === 0
      ? null
      : state.mode === "all"
        ? { filter, exceptIds: [...state.ids] }
        : { customerIds: [...state.ids] };

  return {
    count,
    selection,
    isSelected,
    set,
    allMatching: state.mode === "all",
    selectAllMatching: () => setState({ mode: "all", ids: new Set(), filterKey }),
    clear: () => setState({ mode: "some", ids: new Set(), filterKey }),
  };
}
