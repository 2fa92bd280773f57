import type { CustomerFacets } from "@forestay/contracts/wire";
import { criteriaPhrase, fieldOf } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { ConditionChips } from "@/components/conditions/condition-chips.tsx";
import { fromCriterionField } from "@/components/conditions/condition-field.ts";
import { criterionFieldsQuery } from "@/components/criteria/criterion-fields-query.ts";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { ruleDay } from "@/lib/format/rule-values.ts";
import type { CustomerListState } from "../hooks/customer-list-state.ts";

interface FilterBarProps {
  view: CustomerListState;
  change: (patch: Partial<CustomerListState>) => void;
  facets: CustomerFacets | undefined;
  currency: string;
  /** Why the list was refused: its fields name the conditions that are wrong. */
  refused: Error | null;
  /** What can be done with the view that is shown. */
  viewActions: ReactNode;
  /** At the right end: columns and export. */
  actions: ReactNode;
}

/** Search, the filters in force as chips, and the way to add one. */
export function FilterBar({ view, change, facets, currency, refused, viewActions, actions }: FilterBarProps) {
  const known = useQuery(criterionFieldsQuery()).data?.items;
  const saysWhen = facets?.saysWhen ?? false;
  const fields = useMemo(
    () =>
      (known ?? [])
        .filter(({ field }) => saysWhen || !whenFields.has(field))
        .map((field) => fromCriterionField(field)),
    [known, saysWhen],
  );
  const format = {
    money: (amount: number) => formatMoney(amount, currency),
    date: ruleDay,
  };
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
        fieldOf={(name) => {
          const found = fieldOf(known ?? [], name);
          return found && fromCriterionField(found, name);
        }}
        groupWords={(group) => criteriaPhrase(group, known ?? [], format)}
        conditions={view.filters}
        problems={conditionProblems(refused)}
        onChange={(filters) => change({ filters })}
        format={format}
      />
      {view.filters.length > 0 || view.search !== "" ? (
        <Button size="sm" variant="ghost" onClick={() => change({ filters: [], search: "" })}>
          Clear
        </Button>
      ) : null}
      {view.filters.length > 0 && view.search === "" ? (
        <Authorize policy="segments:write">
          <ButtonLink
            size="sm"
            variant="ghost"
            icon={<Layers />}
            to={`/app/segments/new?criteria=${encodeURIComponent(JSON.stringify(view.filters))}`}
          >
            Save as segment
          </ButtonLink>
        </Authorize>
      ) : null}
      {viewActions}
      <div className="ml-auto flex items-center gap-2">{actions}</div>
    </ListToolbar>
  );
}

function conditionProblems(refused: Error | null): Record<string, string> {
  if (!(refused instanceof ApiError)) return {};
  const root = "conditions.";
  return Object.fromEntries(
    Object.entries(refused.fields)
      .filter(([name]) => name.startsWith(root))
      .map(([name, problem]) => [name.slice(root.length), problem]),
  );
}

/** Told by models that say when customers leave, and by no other. */
const whenFields: ReadonlySet<string> = new Set([
  "leavesWithin30",
  "leavesWithin60",
  "leavesWithin90",
  "expectedDays",
]);
