import type { CustomerFacets } from "@forestay/contracts/wire";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { ConditionChips } from "@/components/conditions/condition-chips.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { customerConditionFields } from "../hooks/customer-condition-fields.ts";
import type { CustomerListState } from "../hooks/customer-list-state.ts";

interface FilterBarProps {
  view: CustomerListState;
  change: (patch: Partial<CustomerListState>) => void;
  facets: CustomerFacets | undefined;
  currency: string;
  /** At the right end: columns and export. */
  actions: ReactNode;
}

/** Search, the filters in force as chips, and the way to add one. */
export function FilterBar({ view, change, facets, currency, actions }: FilterBarProps) {
  const fields = useMemo(
    () =>
      customerConditionFields(
        facets?.attributes ?? [],
        (facets?.plans ?? []).map(({ plan }) => plan),
        facets?.saysWhen ?? false,
      ),
    [facets],
  );
  return (
    <ListToolbar className="gap-2">
      <SearchField
        label="Search customers by name, e-mail or id"
        placeholder="Name, e-mail or id"
        value={view.search}
        onSearch={(search) => change({ search })}
      />
      <ConditionChips
        fields={fields}
        conditions={view.filters}
        onChange={(filters) => change({ filters })}
        format={{
          money: (amount) => formatMoney(amount, currency),
          date: (iso) => formatShortDate(iso),
        }}
      />
      {view.filters.length > 0 || view.search !== "" ? (
        <Button size="sm" variant="ghost" onClick={() => change({ filters: [], search: "" })}>
          Clear
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">{actions}</div>
    </ListToolbar>
  );
}
